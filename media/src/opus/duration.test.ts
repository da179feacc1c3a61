import { describe, expect, test } from 'vitest'
import { isHeaderPacket } from './head.ts'
import { durationInSamples } from './packet.ts'

const toc = (configuration: number, code: number) => (configuration << 3) | (1 << 2) | code
/** 20 ms of CELT. */
const packet = (mark: number) => Uint8Array.of(toc(31, 0), mark)

describe('Opus packets', () => {
  test.each([
    ['60 ms SILK', [toc(3, 0)], 2880],
    ['20 ms hybrid', [toc(13, 0)], 960],
    ['2.5 ms CELT', [toc(28, 0)], 120],
    ['two frames of 20 ms', [toc(31, 1)], 1920],
    ['three frames of 20 ms', [toc(31, 3), 3], 2880],
    ['nothing', [], 0],
    ['code 3 without a frame count', [toc(31, 3)], 0],
  ])('[LS4] %s', (_name, bytes, samples) => {
    expect(durationInSamples(Uint8Array.from(bytes))).toBe(samples)
  })

  test('[LS4] headers are distinguished from audio', () => {
    expect(isHeaderPacket(new TextEncoder().encode('OpusHead\u0001'))).toBe(true)
    expect(isHeaderPacket(new TextEncoder().encode('OpusTagsx'))).toBe(true)
    expect(isHeaderPacket(packet(1))).toBe(false)
  })
})
