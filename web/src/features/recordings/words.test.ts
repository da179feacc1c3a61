import { expect, test } from 'vitest'
import { clockWords, sizeWords, spokenClock } from './words.ts'

test.each([
  [0, '0:00', '0 seconds'],
  [7_900, '0:07', '7 seconds'],
  [61_000, '1:01', '1 minute 1 second'],
  [600_000, '10:00', '10 minutes'],
  [3_723_000, '1:02:03', '1 hour 2 minutes 3 seconds'],
  [7_200_000, '2:00:00', '2 hours'],
])('[WR4] %i ms is %s, read as %s', (ms, clock, spoken) => {
  expect(clockWords(ms)).toBe(clock)
  expect(spokenClock(ms)).toBe(spoken)
})

test('[WR7] a file has a size', () => {
  expect(sizeWords(85_190_000)).toBe('85.2 MB')
  expect(sizeWords(1_200)).toBe('0.1 MB')
})
