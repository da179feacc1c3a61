import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { findTestTitles, parseSpec } from '../rules/rules.ts'
import { MUTATIONS } from './all.ts'
import { beginningOf, hasWords, type Mutation, mutate, patternOf } from './mutation.ts'
import { Scratch } from './scratch.ts'
import { rowText, totalText } from './table.ts'
import { problemOf, type VitestRun, verdictOf } from './verdict.ts'

const ROOT = join(import.meta.dirname, '../..')
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8')

const SLOW: Mutation = {
  id: 'slow-mode-off',
  rule: 'CH4',
  sentence: 'Nobody waits in slow mode.',
  file: 'chat.ts',
  find: 'wait(10)',
  replace: 'wait(0)',
  tests: ['chat.test.ts'],
}

type Test = VitestRun['testResults'][number]['assertionResults'][number]
const passed = (title: string): Test => ({ title, status: 'passed', failureMessages: [] })
const failed = (title: string, why: string): Test => ({ title, status: 'failed', failureMessages: [why] })
const skipped = (title: string): Test => ({ title, status: 'skipped', failureMessages: [] })

function runOf(...tests: Test[]): VitestRun {
  const status = tests.some((test) => test.status === 'failed') ? 'failed' : 'passed'
  return { testResults: [{ name: '/copy/chat.test.ts', status, message: '', assertionResults: tests }] }
}

const unreadable: VitestRun = {
  testResults: [
    { name: '/copy/chat.test.ts', status: 'failed', message: 'No such import', assertionResults: [] },
  ],
}

describe('the list', () => {
  it('[QA10] has forty mutations, each with a name of its own, of a rule that there is', () => {
    const rules = new Set(parseSpec(read('docs/SPEC.md')).rules.map(({ id }) => id))
    expect(new Set(MUTATIONS.map(({ id }) => id)).size).toBe(40)
    expect(MUTATIONS.filter(({ rule }) => !rules.has(rule))).toEqual([])
  })

  it.each(MUTATIONS)(
    '[QA10] $id fits its file, and its rule has a test in the files that it names',
    (mutation) => {
      expect(mutate(read(mutation.file), mutation)).toMatchObject({ ok: true })
      for (const file of mutation.tests) {
        const titles = findTestTitles(read(file), file).map(({ title }) => title)
        expect(titles.filter((title) => title.startsWith(beginningOf(mutation)))).not.toEqual([])
      }
    },
  )

  it('[QA10] has several whose proof waits in real time', () => {
    const config = read('vitest.config.ts')
    const named = (file: string) => config.includes(file.replace(/^.*\/|\.test\.ts$/g, ''))
    const waiting = MUTATIONS.filter(({ tests }) =>
      tests.some((file) => file.startsWith('server/tests/') && named(file)),
    )
    expect(waiting.length).toBeGreaterThanOrEqual(4)
  })
})

describe('a mutation', () => {
  it('[QA10] is made where its text stands exactly once, to the letter', () => {
    expect(mutate('a wait(10) b', SLOW)).toEqual({ ok: true, text: 'a wait(0) b' })
    expect(mutate('wait(10)', { ...SLOW, replace: '$&$&' })).toEqual({ ok: true, text: '$&$&' })
  })

  it.each([
    ['not there', 'wait(5)', {}, 'chat.ts has it 0 times, not once: wait(10)'],
    ['there twice', 'wait(10) wait(10)', {}, 'chat.ts has it 2 times, not once: wait(10)'],
    ['replaced by itself', 'wait(10)', { replace: 'wait(10)' }, 'It changes nothing'],
  ])('[QA10] whose text is %s is refused', (_, text, change, error) => {
    expect(mutate(text, { ...SLOW, ...change })).toEqual({ ok: false, error })
  })

  it('[QA10] is chosen by words in any part of its row', () => {
    expect(hasWords(SLOW, [])).toBe(true)
    expect(hasWords(SLOW, ['CHAT', 'ch4'])).toBe(true)
    expect(hasWords(SLOW, ['chat', 'poll'])).toBe(false)
  })

  it('[QA10] has the tests of its rule run, and no others', () => {
    const pattern = new RegExp(patternOf([SLOW, { ...SLOW, rule: 'PO4', only: 'a (second) vote' }]))
    const titles = [
      'in the chat [CH4] one waits',
      '[CH41] no',
      'CH4',
      '[PO4] a (second) vote',
      '[PO4] a poll',
    ]
    expect(titles.filter((title) => pattern.test(title))).toEqual([titles[0], titles[3]])
  })
})

describe('a run', () => {
  it('[QA10] in which a test of the rule fails has caught the mutation', () => {
    const run = runOf(passed('[CH4] a'), failed('[CH4] b', 'AssertionError: expected 0 to be 10'))
    expect(verdictOf(run, SLOW)).toEqual({ isCaught: true, by: '[CH4] b' })
    for (const why of [
      'Error: Property failed after 9 tests',
      'Error: promise resolved "1" instead of rejecting',
    ])
      expect(verdictOf(runOf(failed('[CH4] c', why)), SLOW)).toEqual({ isCaught: true, by: '[CH4] c' })
  })

  it.each<[string, VitestRun | null, string]>([
    ['wrote no report', null, 'the run took too long or wrote no report'],
    ['could not be read', unreadable, 'a file could not be loaded: No such import'],
    ['ran no test of the rule', runOf(passed('[CH5] a'), skipped('[CH4] b')), 'no test of CH4 was run'],
    ['passed', runOf(passed('[CH4] a')), '1 tests of CH4 passed all the same'],
    [
      'failed for another rule',
      runOf(passed('[CH4] a'), failed('[CH5] b', 'Error')),
      '1 tests of CH4 passed all the same',
    ],
    [
      'only waited in vain',
      runOf(failed('[CH4] a', 'Error: Test timed out in 20000ms.')),
      'a test stumbled: Error: Test timed out in 20000ms.',
    ],
    [
      'only stumbled',
      runOf(failed('[CH4] a', 'ReferenceError: wait is not defined\n at a')),
      'a test stumbled: ReferenceError: wait is not defined',
    ],
  ])('[QA10] that %s has not', (_, run, why) => {
    expect(verdictOf(run, SLOW)).toEqual({ isCaught: false, why })
  })

  it('[QA10] of the unbroken program has to pass the tests of each mutation', () => {
    expect(problemOf(runOf(passed('[CH4] a'), failed('[CH5] b', 'Error')), SLOW)).toBeNull()
    expect(problemOf(runOf(passed('[CH4] a'), failed('[CH4] b', 'Error: no\n at b')), SLOW)).toBe(
      'unbroken, it fails as well: [CH4] b: Error: no',
    )
    const untested = runOf(skipped('[CH4] a'), passed('[CH5] b'))
    for (const run of [untested, unreadable, null]) expect(problemOf(run, SLOW)).not.toBeNull()
  })
})

it('[QA10] the table tells of each whether it was caught, by which test, and how many were', () => {
  const caught = { mutation: SLOW, verdict: { isCaught: true, by: '[CH4] b' }, tookMs: 3_140 } as const
  const missed = { mutation: SLOW, verdict: { isCaught: false, why: 'nobody noticed' }, tookMs: 500 } as const
  expect(rowText(caught)).toMatch(
    /^caught +3\.1 s +CH4 +slow-mode-off\n +Nobody waits in slow mode\.\n +by \[CH4\] b$/,
  )
  expect(rowText(missed)).toMatch(/^MISSED +0\.5 s [\s\S]*why: nobody noticed$/)
  expect(totalText([caught, missed], 40)).toBe('1 of 40 caught')
})

it('[QA10] things are broken in a copy, which is mended after each and removed at the end', () => {
  const root = mkdtempSync(join(tmpdir(), 'carillon-project-'))
  onTestFinished(() => rmSync(root, { recursive: true }))
  execFileSync('git', ['init', '-q', root])
  mkdirSync(join(root, 'contract'))
  writeFileSync(join(root, 'chat.ts'), 'wait(10)')
  writeFileSync(join(root, '.gitignore'), 'node_modules\n')
  for (const folder of ['.bin', '.cache', '@carillon', 'ws'])
    mkdirSync(join(root, 'node_modules', folder), { recursive: true })
  symlinkSync('../../contract', join(root, 'node_modules/@carillon/contract'))
  writeFileSync(join(root, 'contract/time.ts'), '')

  const scratch = new Scratch(root)
  onTestFinished(() => scratch.remove())
  const copied = () => readFileSync(join(scratch.root, 'chat.ts'), 'utf8')
  const mend = scratch.apply(SLOW)
  expect([copied(), readFileSync(join(root, 'chat.ts'), 'utf8')]).toEqual(['wait(0)', 'wait(10)'])
  mend()
  expect(copied()).toBe('wait(10)')
  expect(() => scratch.apply({ ...SLOW, find: 'rest' })).toThrow('slow-mode-off: chat.ts has it 0 times')

  // Its own workspaces, or what is broken in them would not be.
  writeFileSync(join(scratch.root, 'contract/broken.ts'), '')
  expect(existsSync(join(scratch.root, 'node_modules/@carillon/contract/broken.ts'))).toBe(true)
  expect(existsSync(join(scratch.root, 'node_modules/ws'))).toBe(true)
  expect(existsSync(join(scratch.root, 'node_modules/.cache'))).toBe(false)
  scratch.remove()
  expect(existsSync(scratch.root)).toBe(false)
  expect(existsSync(join(root, 'node_modules/ws'))).toBe(true)
})
