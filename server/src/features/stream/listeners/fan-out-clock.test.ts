import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { EARLY_TURN_MS, FAN_OUT_TICK_MS, FanOutClock } from './fan-out-clock.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'setImmediate', 'performance'] })
})
afterEach(() => {
  vi.useRealTimers()
})

function startClock(onTick = () => {}) {
  let ticks = 0
  const onTurn = () => {
    ticks++
  }
  const clock = new FanOutClock({ now: () => performance.now(), onTick, onTurn })
  clock.start()
  return { clock, ticks: () => ticks }
}

it('[ST31] the next group has its turn with a page at about its time, and the clock goes on from there', () => {
  const { clock, ticks } = startClock()
  vi.advanceTimersByTime(EARLY_TURN_MS - 1)
  clock.notePage()
  expect(ticks()).toBe(0)
  vi.advanceTimersByTime(1)
  clock.notePage()
  clock.notePage()
  expect(ticks()).toBe(1)
  vi.advanceTimersByTime(FAN_OUT_TICK_MS - 1)
  expect(ticks()).toBe(1)
  vi.advanceTimersByTime(2)
  expect(ticks()).toBe(2)
  clock.stop()
})

it('[ST31] pages that are added because time has passed bring no turn of their own', () => {
  const { clock, ticks } = startClock(() => clock.notePage())
  vi.advanceTimersByTime(2 * FAN_OUT_TICK_MS + 2)
  expect(ticks()).toBe(2)
  clock.stop()
})

it('[ST31] a tick that takes longer than a turn lasts brings one turn, though it adds pages late', () => {
  let nowMs = 0
  let ticks = 0
  const clock = new FanOutClock({
    now: () => nowMs,
    onTick() {
      nowMs += 2 * EARLY_TURN_MS
      clock.notePage()
    },
    onTurn: () => ticks++,
  })
  clock.start()
  vi.advanceTimersByTime(FAN_OUT_TICK_MS + 1)
  expect(ticks).toBe(1)
  clock.stop()
})

it('[ST31] once stopped it gives no turn, neither by time nor by a page', () => {
  const { clock, ticks } = startClock()
  vi.advanceTimersByTime(FAN_OUT_TICK_MS - 1)
  clock.stop()
  clock.stop()
  clock.notePage()
  vi.advanceTimersByTime(FAN_OUT_TICK_MS)
  expect(ticks()).toBe(0)
})
