import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { expect, it } from 'vitest'

const ROOT = join(import.meta.dirname, '../..')
const WALK_LINE = /^ {2}(\S+): (.+)$/gm

/** The arrows of one line: a file name and the one that it imports. `a > b, c` are two, `a < b` is one from b to a. */
function arrowsOf(folder: string, chain: string): [from: string, to: string][] {
  const [first = '', ...steps] = chain.split(/ (?=[<>] )/)
  let here = pathOf(folder, first)
  return steps.flatMap((step) => {
    const before = here
    const files = step
      .slice(2)
      .split(', ')
      .map((name) => pathOf(folder, name))
    here = files.at(-1) ?? before
    return files.map((file): [string, string] => (step.startsWith('>') ? [before, file] : [file, before]))
  })
}

function pathOf(folder: string, name: string): string {
  const places = [`${folder}/${name}.ts`, `${folder}/${name}.tsx`, `media/src/${name}.ts`]
  const place = places.find((path) => existsSync(join(ROOT, path)))
  if (!place) throw new Error(`docs/ARCHITECTURE.md names ${name}, which is not in ${folder} or media`)
  return place
}

function importsOf(file: string): string[] {
  const source = readFileSync(join(ROOT, file), 'utf8')
  return [...source.matchAll(/(?:from|import\() ?'([^']+)'/g)].map(([, name = '']) =>
    name.startsWith('.')
      ? normalize(join(dirname(file), name))
      : name.replace(/^@carillon\/(\w+)\/(.+)$/, '$1/src/$2.ts'),
  )
}

it('[QA12] each arrow in the walks of ARCHITECTURE is an import', () => {
  const page = readFileSync(join(ROOT, 'docs/ARCHITECTURE.md'), 'utf8')
  const arrows = [...page.matchAll(WALK_LINE)].flatMap(([, folder = '', chain = '']) =>
    arrowsOf(folder, chain),
  )
  expect(arrows.length).toBeGreaterThan(30)
  expect(arrows.filter(([from, to]) => !importsOf(from).includes(to))).toEqual([])
})
