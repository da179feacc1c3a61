import { expect, it } from 'vitest'
import {
  failureList,
  failuresOfPlaywright,
  failuresOfVitest,
  skipList,
  skipsOfPlaywright,
  skipsOfVitest,
} from './failures.ts'

it('[QA3] the end of a run names each test that failed and why, also a file that could not be loaded', () => {
  const passed = { fullName: 'is right', status: 'passed', failureMessages: [] }
  const failed = {
    fullName: 'is wrong',
    status: 'failed',
    failureMessages: ['\u001b[31mNo\u001b[39m\n\n at a'],
  }
  const testResults = [
    { name: 'a.test.ts', status: 'failed', message: '', assertionResults: [passed, failed] },
    { name: 'b.test.ts', status: 'passed', message: '', assertionResults: [passed] },
    { name: 'c.test.ts', status: 'failed', message: 'No such import', assertionResults: [] },
  ]
  expect(failuresOfVitest({ testResults })).toEqual([
    { name: 'is wrong', why: 'No\n at a' },
    { name: 'c.test.ts', why: 'No such import' },
  ])
})

it('[QA3] it does so for journeys, with the first lines of what they say', () => {
  const message = Array.from({ length: 20 }, (_, at) => `line ${at}`).join('\n')
  const tests = [{ annotations: [], results: [{ duration: 1, errors: [{ message }] }] }]
  const place = { file: 'a.spec.ts', line: 1 }
  const specs = [
    { title: 'hears', ok: true, tests: [], ...place },
    { title: 'sees', ok: false, tests, ...place },
  ]
  const suites = [{ title: 'a.spec.ts', specs: [], suites: [{ title: 'a listener', specs }] }]
  const [failure, ...others] = failuresOfPlaywright({ suites, errors: [] })
  expect(others).toEqual([])
  expect(failure?.name).toBe('a.spec.ts › a listener › sees')
  expect(failure?.why.split('\n')).toHaveLength(8)
  expect(failureList([{ name: 'sees', why: 'line 0\nline 1' }])).toBe('FAILED sees\n  line 0\n  line 1\n')
})

it('[QA3] it names a file of journeys that could not be loaded', () => {
  const errors = [
    { message: 'No such import', location: { file: 'a.spec.ts' } },
    { message: 'No server came up' },
  ]
  expect(failuresOfPlaywright({ suites: [], errors })).toEqual([
    { name: 'a.spec.ts', why: 'No such import' },
    { name: 'no test', why: 'No server came up' },
  ])
})

it('[QA3] a run that wrote no report names none', () => {
  expect([...failuresOfVitest(null), ...failuresOfPlaywright(null)]).toEqual([])
  expect(failureList([])).toBe('')
})

it('[QA3] it names each test that was skipped, with the reason of a journey', () => {
  const tests = ['passed', 'skipped', 'todo'].map((status) => ({
    fullName: `is ${status}`,
    status,
    failureMessages: [],
  }))
  const testResults = [{ name: 'a.test.ts', status: 'passed', message: '', assertionResults: tests }]
  expect(skipsOfVitest({ testResults }).map(({ name }) => name)).toEqual(['is skipped', 'is todo'])
  const skipped = {
    status: 'skipped',
    annotations: [{ type: 'skip', description: 'no Firefox on this machine' }],
    results: [],
  }
  const specs = [{ title: 'in Firefox', ok: true, file: 'a.spec.ts', line: 1, tests: [skipped] }]
  expect(skipList(skipsOfPlaywright({ suites: [{ title: 'a.spec.ts', specs }], errors: [] }))).toBe(
    'SKIPPED a.spec.ts › in Firefox: no Firefox on this machine\n',
  )
})
