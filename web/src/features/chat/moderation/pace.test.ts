import { expect, test } from 'vitest'
import { messagesPerMinute } from './pace.ts'

const NOW_MS = Date.parse('2026-11-20T07:00:00Z')
const ago = (seconds: number) => ({ atMs: NOW_MS - seconds * 1000 })

test('[MV5] messages a minute are those of the last sixty seconds', () => {
  expect(messagesPerMinute([ago(300), ago(60), ago(59), ago(1), ago(0)], false, NOW_MS)).toBe(3)
  expect(messagesPerMinute([ago(300), ago(61)], true, NOW_MS)).toBe(0)
  expect(messagesPerMinute([ago(20), ago(10)], false, NOW_MS)).toBe(2)
  expect(messagesPerMinute([], true, NOW_MS)).toBe(0)
})

test('[MV5] of a busier chat than the page keeps, what it keeps tells', () => {
  const tenSecondsOfTwentyEach = Array.from({ length: 200 }, (_, index) => ago(10 - index / 20))
  expect(messagesPerMinute(tenSecondsOfTwentyEach, true, NOW_MS)).toBe(1200)
})
