import { describe, expect, test } from 'vitest'
import { captures } from '../fixtures/captures.ts'
import { demux, packetsOf } from '../fixtures/demux.ts'
import { readPacket } from './packet.ts'
import { padPacket } from './padding.ts'
import { silencePacket } from './silence.ts'

const packets: [name: string, packet: Uint8Array][] = [
  ['code 0', Uint8Array.of(0xfc, 1, 2, 3)],
  ['code 0 without data', Uint8Array.of(0xfc)],
  ['code 1', Uint8Array.of(0xfd, 1, 2, 3, 4)],
  ['code 2', Uint8Array.of(0xfe, 1, 9, 8, 7)],
  ['code 3, constant', Uint8Array.of(0xff, 3, 1, 2, 3)],
  ['code 3, variable', Uint8Array.of(0xff, 0x83, 1, 0, 9, 8, 7)],
  ['code 3, padded', Uint8Array.of(0xff, 0x41, 2, 9, 0, 0)],
  ['code 3, padded to the last length byte', Uint8Array.of(0xff, 0x41, 254, 9, ...Array(254).fill(0))],
  ['code 3, variable and padded over 255', Uint8Array.of(0xff, 0xc2, 255, 4, 1, 9, 8, ...Array(258).fill(0))],
  ['mono', Uint8Array.of(0xf8, 0xff, 0xfe)],
]

function framesOf(packet: Uint8Array): Uint8Array[] {
  const result = readPacket(packet)
  if (!result.ok) return expect.fail(result.error)
  let end = result.value.framesOffset
  return result.value.frameLengths.map((length) => {
    end += length
    return packet.slice(end - length, end)
  })
}

describe('padding', () => {
  test('[OG3] literal bytes', () => {
    expect(padPacket(Uint8Array.of(0xfc, 7, 8), 4)).toEqual(Uint8Array.of(0xff, 0x01, 7, 8))
    expect(padPacket(Uint8Array.of(0xfc, 7, 8), 5)).toEqual(Uint8Array.of(0xff, 0x41, 0, 7, 8))
    expect(padPacket(Uint8Array.of(0xfc, 7, 8), 7)).toEqual(Uint8Array.of(0xff, 0x41, 2, 7, 8, 0, 0))
    expect(padPacket(Uint8Array.of(0xfe, 1, 7, 8), 6)).toEqual(Uint8Array.of(0xff, 0xc2, 0, 1, 7, 8))
    expect(padPacket(Uint8Array.of(0xff, 0x41, 1, 7, 0), 7)).toEqual(Uint8Array.of(0xff, 0x41, 3, 7, 0, 0, 0))
  })

  test.each(packets)('[OG3] %s gets exactly the size asked for, and keeps its frames', (_, packet) => {
    const frames = framesOf(packet)
    for (let target = packet.length; target < packet.length + 1100; target++) {
      const padded = padPacket(packet, target)
      expect(padded.length).toBe(target)
      expect(framesOf(padded)).toEqual(frames)
      expect(padded[0]).toBe(target === packet.length ? packet[0] : (packet[0] ?? 0) | 3)
    }
  })

  test('[OG3] padding may be added in steps', () => {
    let padded = Uint8Array.of(0xfc, 7, 8) as Uint8Array
    for (let target = 4; target < 800; target += 3) padded = padPacket(padded, target)
    expect(framesOf(padded)).toEqual([Uint8Array.of(7, 8)])
  })

  test('[OG3] a packet that is long enough stays the same object', () => {
    const packet = Uint8Array.of(0xfc, 1, 2, 3)
    expect(padPacket(packet, 4)).toBe(packet)
    expect(padPacket(packet, 0)).toBe(packet)
  })

  test('[OG3] every recorded packet can be padded', () => {
    for (const { chunks } of captures) {
      for (const packet of packetsOf(demux(chunks))) {
        const padded = padPacket(packet, 2000)
        expect(padded.length).toBe(2000)
        expect(framesOf(padded)).toEqual(framesOf(packet))
      }
    }
  })
})

describe('silence', () => {
  test.each([960, 2880] as const)(
    '[OG5] silence of %i samples is stereo, valid and of any size',
    (duration) => {
      for (const target of [0, 60, 720]) {
        const packet = silencePacket(duration, target)
        expect(readPacket(packet)).toMatchObject({
          ok: true,
          value: { stereo: true, durationInSamples: duration },
        })
        if (target > 0) expect(packet.length).toBe(target)
      }
    },
  )
})
