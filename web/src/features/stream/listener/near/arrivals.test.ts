import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Arrival, leastMarginMs, MEMORY_MS, remembered } from './arrivals.ts'
import { MAX_MARGIN_MS, MIN_MARGIN_MS } from './jitter-buffer.ts'
import { JitterControl } from './jitter-control.ts'

const PACKET_MS = 60
const SLICE_MS = 250

/** A minute of a recorder's slices, each of the whole packets that are ready, on a way that takes `lateMs`. */
function slices(lateMs: (slice: number) => number): Arrival[] {
  return Array.from({ length: 240 }, (_, slice) => ({
    atMs: (slice + 1) * SLICE_MS + lateMs(slice),
    beginsAtMs: Math.floor((slice * SLICE_MS) / PACKET_MS) * PACKET_MS,
  }))
}

/** The most that is asked for in the second half of the minute. */
function mostMs(arrivals: readonly Arrival[]): number {
  const times = Array.from({ length: 120 }, (_, step) => 30_000 + step * SLICE_MS)
  return Math.max(
    ...times.map((now) =>
      leastMarginMs(
        arrivals.filter(({ atMs }) => atMs <= now),
        now,
      ),
    ),
  )
}

describe('the least margin that arrivals ask for', () => {
  test('[LS841] on a quiet network, slices of 250 ms that hold 240 or 300 ms ask for no more than the least', () => {
    expect(mostMs(slices(() => 20))).toBe(MIN_MARGIN_MS)
    expect(leastMarginMs([], 0)).toBe(MIN_MARGIN_MS)
  })

  test('[LS841] pages that come up to 5 ms early or late ask for 10 ms more at most', () => {
    const late = [5, -3, 2, -5, 0, 4, -1, -4, 3, 1, -2]
    const mostAsked = mostMs(slices((slice) => 20 + (late[slice % late.length] ?? 0)))
    expect(mostAsked).toBeGreaterThanOrEqual(MIN_MARGIN_MS)
    expect(mostAsked).toBeLessThanOrEqual(MIN_MARGIN_MS + 10)
  })

  test('[LS841] pages that come two at a time, each second, ask for 20 ms more at most: the rest shows in the levels', () => {
    expect(mostMs(slices((slice) => (slice % 4 === 0 ? SLICE_MS : 0)))).toBeLessThanOrEqual(
      MIN_MARGIN_MS + 20,
    )
  })

  test('[LS841] what was late once is held in reserve for half a minute', () => {
    const arrivals = slices((slice) => (slice === 100 ? 200 : 0))
    const lateAt = 101 * SLICE_MS + 200
    const askedAt = (now: number) =>
      leastMarginMs(
        arrivals.filter(({ atMs }) => atMs <= now),
        now,
      )
    expect(askedAt(lateAt)).toBe(MIN_MARGIN_MS)
    expect(askedAt(lateAt + 5_000)).toBeGreaterThan(MIN_MARGIN_MS + 130)
    expect(askedAt(lateAt + MEMORY_MS)).toBe(MIN_MARGIN_MS)
  })

  test('[LS841] on a way of any jitter it is between the least and the most, and covers what is remembered', () => {
    const ways = fc.array(fc.integer({ min: 0, max: 3_000 }), { minLength: 240, maxLength: 240 })
    fc.assert(
      fc.property(ways, fc.integer({ min: 0, max: 70_000 }), (late, now) => {
        const arrivals = slices((slice) => late[slice] ?? 0).filter(({ atMs }) => atMs <= now)
        const asked = leastMarginMs(arrivals, now)
        expect(asked).toBeGreaterThanOrEqual(MIN_MARGIN_MS)
        expect(asked).toBeLessThanOrEqual(MAX_MARGIN_MS)
        expect(leastMarginMs(remembered(arrivals, now), now)).toBe(asked)
      }),
    )
  })

  test('[LS841] on a way of any jitter the margin shrinks by a tenth in 10 s at most, and grows at an underrun', () => {
    const ways = fc.array(fc.integer({ min: 0, max: 1_000 }), { minLength: 240, maxLength: 240 })
    fc.assert(
      fc.property(ways, fc.integer({ min: 10, max: 230 }), (late, dryAt) => {
        const control = new JitterControl()
        slices((slice) => late[slice] ?? 0).forEach(({ atMs }, slice) => {
          const before = control.marginMs
          control.arrived(atMs, SLICE_MS)
          const underruns = slice >= dryAt ? 1 : 0
          control.observe(atMs, { lowestMs: 100, highestMs: 350, underruns })
          expect(control.marginMs).toBeGreaterThanOrEqual(Math.max(MIN_MARGIN_MS, Math.round(before * 0.9)))
          expect(control.marginMs).toBeLessThanOrEqual(MAX_MARGIN_MS)
          if (slice === dryAt)
            expect(control.marginMs).toBeGreaterThanOrEqual(Math.min(MAX_MARGIN_MS, before * 1.5 - 1))
        })
      }),
    )
  })

  test('[LS841] no stall asks for more than the most', () => {
    expect(mostMs(slices((slice) => (slice === 150 ? 9_000 : 0)))).toBe(MAX_MARGIN_MS)
  })

  test('[LS841] the margin rises to it at once and comes down slowly', () => {
    const control = new JitterControl()
    for (const { atMs, beginsAtMs } of slices((slice) => (slice === 4 ? 200 : 0)).slice(0, 40))
      control.arrived(atMs, beginsAtMs === 0 ? 240 : 250)
    const level = { lowestMs: 100, highestMs: 350, underruns: 0 }
    control.observe(10_000, level)
    expect(control.marginMs).toBeGreaterThan(200)
    const { marginMs } = control
    control.observe(60_000, level)
    expect(control.marginMs).toBe(Math.round(marginMs * 0.9))
  })
})
