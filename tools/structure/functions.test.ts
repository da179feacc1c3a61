import { expect, it } from 'vitest'
import { findFunctions, findLongFunctions } from './functions.ts'

const lines = (count: number) => 'step()\n'.repeat(count)

it('[QA13] a function of 60 lines is short enough, one more needs a reason', () => {
  const source = `export function short() {\n${lines(58)}}\nexport function long() {\n${lines(59)}}\n`
  expect(findLongFunctions(findFunctions(source, 'src/a.ts'))).toEqual([
    'src/a.ts:61 long has 61 lines, and no "// Long: why."',
  ])
})

it('[QA13] the reason stands above the docstring or below it, of an arrow function too', () => {
  const source = [
    `// Long: one case a view.\n/** Says what it gives. */\nexport function first() {\n${lines(60)}}`,
    `/** Says what it gives. */\n// Long: one case a view.\nexport const second = () => {\n${lines(60)}}`,
    `// Long:\nconst third = () => {\n${lines(60)}}`,
  ].join('\n')
  const found = findFunctions(source, 'a.ts').filter(({ reason }) => reason === null)
  expect(found.map(({ name }) => name)).toEqual(['third'])
})

it('[QA13] methods and functions within others are measured by themselves', () => {
  const source = `class Source {\n  close() {\n${lines(3)}  }\n}\nfunction outer() {\n  return () => {\n${lines(1)}  }\n}\n`
  expect(findFunctions(source, 'a.ts').map(({ name, lines }) => [name, lines])).toEqual([
    ['close', 5],
    ['outer', 5],
    ['(anonymous)', 3],
  ])
})
