import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { HandOverTimer } from './timer.ts'

const LATE_LIMIT_MS = 10_000
const AT_MS = 60_000
const attempts: number[] = []
let isPossible = true
/** Lag of the wall clock behind that of the timers. */
let behindMs = 0
const clock = { now: () => Date.now() - behindMs }

beforeEach(() => {
  vi.useFakeTimers({ now: 0 })
  attempts.length = 0
  isPossible = true
  behindMs = 0
})
afterEach(() => void vi.useRealTimers())

function createTimer(): HandOverTimer {
  const attempt = async () => {
    attempts.push(clock.now())
    return isPossible
  }
  return new HandOverTimer({ clock, lateLimitMs: LATE_LIMIT_MS, attempt })
}

it('[HO13] a timer that rings early waits for the minute', async () => {
  createTimer().set({ broadcastId: 7, atMs: AT_MS })
  behindMs = 3
  await vi.advanceTimersByTimeAsync(AT_MS + 2)
  expect(attempts).toEqual([])
  await vi.advanceTimersByTimeAsync(1)
  expect(attempts).toEqual([AT_MS])
  await vi.advanceTimersByTimeAsync(LATE_LIMIT_MS)
  expect(attempts).toHaveLength(1)
})

it('[HO14] who is late is waited for ten seconds, and no longer', async () => {
  isPossible = false
  createTimer().set({ broadcastId: 7, atMs: AT_MS })
  await vi.advanceTimersByTimeAsync(AT_MS + 5_000)
  expect(attempts.length).toBeGreaterThan(10)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(attempts.at(-1)).toBeLessThanOrEqual(AT_MS + LATE_LIMIT_MS)
})

it('[HO15] a plan that is moved or taken back does not ring', async () => {
  const timer = createTimer()
  timer.set({ broadcastId: 7, atMs: AT_MS })
  timer.set({ broadcastId: 7, atMs: 2 * AT_MS })
  await vi.advanceTimersByTimeAsync(AT_MS + LATE_LIMIT_MS)
  expect(attempts).toEqual([])
  timer.set(null)
  await vi.advanceTimersByTimeAsync(2 * AT_MS)
  expect(attempts).toEqual([])
})
