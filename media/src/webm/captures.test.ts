import { describe, expect, test } from 'vitest'
import { captures, wholeCapture } from '../fixtures/captures.ts'
import { demux, packetsOf } from '../fixtures/demux.ts'
import { sameBytes } from '../fixtures/webm.ts'
import { type DemuxEvent, type DemuxResult, WebmDemuxer } from './demuxer.ts'
import { elementIds } from './elements.ts'

/** Hardly a packet of the captures is longer: nearly each is cut once, or not at all. */
const CUT_EVERY = 1_009
const clusterId = Uint8Array.of(0x1f, 0x43, 0xb6, 0x75)

describe.each(captures)('$name', (capture) => {
  const { chunks, channels, sampleRate } = capture
  const whole = wholeCapture(capture)
  const packets = packetsOf(demux(chunks))
  const real = new Set(packets.map(asText))
  const areAllReal = (received: Uint8Array[]) => received.every((packet) => real.has(asText(packet)))

  test('[WB1] a recording gives its track first, then each of its packets, in order and unchanged', () => {
    const events = demux(chunks)
    expect(events[0]).toMatchObject({ type: 'track', codec: 'opus', channels, sampleRate })
    expect(events.slice(1).every(({ type }) => type === 'packet')).toBe(true)
    expect(packets).toHaveLength(capture.packets)
    expect(sameBytes(packets, blocksByHand(whole))).toBe(true)
  })

  test('[WB2] cut in two at every offset it gives the same packets', () => {
    // Cuts so far apart that none disturbs what another does: one reading of the recording tries many of them.
    for (let first = 0; first < CUT_EVERY; first++)
      if (!sameBytes(packetsOf(demux(cutEvery(whole, first))), packets)) expect.fail(`cut from ${first} on`)
  })

  test('[WB2] cut into single bytes it gives the same packets', () => {
    const events = demux(Array.from(whole, (byte) => Uint8Array.of(byte)))
    expect(sameBytes(packetsOf(events), packets)).toBe(true)
  })

  test('[WB5] after a hole of any place and length, every packet from the next cluster on is there', () => {
    let holes = 0
    let torn = 0
    for (let start = nextCluster(whole, 0) + 16; start < whole.length; start += 263) {
      for (const length of [1, 53, 701, 4001, 9001]) {
        const later = blocksByHand(whole, nextCluster(whole, start + length))
        const received = packetsOf(demux([whole.subarray(0, start), whole.subarray(start + length)]))
        const isTorn = !areAllReal(received)
        const isComplete = sameBytes(received.slice(received.length - later.length), later)
        if (!isTorn && !isComplete) expect.fail(`hole of ${length} at ${start}`)
        holes += 1
        torn += isTorn ? 1 : 0
      }
    }
    // A hole between two places of the same kind leaves no trace in the bytes; it must stay rare.
    expect(torn / holes).toBeLessThan(0.01)
  })

  test('[WB5] when any one chunk is lost, reading goes on with the chunk after it', () => {
    for (let lost = 1; lost < chunks.length - 2; lost++) {
      const demuxer = new WebmDemuxer()
      for (const chunk of chunks.slice(0, lost)) demuxer.push(chunk)
      demuxer.noteLoss()
      const after = packetsOf(chunks.slice(lost + 1).flatMap((chunk) => eventsOf(demuxer.push(chunk))))
      const end = chunks.slice(0, lost + 1).reduce((total, chunk) => total + chunk.length, 0)
      const later = blocksByHand(whole, nextCluster(whole, end))
      expect(areAllReal(after)).toBe(true)
      expect(sameBytes(after.slice(after.length - later.length), later)).toBe(true)
    }
  })
})

/** Its pieces when it is cut at `first` and then every `CUT_EVERY` bytes. */
function cutEvery(whole: Uint8Array, first: number): Uint8Array[] {
  const cuts = Array.from(
    { length: Math.ceil((whole.length - first) / CUT_EVERY) },
    (_, at) => first + at * CUT_EVERY,
  )
  return [0, ...cuts].map((start, at) => whole.subarray(start, cuts[at] ?? whole.length))
}

function asText(packet: Uint8Array): string {
  return Buffer.from(packet).toString('latin1')
}

function eventsOf(result: DemuxResult): DemuxEvent[] {
  return result.ok ? result.events : expect.fail(result.error)
}

/** Packets of all blocks from an offset on, read the naive way: everything is there, so sizes can be trusted. */
function blocksByHand(whole: Uint8Array, from = 0): Uint8Array[] {
  const blocks: Uint8Array[] = []
  let at = from
  while (at < whole.length) {
    const { id, start, size } = headerByHand(whole, at)
    const isEntered = id === elementIds.segment || id === elementIds.cluster
    if (id === elementIds.simpleBlock) blocks.push(whole.subarray(start + 4, start + size))
    at = isEntered ? start : start + size
  }
  return blocks
}

function headerByHand(whole: Uint8Array, at: number): { id: number; start: number; size: number } {
  const idBytes = Math.clz32(whole[at] ?? 0) - 23
  const sizeBytes = Math.clz32(whole[at + idBytes] ?? 0) - 23
  const start = at + idBytes + sizeBytes
  const hex = (from: number, to: number) => `0x${Buffer.from(whole.subarray(from, to)).toString('hex')}`
  const marker = 1n << BigInt(7 * sizeBytes)
  return { id: Number(hex(at, at + idBytes)), start, size: Number(BigInt(hex(at + idBytes, start)) - marker) }
}

function nextCluster(whole: Uint8Array, from: number): number {
  const at = Buffer.from(whole).indexOf(clusterId, from)
  return at < 0 ? whole.length : at
}
