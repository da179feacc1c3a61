import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { EARLY_TURN_MS, FAN_OUT_TICK_MS, FanOutClock } from './fan-out-clock.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'setImmediate', 'performance'] })
})
afterEach(() => {
  vi.useRealTimers()
})

function startClock(onTick = () => {}) {
  let turns = 0
  const onTurn = () => {
    turns++
  }
  const clock = new FanOutClock({ now: () => performance.now(), onTick, onTurn })
  clock.start()
  return { clock, turns: () => turns }
}

it('[ST31] the next group has its turn with a page at about its time, and the clock goes on from there', () => {
  const { clock, turns } = startClock()
  vi.advanceTimersByTime(EARLY_TURN_MS - 1)
  clock.notePage()
  expect(turns()).toBe(0)
  vi.advanceTimersByTime(1)
  clock.notePage()
  clock.notePage()
  expect(turns()).toBe(1)
  vi.advanceTimersByTime(FAN_OUT_TICK_MS - 1)
  expect(turns()).toBe(1)
  vi.advanceTimersByTime(2)
  expect(turns()).toBe(2)
  clock.stop()
})

it('[ST31] pages that are added because time has passed bring no turn of their own', () => {
  const { clock, turns } = startClock(() => clock.notePage())
  vi.advanceTimersByTime(2 * FAN_OUT_TICK_MS + 2)
  expect(turns()).toBe(2)
  clock.stop()
})

it('[ST31] once stopped it gives no turn, neither by time nor by a page', () => {
  const { clock, turns } = startClock()
  vi.advanceTimersByTime(FAN_OUT_TICK_MS - 1)
  clock.stop()
  clock.stop()
  clock.notePage()
  vi.advanceTimersByTime(FAN_OUT_TICK_MS)
  expect(turns()).toBe(0)
})
