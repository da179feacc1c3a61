import { expect, test } from 'vitest'
import { mayWriteAtMs } from './slow-mode.ts'

const facts = { slowMode: { seconds: 10 }, isExempt: false, lastOwnMs: 50_000, refusedUntilMs: 0 }

test('[CV11] in slow mode one waits its seconds after what one said last', () => {
  expect(mayWriteAtMs(facts)).toBe(60_000)
  expect(mayWriteAtMs({ ...facts, slowMode: null })).toBe(0)
  expect(mayWriteAtMs({ ...facts, lastOwnMs: 0 })).toBe(0)
})

test('[CV11] who runs the show does not wait, but for what the station refuses', () => {
  expect(mayWriteAtMs({ ...facts, isExempt: true })).toBe(0)
  expect(mayWriteAtMs({ ...facts, isExempt: true, refusedUntilMs: 70_000 })).toBe(70_000)
  expect(mayWriteAtMs({ ...facts, refusedUntilMs: 70_000 })).toBe(70_000)
})
