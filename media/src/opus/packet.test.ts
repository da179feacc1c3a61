import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { captures } from '../fixtures/captures.ts'
import { demux } from '../fixtures/demux.ts'
import { durationInSamples, type PacketError, readPacket } from './packet.ts'

/** RFC 6716 s3.1, table 2: milliseconds of a frame, by configuration. */
const frameMs = [
  [10, 20, 40, 60],
  [10, 20, 40, 60],
  [10, 20, 40, 60],
  [10, 20],
  [10, 20],
  [2.5, 5, 10, 20],
  [2.5, 5, 10, 20],
  [2.5, 5, 10, 20],
  [2.5, 5, 10, 20],
].flat()

/** Packets with what is in them: duration in samples, offset of the first frame, frame lengths. */
const valid: [
  name: string,
  packet: number[],
  duration: number,
  framesOffset: number,
  frameLengths: number[],
][] = [
  ['code 0', [0xfc, 1, 2, 3], 960, 1, [3]],
  ['code 0 without data', [0xfc], 960, 1, [0]],
  ['code 1', [0xfd, 1, 2, 3, 4], 1920, 1, [2, 2]],
  ['code 2', [0xfe, 1, 9, 8, 8], 1920, 2, [1, 2]],
  ['code 2 with an empty frame', [0xfe, 0, 9], 1920, 2, [0, 1]],
  ['code 2 with a long frame', [0xfe, 252, 1, ...Array(256).fill(7), 5], 1920, 3, [256, 1]],
  ['code 3, constant', [0xff, 3, 1, 2, 3, 4, 5, 6], 2880, 2, [2, 2, 2]],
  ['code 3, constant, padded', [0xff, 0x42, 1, 5, 6, 0], 1920, 3, [1, 1]],
  ['code 3, variable', [0xff, 0x83, 1, 0, 9, 8, 8], 2880, 4, [1, 0, 2]],
  ['code 3, variable, padded', [0xff, 0xc2, 2, 1, 9, 8, 0, 0], 1920, 4, [1, 1]],
  ['code 3, 255 bytes of padding', [0xff, 0x41, 255, 1, 7, ...Array(255).fill(0)], 960, 4, [1]],
  ['48 frames of 2.5 ms', [0x83, 48, ...Array(48).fill(1)], 5760, 2, Array(48).fill(1)],
  ['two frames of 60 ms', [0x1d, 1, 1], 5760, 1, [1, 1]],
  ['the longest frame', [0xfc, ...Array(1275).fill(1)], 960, 1, [1275]],
]

const broken: [name: string, packet: number[], error: PacketError][] = [
  ['nothing', [], 'EMPTY'],
  ['code 0 over 1275 bytes', [0xfc, ...Array(1276).fill(1)], 'FRAME_TOO_LARGE'],
  ['code 1 with an odd frame', [0xfd, 1, 2, 3], 'UNEVEN_FRAMES'],
  ['code 2 without a length', [0xfe], 'TRUNCATED'],
  ['code 2 with half a length', [0xfe, 252], 'TRUNCATED'],
  ['code 2 shorter than its length', [0xfe, 3, 1, 1], 'TRUNCATED'],
  ['code 2 over 1275 bytes', [0xfe, 0, ...Array(1276).fill(1)], 'FRAME_TOO_LARGE'],
  ['code 3 without a count', [0xff], 'TRUNCATED'],
  ['code 3 without frames', [0xff, 0], 'NO_FRAMES'],
  ['code 3 over 120 ms', [0xff, 7, ...Array(7).fill(1)], 'TOO_LONG'],
  ['code 3 with uneven frames', [0xff, 2, 1, 2, 3], 'UNEVEN_FRAMES'],
  ['code 3 without its padding length', [0xff, 0x41], 'TRUNCATED'],
  ['code 3 with endless padding length', [0xff, 0x41, 255, 255], 'TRUNCATED'],
  ['code 3 with more padding than bytes', [0xff, 0x41, 5, 1, 2], 'TRUNCATED'],
  ['code 3 with a missing length', [0xff, 0x83, 1], 'TRUNCATED'],
  ['code 3 with too long lengths', [0xff, 0x82, 9, 1, 2], 'TRUNCATED'],
]

describe('duration', () => {
  test.each(frameMs.map((ms, config) => [config, ms]))(
    '[OG1] configuration %i has frames of %d ms',
    (config, ms) => {
      const toc = (config << 3) | 4
      expect(durationInSamples(Uint8Array.of(toc, 0))).toBe(ms * 48)
      expect(durationInSamples(Uint8Array.of(toc | 1, 0, 0))).toBe(ms * 96)
      expect(durationInSamples(Uint8Array.of(toc | 3, 1, 0))).toBe(ms * 48)
      expect(durationInSamples(Uint8Array.of(toc | 3, 0x82, 0))).toBe(ms * 96)
    },
  )

  test('[OG1] bytes that cannot be a packet last 0 samples', () => {
    for (const packet of [[], [0xff], [0xff, 0], [0xff, 63]])
      expect(durationInSamples(Uint8Array.from(packet))).toBe(0)
  })

  test('[OG1] recorders write 60 or 20 ms packets', () => {
    for (const { name, chunks } of captures) {
      const durations = demux(chunks).flatMap((event) =>
        event.type === 'packet' ? [event.durationInSamples] : [],
      )
      expect(new Set(durations)).toEqual(new Set([name.startsWith('chromium') ? 2880 : 960]))
    }
  })
})

describe('validity', () => {
  test.each(valid)('[OG2] %s is taken apart', (_, packet, duration, framesOffset, frameLengths) => {
    const result = readPacket(Uint8Array.from(packet))
    expect(result).toMatchObject({
      ok: true,
      value: { durationInSamples: duration, framesOffset, frameLengths },
    })
    expect(durationInSamples(Uint8Array.from(packet))).toBe(duration)
  })

  test.each(broken)('[OG2] %s is refused by name', (_, packet, error) => {
    expect(readPacket(Uint8Array.from(packet))).toEqual({ ok: false, error })
  })

  test('[OG2] the TOC tells configuration, channels and code', () => {
    expect(readPacket(Uint8Array.of(0xfc))).toMatchObject({ value: { config: 31, stereo: true, code: 0 } })
    expect(readPacket(Uint8Array.of(0x09, 1, 1))).toMatchObject({
      value: { config: 1, stereo: false, code: 1 },
    })
  })

  test('[OG2] frames of whatever is accepted lie within the packet', () => {
    const byte = fc.oneof(fc.nat(255), fc.constantFrom(0x01, 0x41, 0x83, 0xc3, 0xff))
    fc.assert(
      fc.property(fc.array(byte, { maxLength: 60 }), (packet) => {
        const result = readPacket(Uint8Array.from(packet))
        if (!result.ok) return true
        const { framesOffset, frameLengths, durationInSamples: duration } = result.value
        const end = frameLengths.reduce((sum, length) => sum + length, framesOffset)
        return end <= packet.length && frameLengths.every((length) => length >= 0) && duration > 0
      }),
      { numRuns: 3000 },
    )
  })
})
