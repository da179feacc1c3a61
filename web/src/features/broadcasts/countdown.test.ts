import { expect, test } from 'vitest'
import { lengthWords, nextExpected, startWords } from './countdown.ts'

const NOW = new Date('2026-11-20T07:00:00Z')
const later = (ms: number) => new Date(NOW.getTime() + ms)

test.each([
  [0, 'Starting any moment'],
  [-599_999, 'Starting any moment'],
  [-600_000, 'Running late'],
  [-7_200_000, 'Running late'],
  [69_000, 'Next in 1 min 09 s'],
  [3_900_000, 'Next in 1 h 05 min'],
  [86_400_000, 'Next in 1 day'],
  [190_800_000, 'Next in 2 days 5 h'],
])('[LS33] %i ms before the show: %s', (ms, words) => {
  expect(startWords('Next', later(ms), NOW)).toBe(words)
})

test('[LS42] a show that has not begun half an hour after its start gives way to the next', () => {
  const [late, next] = [
    { scheduledStart: '2026-11-20T14:30:00.000' },
    { scheduledStart: '2026-11-20T16:00:00.000' },
  ]
  expect(nextExpected([late, next], new Date('2026-11-20T06:59:59Z'))).toBe(late)
  expect(nextExpected([late, next], NOW)).toBe(next)
  expect(nextExpected([late], NOW)).toBeUndefined()
})

test.each([
  [20_000, 'under a minute'],
  [12 * 60_000, '12 min'],
  [85 * 60_000, '1 h 25 min'],
])('[LS33] a show of %i ms lasted %s', (ms, words) => {
  expect(lengthWords(NOW, later(ms))).toBe(words)
})
