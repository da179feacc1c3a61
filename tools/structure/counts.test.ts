import { expect, it } from 'vitest'
import { findClasses, findLargeClasses, MAX_MEMBERS } from './classes.ts'
import { countStructure } from './counts.ts'
import { filesLoadedBy, filesOfPages, findLargePages } from './reach.ts'

it('[QA16] counts files, functions and classes by folder', () => {
  const sources = new Map([
    ['server/src/a.ts', 'export class Mount {\n  #page = 0\n  tick() {}\n}\n'],
    ['web/src/app/b.ts', 'export const b = () => 1\n'],
  ])
  expect(countStructure(sources)).toEqual([
    'everywhere',
    '  2 files: median 1, nine in ten up to 1, largest 4 lines; 0 of more than 400',
    '  2 functions: median 1, nine in ten up to 1, largest 1 lines',
    'server/src/',
    '  1 files: median 4, nine in ten up to 4, largest 4 lines; 0 of more than 400',
    '  1 functions: median 1, nine in ten up to 1, largest 1 lines',
    'web/src/',
    '  1 files: median 1, nine in ten up to 1, largest 1 lines; 0 of more than 400',
    '  1 functions: median 1, nine in ten up to 1, largest 1 lines',
    'web/src/app/',
    '  1 files: median 1, nine in ten up to 1, largest 1 lines; 0 of more than 400',
    '  1 functions: median 1, nine in ten up to 1, largest 1 lines',
    '1 classes: median 2, nine in ten up to 2, largest 2 members (Mount)',
    '0 of 0 files are loaded for web/src/app/pages/listen/listen-page.tsx alone',
    '0 of 0 files are loaded for web/src/app/pages/gate/login-page.tsx alone',
    '0 of 0 files are loaded for web/src/app/pages/settings/settings-page.tsx alone',
  ])
})

it('[QA16] a page loads what it imports, directly or not, but no types and nothing by import()', () => {
  const sources = new Map([
    [
      'web/page.tsx',
      "import { a } from './lib/a.ts'\nimport type { T } from './type.ts'\nvoid import('./later.ts')",
    ],
    [
      'web/lib/a.ts',
      "import '../b.ts'\nexport { type U } from '../c.ts'\nimport { type V } from '../type.ts'",
    ],
    ['web/b.ts', "import { z } from 'zod/mini'\nimport '../web/page.tsx'"],
    ['web/c.ts', ''],
    ['web/type.ts', ''],
    ['web/later.ts', ''],
  ])
  expect([...filesLoadedBy('web/page.tsx', sources)].sort()).toEqual([
    'web/b.ts',
    'web/c.ts',
    'web/lib/a.ts',
    'web/page.tsx',
  ])
})

it('[QA16] a page has at most so many files besides those that the app loads', () => {
  const page = 'web/src/app/pages/gate/login-page.tsx'
  const names = Array.from({ length: 30 }, (_, number) => `${number}.ts`)
  const pageWith = (own: readonly string[]) =>
    new Map([
      ['web/src/main.tsx', "import './lib/shared.ts'"],
      [page, ["import '../../../lib/shared.ts'", ...own.map((name) => `import './${name}'`)].join('\n')],
      ['web/src/lib/shared.ts', ''],
      ...names.map((name) => [`web/src/app/pages/gate/${name}`, ''] as const),
    ])
  expect(filesOfPages(pageWith(names)).find((one) => one.page === page)).toMatchObject({ own: 31, all: 32 })
  expect(findLargePages(pageWith(names))).toEqual([`${page} loads 31 files of its own, and may load 30`])
  expect(findLargePages(pageWith(names.slice(1)))).toEqual([])
})

it('[QA16] a class of many members says why', () => {
  const withMembers = (count: number, above = '') =>
    `import x from 'x'\n\n${above}/** Mount. */\nexport class Mount {\n${'  tick() {}\n'.repeat(count)}}\n`
  const findingsOf = (text: string) => findLargeClasses(findClasses(text, 'a.ts'))
  expect(findingsOf(withMembers(MAX_MEMBERS))).toEqual([])
  expect(findingsOf(withMembers(MAX_MEMBERS + 1))).toEqual([
    'a.ts Mount has 26 members, and no "// Members: why."',
  ])
  expect(findingsOf(withMembers(MAX_MEMBERS + 1, '// Members: each is a word of the format.\n'))).toEqual([])
})
