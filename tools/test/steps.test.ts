import { describe, expect, it } from 'vitest'
import {
  countPlaywright,
  countVitest,
  isGood,
  laneTable,
  type StepResult,
  sumCounts,
  totalLine,
} from './steps.ts'

const step = (outcome: StepResult['outcome'], counts: StepResult['counts'] = null): StepResult => ({
  name: 'step',
  lane: 'work',
  outcome,
  durationMs: 1,
  cpuMs: 1,
  counts,
})

describe('the last line of npm test', () => {
  it('[QA3] sums the tests of all steps', () => {
    const results = [
      step('passed'),
      step('passed', { passed: 3, failed: 0, skipped: 0 }),
      step('failed', { passed: 4, failed: 2, skipped: 0 }),
    ]
    expect(totalLine(sumCounts(results))).toBe('7 passed, 2 failed')
  })

  it('[QA3] a failed check without tests counts as one failure', () => {
    expect(sumCounts([step('failed')]).failed).toBe(1)
    expect(sumCounts([step('failed', { passed: 9, failed: 0, skipped: 0 })]).failed).toBe(1)
  })

  it('[QA3] skipped tests and skipped steps are named, and fail a run that may not skip', () => {
    const total = sumCounts([step('passed', { passed: 1, failed: 0, skipped: 2 }), step('skipped')])
    expect(totalLine(total)).toBe('1 passed, 0 failed, 3 skipped')
    expect(isGood(total, true)).toBe(true)
    expect(isGood(total, false)).toBe(false)
  })

  it('[QA3] a run that proved nothing is not good', () => {
    expect(isGood(sumCounts([]), true)).toBe(false)
  })

  it('[QA3] reads the reports of both runners; a test that needed a second try is a failure', () => {
    const vitest = { numPassedTests: 5, numFailedTests: 1, numPendingTests: 2, numTodoTests: 1 }
    expect(countVitest(vitest)).toEqual({ passed: 5, failed: 1, skipped: 3 })
    const stats = { expected: 4, unexpected: 1, flaky: 1, skipped: 1 }
    expect(countPlaywright({ stats })).toEqual({ passed: 4, failed: 2, skipped: 1 })
  })

  it('[QA8] comes after wall and processor time of each lane', () => {
    const lanes = [
      { name: 'work', wallMs: 300_000, cpuMs: 570_500 },
      { name: 'sound', wallMs: 1_000, cpuMs: null },
    ]
    expect(laneTable(lanes)).toBe(
      'LANE   300.0 s wall   570.5 s cpu  work\nLANE     1.0 s wall         - cpu  sound',
    )
  })
})
