import { expect, it } from 'vitest'
import { countStructure } from './counts.ts'
import { filesLoadedBy } from './reach.ts'

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
    '0 files loaded by web/src/app/pages/listen/listen-page.tsx',
    '0 files loaded by web/src/app/pages/gate/login-page.tsx',
    '0 files loaded by web/src/app/pages/settings/settings-page.tsx',
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
