import { expect, test } from 'vitest'
import { mayWriteAtMs } from './slow-mode.ts'

const state = { slowMode: { seconds: 10 }, isExempt: false, lastOwnMs: 50_000, refusedUntilMs: 0 }

test('[CV11] in slow mode one waits its seconds after what one said last', () => {
  expect(mayWriteAtMs(state)).toBe(60_000)
  expect(mayWriteAtMs({ ...state, slowMode: null })).toBe(0)
  expect(mayWriteAtMs({ ...state, lastOwnMs: 0 })).toBe(0)
})

test('[CV11] who runs the show does not wait, but for what the station refuses', () => {
  expect(mayWriteAtMs({ ...state, isExempt: true })).toBe(0)
  expect(mayWriteAtMs({ ...state, isExempt: true, refusedUntilMs: 70_000 })).toBe(70_000)
  expect(mayWriteAtMs({ ...state, refusedUntilMs: 70_000 })).toBe(70_000)
})
