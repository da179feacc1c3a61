import { expect, test } from 'vitest'
import { isMasked } from './masked.ts'
import { messagesPerMinute } from './pace.ts'

const NOW_MS = Date.parse('2026-11-20T07:00:00Z')
const ago = (seconds: number) => ({ timestamp: new Date(NOW_MS - seconds * 1000).toISOString() })

test('[MV5] messages a minute are those of the last sixty seconds', () => {
  expect(messagesPerMinute([ago(300), ago(60), ago(59), ago(1), ago(0)], NOW_MS)).toBe(3)
  expect(messagesPerMinute([ago(300), ago(61)], NOW_MS)).toBe(0)
  expect(messagesPerMinute([], NOW_MS)).toBe(0)
})

test('[MV6] a message is masked where two asterisks stand together', () => {
  expect(['what a ****', '**** you', 'f** *k'].map((content) => isMasked({ content }))).toEqual([
    true,
    true,
    true,
  ])
  expect(['2 * 3 * 4', '*waves*', ''].map((content) => isMasked({ content }))).toEqual([false, false, false])
})
