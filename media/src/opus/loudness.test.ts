import { describe, expect, it } from 'vitest'
import { BLOCK_SAMPLES, LoudnessMeter, loudnessOf } from './loudness.ts'

const sine = (samples: number, amplitude: number, from = 0) =>
  Float32Array.from(
    { length: samples },
    (_, at) => amplitude * Math.sin((2 * Math.PI * 1000 * (from + at)) / 48_000),
  )

describe('loudness', () => {
  it('[GU1] a sine of full scale has 0.707 in each tenth of a second, and half of it half', () => {
    for (const amplitude of [1, 0.5]) {
      const channel = sine(3 * BLOCK_SAMPLES, amplitude)
      const levels = new LoudnessMeter().push(channel, channel)
      expect(levels).toHaveLength(3)
      for (const level of levels) expect(level).toBeCloseTo(amplitude * Math.SQRT1_2, 4)
    }
  })

  it('[GU1] any length has one as a whole, none has silence', () => {
    expect(loudnessOf(sine(48_000, 0.5), sine(48_000, 0.5))).toBeCloseTo(0.5 * Math.SQRT1_2, 4)
    expect(loudnessOf(new Float32Array(0), new Float32Array(0))).toBe(0)
  })

  it('[GU1] both channels count: one that is silent takes 3 dB', () => {
    const [level] = new LoudnessMeter().push(sine(BLOCK_SAMPLES, 1), new Float32Array(BLOCK_SAMPLES))
    expect(level).toBeCloseTo(0.5, 4)
  })

  it('[GU1] gives the same however the sound is cut', () => {
    const whole = sine(5 * BLOCK_SAMPLES, 0.8)
    const expected = new LoudnessMeter().push(whole, whole)
    for (const step of [1, 960, 2_880, 4_799, 4_801, 11_000]) {
      const meter = new LoudnessMeter()
      const levels: number[] = []
      for (let at = 0; at < whole.length; at += step) {
        const part = whole.subarray(at, at + step)
        levels.push(...meter.push(part, part))
      }
      expect(levels).toHaveLength(5)
      for (const [index, level] of levels.entries()) expect(level).toBeCloseTo(expected[index] ?? 0, 6)
    }
  })

  it('[GU1] silence that nobody decoded goes on in the same blocks', () => {
    const meter = new LoudnessMeter()
    const half = sine(BLOCK_SAMPLES / 2, 1)
    expect(meter.push(half, half)).toEqual([])
    const [mixed, ...silent] = meter.pushSilence(2.5 * BLOCK_SAMPLES)
    expect(mixed).toBeCloseTo(0.5, 4)
    expect(silent).toEqual([0, 0])
  })
})
