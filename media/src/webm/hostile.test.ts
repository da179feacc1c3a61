import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { captures, wholeCapture } from '../fixtures/captures.ts'
import {
  bytes,
  clusterHeader,
  element,
  opening,
  openingOfHugeSize,
  sessionHeader,
  simpleBlock,
} from '../fixtures/webm.ts'
import { readPacket } from '../opus/packet.ts'
import { WebmDemuxer } from './demuxer.ts'
import { elementIds, maxElementBytes } from './elements.ts'

const maxHeldBytes = maxElementBytes + 12
const packet = Uint8Array.of(0xfc, 1, 2, 3, 4)
const recording = captures.map((capture) => wholeCapture(capture).subarray(0, 6000))

/** Feeds whatever it is given; fails unless memory stays bounded and everything that comes out is a packet. */
function feed(chunks: Iterable<Uint8Array>): void {
  const demuxer = new WebmDemuxer()
  for (const chunk of chunks) {
    const result = demuxer.push(chunk)
    if (demuxer.bufferedBytes > maxHeldBytes) expect.fail(`holds ${demuxer.bufferedBytes} bytes`)
    if (!result.ok) return
    if (result.events.length > chunk.length + maxHeldBytes) expect.fail('more events than bytes')
    for (const event of result.events)
      if (event.type === 'packet' && !readPacket(event.data).ok) expect.fail('gave what is no packet')
  }
}

const piece = fc.oneof(
  fc.uint8Array({ maxLength: 300 }),
  fc.constantFrom(
    sessionHeader(),
    clusterHeader(),
    simpleBlock(packet),
    openingOfHugeSize(elementIds.simpleBlock),
    openingOfHugeSize(0xec),
    opening(elementIds.blockGroup, 'unknown'),
    opening(elementIds.simpleBlock, 'unknown'),
    opening(elementIds.tracks, 60_000),
    element(elementIds.simpleBlock),
    element(elementIds.tracks, element(elementIds.trackEntry)),
    element(elementIds.ebml, new Uint8Array(40)),
  ),
)

describe('hostile bytes', () => {
  test('[WB13] random bytes in random chunks', () => {
    fc.assert(fc.property(fc.array(fc.uint8Array({ maxLength: 2000 }), { maxLength: 30 }), feed), {
      numRuns: 300,
    })
  })

  test('[WB13] elements of every kind in every order, true and false', () => {
    fc.assert(
      fc.property(
        fc.array(piece, { maxLength: 40 }),
        fc.integer({ min: 1, max: 900 }),
        (pieces, chunkBytes) => {
          feed(chunksOf(bytes(sessionHeader(), ...pieces), chunkBytes))
        },
      ),
      { numRuns: 500 },
    )
  })

  test('[WB13] recordings with bytes changed, taken out and doubled', () => {
    const change = fc.record({ at: fc.nat(5999), byte: fc.nat(255), take: fc.nat(40), repeat: fc.nat(2) })
    const input = fc.tuple(
      fc.nat(recording.length - 1),
      fc.array(change, { maxLength: 12 }),
      fc.integer({ min: 1, max: 4000 }),
    )
    fc.assert(
      fc.property(input, ([index, changes, chunkBytes]) => {
        let stream = recording[index] ?? packet
        for (const { at, byte, take, repeat } of changes) {
          const middle = bytes(...Array(repeat).fill(stream.subarray(at, at + take)))
          stream = bytes(stream.subarray(0, at), Uint8Array.of(byte), middle, stream.subarray(at + take))
        }
        feed(chunksOf(stream, chunkBytes))
      }),
      { numRuns: 500 },
    )
  })

  test('[WB13] recordings cut short at every byte', () => {
    for (const stream of recording)
      for (let end = 0; end < stream.length; end += 11) feed([stream.subarray(0, end)])
  })

  test('[WB13] a healthy session after any of it is read again, as long as the source is not given up', () => {
    const healthy = bytes(sessionHeader(), clusterHeader(), simpleBlock(packet))
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 20 }), (pieces) => {
        const demuxer = new WebmDemuxer()
        const before = pieces.map((chunk) => demuxer.push(chunk))
        const result = demuxer.push(healthy)
        if (before.some(({ ok }) => !ok)) return !result.ok
        return result.ok && result.events.at(-1)?.type === 'packet'
      }),
      { numRuns: 500 },
    )
  })
})

describe('floods', () => {
  test('[WB13] 100,000 fragments of one byte within one block', () => {
    const demuxer = new WebmDemuxer()
    demuxer.push(bytes(sessionHeader(), clusterHeader(), opening(elementIds.simpleBlock, maxElementBytes)))
    const fragment = Uint8Array.of(0x81)
    for (let sent = 0; sent < 100_000; sent++) {
      demuxer.push(fragment)
      if (demuxer.bufferedBytes > maxHeldBytes) expect.fail(`holds ${demuxer.bufferedBytes} bytes`)
    }
  })

  test('[WB13] 100,000 blocks, each of which claims to be larger than what comes', () => {
    const liar = bytes(opening(elementIds.simpleBlock, 60_000), Uint8Array.of(0x81, 0, 0, 0x80, 0xfc))
    const demuxer = new WebmDemuxer()
    demuxer.push(sessionHeader())
    const results = Array.from({ length: 100_000 }, () => demuxer.push(liar))
    expect(results.at(-1)).toEqual({ ok: false, error: 'UNREADABLE' })
    expect(demuxer.bufferedBytes).toBeLessThanOrEqual(maxHeldBytes)
  })

  test('[WB13] a chunk of 16 MB is read piece by piece', () => {
    const demuxer = new WebmDemuxer()
    const part = bytes(clusterHeader(), ...Array(1000).fill(simpleBlock(packet)))
    const chunk = bytes(sessionHeader(), ...Array(Math.ceil(2 ** 24 / part.length)).fill(part))
    expect(demuxer.push(chunk)).toMatchObject({ ok: true })
    expect(demuxer.bufferedBytes).toBe(0)
  })

  test('[WB13] empty chunks change nothing', () => {
    const demuxer = new WebmDemuxer()
    for (let sent = 0; sent < 1000; sent++)
      expect(demuxer.push(new Uint8Array(0))).toEqual({ ok: true, events: [] })
  })
})

function* chunksOf(stream: Uint8Array, chunkBytes: number): Generator<Uint8Array> {
  for (let at = 0; at < stream.length; at += chunkBytes) yield stream.subarray(at, at + chunkBytes)
}
