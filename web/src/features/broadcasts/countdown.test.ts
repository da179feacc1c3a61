import { expect, test } from 'vitest'
import { countdownWords, lengthWords } from './countdown.ts'

const NOW = new Date('2026-11-20T07:00:00Z')
const later = (ms: number) => new Date(NOW.getTime() + ms)

test.each([
  [-5_000, 'any moment now'],
  [69_000, '1 min 09 s'],
  [3_900_000, '1 h 05 min'],
  [86_400_000, '1 day'],
  [190_800_000, '2 days 5 h'],
])('[LS33] %i ms before the show: %s', (ms, words) => {
  expect(countdownWords(later(ms), NOW)).toBe(words)
})

test.each([
  [20_000, 'under a minute'],
  [12 * 60_000, '12 min'],
  [85 * 60_000, '1 h 25 min'],
])('[LS33] a show of %i ms lasted %s', (ms, words) => {
  expect(lengthWords(NOW, later(ms))).toBe(words)
})
