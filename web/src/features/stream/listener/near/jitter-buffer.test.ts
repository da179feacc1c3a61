import { describe, expect, test } from 'vitest'
import {
  grownMarginMs,
  isStarved,
  MAX_MARGIN_MS,
  MIN_MARGIN_MS,
  playbackRate,
  STABLE_MS,
  START_BUFFER_MS,
  START_MARGIN_MS,
  shrunkMarginMs,
  skipMs,
  startLevelMs,
} from './jitter-buffer.ts'
import { JitterControl } from './jitter-control.ts'

describe('the jitter buffer', () => {
  test('[LS6] begins with four tenths of a second', () => {
    expect(START_BUFFER_MS).toBe(400)
    expect(startLevelMs(START_MARGIN_MS)).toBe(START_BUFFER_MS)
  })

  test('[LS7] grows by half at an underrun, up to a limit', () => {
    expect(grownMarginMs(200)).toBe(300)
    expect(grownMarginMs(1_500)).toBe(MAX_MARGIN_MS)
  })

  test('[LS7] shrinks by a tenth, down to a limit', () => {
    expect(shrunkMarginMs(300, MIN_MARGIN_MS)).toBe(270)
    expect(shrunkMarginMs(MIN_MARGIN_MS + 5, MIN_MARGIN_MS)).toBe(MIN_MARGIN_MS)
    expect(shrunkMarginMs(300, 290)).toBe(290)
  })

  test.each([
    [200, 1],
    [225, 1],
    [500, 1.005],
    [2_000, 1.01],
    [0, 1 - 0.01 / 3],
  ])('[LS8] with a lowest level of %i ms over a margin of 200 it plays at %f', (lowest, rate) => {
    expect(playbackRate(lowest, 200)).toBeCloseTo(rate, 6)
  })

  test('[LS8] leaps over a large excess, sooner while starting', () => {
    expect(skipMs(600, 200, 1_000)).toBe(400)
    expect(skipMs(1_000, 200, 60_000)).toBe(0)
    expect(skipMs(1_500, 200, 60_000)).toBe(1_300)
  })

  test('[LS9] the fourth hiccup within a minute is starvation', () => {
    expect(isStarved([0, 10, 20], 30)).toBe(false)
    expect(isStarved([0, 10, 20, 30], 30)).toBe(true)
    expect(isStarved([0, 10, 20, 30], 60_005)).toBe(false)
  })
})

describe('JitterControl', () => {
  const level = (lowestMs: number, underruns = 0) => ({ lowestMs, highestMs: lowestMs + 250, underruns })

  test('[LS7] an underrun raises the margin, calm lowers it again', () => {
    const control = new JitterControl()
    control.observe(1_000, level(200, 1))
    expect(control.marginMs).toBe(180)
    control.observe(1_000 + STABLE_MS, level(180, 1))
    expect(control.marginMs).toBe(162)
  })

  test('[LS9] underruns in a row are one hiccup: the margin grows once', () => {
    const control = new JitterControl()
    for (const [at, underruns] of [
      [1_000, 1],
      [1_400, 2],
      [2_900, 3],
      [3_100, 4],
    ] as const) {
      control.observe(at, level(0, underruns))
    }
    expect(control.hiccupTimes).toEqual([1_000, 3_100])
    expect(control.marginMs).toBe(270)
  })

  test('[LS8] judges nothing before it has watched for a second', () => {
    const control = new JitterControl()
    expect(control.observe(0, level(900))).toEqual({ rate: 1, startLevelMs: 400, skipMs: 0 })
    expect(control.observe(1_100, level(900)).skipMs).toBe(780)
  })
})
