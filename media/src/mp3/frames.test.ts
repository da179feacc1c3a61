import { describe, expect, it } from 'vitest'
import { Mp3Splitter } from './frames.ts'

/** 128 kbit/s at 48 kHz: 384 bytes, 24 ms. */
function frame(fill: number): Uint8Array {
  const bytes = new Uint8Array(384).fill(fill)
  bytes.set([0xff, 0xfb, 0x94, 0x00])
  return bytes
}
/** 128 kbit/s at 44.1 kHz: 417 bytes, and one more when padded. */
function oddFrame(isPadded: boolean): Uint8Array {
  const bytes = new Uint8Array(isPadded ? 418 : 417)
  bytes.set([0xff, 0xfb, isPadded ? 0x92 : 0x90, 0x00])
  return bytes
}
const stream = Buffer.concat([frame(1), frame(2), frame(3)])

describe('the frames of an MP3 stream', () => {
  it('[MP1] are whole wherever its bytes are split', () => {
    for (let split = 0; split <= stream.length; split++) {
      const splitter = new Mp3Splitter()
      const parts = [splitter.push(stream.subarray(0, split)), splitter.push(stream.subarray(split))]
      const whole = Buffer.concat(parts.map(({ bytes }) => bytes))
      expect(parts.every(({ bytes }) => bytes.length % 384 === 0)).toBe(true)
      expect(whole.equals(stream)).toBe(true)
      expect(parts.reduce((sum, { count }) => sum + count, 0)).toBe(3)
      expect(parts.reduce((sum, { durationMs }) => sum + durationMs, 0)).toBeCloseTo(72)
    }
  })

  it('[MP1] have the length that their padding says', () => {
    const bytes = Buffer.concat([oddFrame(false), oddFrame(true), oddFrame(false)])
    expect(new Mp3Splitter().push(bytes)).toMatchObject({ count: 3, bytes: new Uint8Array(bytes) })
  })

  it.each([
    ['nothing', ''],
    ['another layer', 'fffd9400'],
    ['another version', 'fff39400'],
    ['a free bitrate', 'fffb0400'],
    ['a forbidden bitrate', 'fffbf400'],
    ['a reserved sampling frequency', 'fffb9c00'],
    ['zeroes', '00'.repeat(1_000)],
    ['sync bytes alone', 'ff'.repeat(1_000)],
  ])('[MP1] %s is left out, and what follows is found', (_name, hex) => {
    const splitter = new Mp3Splitter()
    expect(splitter.push(Buffer.from(hex, 'hex')).count).toBe(0)
    expect(splitter.push(frame(1)).bytes).toEqual(frame(1))
  })

  it('[MP1] that a dead encoder did not finish are forgotten', () => {
    const splitter = new Mp3Splitter()
    splitter.push(frame(1).subarray(0, 200))
    splitter.reset()
    expect(splitter.push(frame(2)).bytes).toEqual(frame(2))
  })
})
