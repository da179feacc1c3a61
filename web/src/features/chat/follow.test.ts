import { expect, test } from 'vitest'
import { countUnread, isNearEnd, NEAR_END_PX } from './follow.ts'
import { aMessage, entriesOf } from './testing.ts'

const scrolled = (fromEndPx: number) => ({
  scrollHeight: 5_000,
  clientHeight: 600,
  scrollTop: 5_000 - 600 - fromEndPx,
})

test('[CV7] within 80 px of the end the reader follows, further up not', () => {
  expect([0, 1, NEAR_END_PX, NEAR_END_PX + 1].map((px) => isNearEnd(scrolled(px)))).toEqual([
    true,
    true,
    true,
    false,
  ])
  expect(isNearEnd({ scrollHeight: 300, clientHeight: 600, scrollTop: 0 })).toBe(true)
})

test('[CV8] new messages are those of others after the last one that was seen', () => {
  const own = aMessage(5, { sender: { id: 9, name: 'Ana Cruz', role: 'LISTENER' } })
  const entries = entriesOf(aMessage(3), aMessage(4), own, aMessage(6))
  expect(countUnread(entries, 3, 9)).toBe(2)
  expect(countUnread(entries, 3, null)).toBe(3)
  expect(countUnread(entries, 6, 9)).toBe(0)
  expect(countUnread([], 0, 9)).toBe(0)
})
