import { expect, it } from 'vitest'
import { isFair, judgeTime, parseMachineCpu } from './time-budget.ts'

const MIN = 60_000

it('[QA7] a run may take 20 minutes, 80 on slow machines and in CI', () => {
  expect(judgeTime({ wallMs: 20 * MIN, others: 0 }, false)).toEqual({
    isKept: true,
    line: 'TIME 20.0 of 20 min',
  })
  expect(judgeTime({ wallMs: 21 * MIN, others: null }, false).isKept).toBe(false)
  expect(judgeTime({ wallMs: 80 * MIN, others: 0.05 }, true).isKept).toBe(true)
  expect(judgeTime({ wallMs: 80.1 * MIN, others: 0.05 }, true).line).toBe('TIME 80.1 of 80 min: too long')
})

it('[QA7] is not judged where other programs took more than a tenth of the processor', () => {
  const { isKept, line } = judgeTime({ wallMs: 90 * MIN, others: 0.48 }, true)
  expect(isKept).toBe(true)
  expect(line).toContain('48 % of the processor')
  expect([0, 0.1, 0.11, null].map((others) => isFair({ wallMs: 1, others }))).toEqual([
    true,
    true,
    false,
    true,
  ])
})

it('[QA7] the processor time of a machine leaves waiting out', () => {
  expect(parseMachineCpu('cpu  10 20 30 4000 5000 1 2 3 0 0\ncpu0 1 1 1 1\n')).toBe(630)
})
