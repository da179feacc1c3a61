import { expect, test } from 'vitest'
import { lengthWords, startWords } from './countdown.ts'
import { stillExpected } from './lateness.ts'

const NOW = new Date('2026-11-20T07:00:00Z')
const later = (ms: number) => new Date(NOW.getTime() + ms)

test.each([
  [0, 'Starting any moment'],
  [-599_999, 'Starting any moment'],
  [-600_000, 'Running late'],
  [-1_799_999, 'Running late'],
  [-1_800_000, 'Hasn’t started'],
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
  expect(stillExpected([late, next], new Date('2026-11-20T06:59:59Z'))).toEqual([late, next])
  expect(stillExpected([late, next], NOW)).toEqual([next])
})

test.each([
  [20_000, 'under a minute'],
  [12 * 60_000, '12 min'],
  [85 * 60_000, '1 h 25 min'],
])('[LS33] a show of %i ms lasted %s', (ms, words) => {
  expect(lengthWords(NOW, later(ms))).toBe(words)
})
