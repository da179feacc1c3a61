import { describe, expect, test } from 'vitest'
import { joined, packetOf, pageOf } from '../fixtures/ogg.ts'
import { maxJoinedPacketBytes, OggPacketReader } from './packet-reader.ts'

const PACKETS = [packetOf(1, 3), packetOf(2, 255), packetOf(3, 600), packetOf(4, 0)]
const STREAM = joined([
  pageOf(PACKETS.slice(0, 2), { sequence: 7 }),
  pageOf(PACKETS.slice(2), { sequence: 8 }),
])

describe('OggPacketReader', () => {
  test('[LS1] gives the same packets wherever the bytes are split', () => {
    for (let cut = 0; cut <= STREAM.length; cut += 1) {
      const reader = new OggPacketReader()
      const packets = [...reader.push(STREAM.subarray(0, cut)), ...reader.push(STREAM.subarray(cut))]
      expect(packets).toEqual(PACKETS)
    }
  })

  test('[LS1] gives the same packets byte by byte', () => {
    const reader = new OggPacketReader()
    expect([...STREAM].flatMap((byte) => reader.push(Uint8Array.of(byte)))).toEqual(PACKETS)
    expect(reader.skippedBytes).toBe(0)
  })

  test('[LS1] joins a packet that goes on over the next page', () => {
    const whole = packetOf(9, 300)
    const first = pageOf([whole.subarray(0, 255)], { sequence: 1, lacing: [255] })
    const second = pageOf([whole.subarray(255)], { sequence: 2, flags: 1, lacing: [45] })
    expect(new OggPacketReader().push(joined([first, second]))).toEqual([whole])
  })

  test('[LS2] goes on at the next page after bytes that are none', () => {
    const reader = new OggPacketReader()
    const noise = Uint8Array.from([0x4f, 0x67, 0x67, 0x53, 9, 1, 2, 3, 0x4f])
    expect(reader.push(joined([noise, STREAM]))).toEqual(PACKETS)
    expect(reader.skippedBytes).toBe(noise.length)
  })

  test('[LS2] leaves out a damaged page and goes on with the next', () => {
    const damaged = pageOf([packetOf(5, 40)], { sequence: 6 })
    damaged[40] = 0xff
    expect(new OggPacketReader().push(joined([damaged, STREAM]))).toEqual(PACKETS)
  })

  test('[LS2] drops a packet torn by a missing page', () => {
    const torn = pageOf([packetOf(5, 255)], { sequence: 1, lacing: [255] })
    const later = pageOf([packetOf(5, 10), packetOf(6, 4)], { sequence: 3, flags: 1 })
    expect(new OggPacketReader().push(joined([torn, later]))).toEqual([packetOf(6, 4)])
  })

  test('[LS3] a packet without end is not kept', () => {
    const reader = new OggPacketReader()
    const endless = (sequence: number) =>
      pageOf([packetOf(7, 255 * 255)], { sequence, flags: 1, lacing: new Array(255).fill(255) })
    const begin = pageOf([packetOf(7, 255)], { sequence: 0, lacing: [255] })
    const pages = [begin, endless(1), endless(2)]
    expect(2 * 255 * 255).toBeGreaterThan(maxJoinedPacketBytes)
    const end = pageOf([packetOf(7, 5), packetOf(8, 2)], { sequence: 3, flags: 1 })
    expect([...pages, end].flatMap((page) => reader.push(page))).toEqual([packetOf(8, 2)])
  })
})
