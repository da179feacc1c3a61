import { describe, expect, it } from 'vitest'
import { SAMPLES_PER_FRAME } from './frames.ts'
import { framesBetween, packedAudio, secondsOf } from './packed-audio.ts'

/** Length of the tag: its header, that of its frame, the owner with its end mark, and the timestamp. */
const TAG_BYTES = 10 + 10 + 45 + 8

describe('packed audio', () => {
  it('[HL29] has each frame of a run in the one segment in which it begins', () => {
    const borders = [0, 1, 1_151, 1_152, 1_153, 192_000, 192_960, 384_480, 576_000]
    let next = 0
    for (const [at, end] of borders.entries()) {
      const { first, count } = framesBetween(borders[at - 1] ?? 0, end)
      expect([first, count >= 0]).toEqual([next, true])
      next += count
      expect(next * SAMPLES_PER_FRAME).toBeGreaterThanOrEqual(end)
      expect((next - 1) * SAMPLES_PER_FRAME).toBeLessThan(end)
    }
    expect(secondsOf({ first: 9, count: 167 })).toBeCloseTo(4.008, 9)
  })

  it('[HL29] begins with the time of its first frame, which starts again after 26 hours', () => {
    const frames = [Uint8Array.of(0xff, 0xfb, 1), Uint8Array.of(2)]
    for (const [first, expected] of [
      [0, 0n],
      [167, 360_720n],
      [3_976_821, 8_589_933_360n],
      [3_976_822, 8_589_935_520n - 2n ** 33n],
    ] as const) {
      const bytes = Buffer.from(packedAudio(first, frames))
      expect(bytes.subarray(0, 10).toString('hex')).toBe(`4944330400000000003f`)
      expect(bytes.subarray(10, 20).toString('hex')).toBe('50524956000000350000')
      expect(bytes.subarray(20, 65).toString()).toBe('com.apple.streaming.transportStreamTimestamp\0')
      expect(bytes.readBigUInt64BE(65)).toBe(expected)
      expect(bytes.subarray(TAG_BYTES)).toEqual(Buffer.concat(frames))
    }
  })
})
