import { expect, test } from 'vitest'
import { MAX_RETRIES, RETRY_CAP_MS, retryDelayMs } from './retry-ladder.ts'

test('[LS13] half a second, doubled at each try, six tries, never over 30 s', () => {
  const delays = Array.from({ length: MAX_RETRIES }, (_, index) => retryDelayMs(index + 1))
  expect(delays).toEqual([500, 1_000, 2_000, 4_000, 8_000, 16_000])
  expect(retryDelayMs(7)).toBe(RETRY_CAP_MS)
})
