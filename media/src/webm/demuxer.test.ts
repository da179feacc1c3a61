import { describe, expect, test } from 'vitest'
import { captureNamed, wholeCapture } from '../fixtures/captures.ts'
import { demux, packetsOf } from '../fixtures/demux.ts'
import {
  blockData,
  bytes,
  clusterHeader,
  element,
  opening,
  openingOfHugeSize,
  opusTrackEntry,
  sessionHeader,
  simpleBlock,
} from '../fixtures/webm.ts'
import { opusHead } from '../opus/head.ts'
import { maxUnreadableBytes, WebmDemuxer } from './demuxer.ts'
import { elementIds, maxElementBytes } from './elements.ts'

/** Code 0, CELT 20 ms, a frame of four bytes. */
const packet = Uint8Array.of(0xfc, 1, 2, 3, 4)
const other = Uint8Array.of(0xfc, 5, 6, 7, 8)
const header = bytes(sessionHeader(), clusterHeader())
const unknownId = 0x4dbc

describe('literal bytes', () => {
  test('[WB1] a session by hand gives its track and its packet', () => {
    const session = Uint8Array.from(
      Buffer.from(
        '1a45dfa380' + // EBML header, empty
          '1853806701ffffffffffffff' + // Segment of unknown size
          '1654ae6ba3aea1' + // Tracks, TrackEntry
          'd78101' + // track number 1
          '8686415f4f505553' + // codec id A_OPUS
          '63a2934f7075734865616401023801803e0000000000' + // CodecPrivate: stereo, pre-skip 312, 16000 Hz
          '1f43b67501ffffffffffffff' + // Cluster of unknown size
          'e78100' + // timestamp 0
          'a38981000080' + // SimpleBlock: track 1, timestamp 0, key frame
          'fc01020304', // the packet
        'hex',
      ),
    )
    expect(demux([session])).toEqual([
      {
        type: 'track',
        codec: 'opus',
        number: 1,
        channels: 2,
        sampleRate: 16000,
        preSkip: 312,
        codecPrivate: Uint8Array.from(Buffer.from('4f7075734865616401023801803e0000000000', 'hex')),
      },
      { type: 'packet', data: packet, durationInSamples: 960 },
    ])
  })
})

describe('packets at once', () => {
  test('[WB3] a packet is given with the last byte of its block, while the cluster is open', () => {
    const demuxer = new WebmDemuxer()
    const block = simpleBlock(packet)
    demuxer.push(header)
    expect(demuxer.push(block.subarray(0, block.length - 1))).toEqual({ ok: true, events: [] })
    expect(demuxer.push(block.subarray(block.length - 1))).toEqual({
      ok: true,
      events: [{ type: 'packet', data: packet, durationInSamples: 960 }],
    })
  })

  test('[WB3] a packet stays as it is when later chunks arrive', () => {
    const demuxer = new WebmDemuxer()
    const first = demuxer.push(bytes(header, simpleBlock(packet)))
    demuxer.push(bytes(header, simpleBlock(other)))
    expect(first.ok && packetsOf(first.events)).toEqual([packet])
  })
})

describe('new sessions', () => {
  const firefox = captureNamed('firefox-raw')

  test('[WB4] a recorder that starts again gives a new track and goes on', () => {
    const events = demux([bytes(header, simpleBlock(packet)), bytes(header, simpleBlock(other))])
    expect(events.map(({ type }) => type)).toEqual(['track', 'packet', 'track', 'packet'])
  })

  test('[WB4] a session that breaks off anywhere does not hurt the next one', () => {
    const whole = wholeCapture(firefox).subarray(0, 3000)
    for (let end = 1; end < whole.length; end++) {
      const events = demux([whole.subarray(0, end), bytes(header, simpleBlock(other))])
      expect(packetsOf(events).at(-1)).toEqual(other)
    }
  })

  test('[WB4] a track of another session replaces the one before', () => {
    const mono = element(elementIds.tracks, opusTrackEntry('A_OPUS', monoHead()))
    const tracks = demux([header, sessionHeader(mono)]).filter((event) => event.type === 'track')
    expect(tracks.map((event) => 'channels' in event && event.channels)).toEqual([2, 1])
  })
})

describe('holes', () => {
  test('[WB5] a chunk that begins with a cluster ends a block that never became whole', () => {
    const torn = simpleBlock(new Uint8Array(500)).subarray(0, 100)
    const events = demux([bytes(header, torn), bytes(clusterHeader(), simpleBlock(other))])
    expect(events.map(({ type }) => type)).toEqual(['track', 'gap', 'packet'])
  })

  test('[WB5] two halves of different blocks are not put together', () => {
    const block = simpleBlock(packet)
    const end = bytes(Uint8Array.of(9, 9), simpleBlock(other), simpleBlock(packet))
    const events = demux([bytes(header, block.subarray(0, 8)), end])
    expect(packetsOf(events)).toEqual([other, packet])
    expect(events[1]).toEqual({ type: 'gap', reason: 'LOST_SYNC' })
  })

  test('[WB5] garbage ahead of the first session is passed over', () => {
    const events = demux([
      new TextEncoder().encode('GET / HTTP/1.1\r\n\r\n'),
      bytes(header, simpleBlock(packet)),
    ])
    expect(packetsOf(events)).toEqual([packet])
  })

  test('[WB5] bytes that only resemble an EBML header or a cluster are no place to read on', () => {
    const decoy = Uint8Array.of(0x1a, 0x45, 0xdf, 0x1f, 0x43, 0xb6, 0x75, 0x81, 0x00, 0xa3, 0x85)
    const events = demux([header, bytes(Uint8Array.of(0), decoy, simpleBlock(packet), simpleBlock(other))])
    expect(packetsOf(events)).toEqual([packet, other])
  })
})

describe('elements', () => {
  const expected = bytes(simpleBlock(packet), simpleBlock(other))

  test.each([
    [
      'a cluster of known size',
      element(elementIds.cluster, element(elementIds.timestamp, Uint8Array.of(0)), expected),
    ],
    ['a cluster of unknown size', bytes(clusterHeader(), expected)],
    [
      'a segment within the segment',
      bytes(opening(elementIds.segment, 'unknown'), clusterHeader(), expected),
    ],
    ['clusters nested a thousand times', bytes(...Array(1000).fill(clusterHeader()), expected)],
    ['Cues between clusters', bytes(element(0x1c53bb6b, new Uint8Array(5000)), clusterHeader(), expected)],
    ['Void', bytes(clusterHeader(), element(0xec, new Uint8Array(300)), expected)],
    [
      'an unknown element',
      bytes(clusterHeader(), element(unknownId, new Uint8Array(300).fill(0xa3)), expected),
    ],
    ['an empty element', bytes(element(0x1254c367), clusterHeader(), expected)],
  ])('[WB6] %s does not stop the packets', (_, content) => {
    const stream = bytes(sessionHeader(), content)
    expect(packetsOf(demux([stream]))).toEqual([packet, other])
    for (let cut = 0; cut < stream.length; cut += 1 + Math.floor(stream.length / 2000))
      expect(packetsOf(demux([stream.subarray(0, cut), stream.subarray(cut)]))).toEqual([packet, other])
  })

  test('[WB6] elements nobody wants are not held', () => {
    const demuxer = new WebmDemuxer()
    demuxer.push(bytes(header, opening(0x1254c367, 50_000)))
    for (let part = 0; part < 49; part++) {
      demuxer.push(new Uint8Array(1000))
      expect(demuxer.bufferedBytes).toBe(0)
    }
  })

  test('[WB12] a block in a block group is read like a simple block', () => {
    const group = element(
      elementIds.blockGroup,
      element(elementIds.block, blockData(packet)),
      element(0x9b, Uint8Array.of(20)),
    )
    expect(packetsOf(demux([bytes(header, group, group)]))).toEqual([packet, packet])
  })

  test('[WB12] blocks of other tracks are passed over', () => {
    const events = demux([
      bytes(header, simpleBlock(packet), element(elementIds.simpleBlock, Uint8Array.of(0x82, 0, 0, 0))),
    ])
    expect(packetsOf(events)).toEqual([packet])
  })
})

describe('limits', () => {
  test('[WB7] a block that declares 64 KiB is held up to its end and no further', () => {
    const demuxer = new WebmDemuxer()
    demuxer.push(
      bytes(header, opening(elementIds.simpleBlock, maxElementBytes), blockData(new Uint8Array(0))),
    )
    for (let sent = 0; sent < maxElementBytes - 1000; sent += 500) demuxer.push(new Uint8Array(500))
    expect(demuxer.bufferedBytes).toBeLessThanOrEqual(maxElementBytes + 12)
    expect(demuxer.push(new Uint8Array(2000))).toMatchObject({ ok: true })
    expect(demuxer.bufferedBytes).toBeLessThanOrEqual(2000)
  })

  test.each([
    ['block', elementIds.simpleBlock],
    ['timestamp', elementIds.timestamp],
    ['Void', 0xec],
    ['Cues', 0x1c53bb6b],
    ['unknown element', unknownId],
  ])('[WB8] a %s of 2^56 bytes is taken for a hole: the next cluster is read', (_, id) => {
    const events = demux([bytes(header, openingOfHugeSize(id), clusterHeader(), simpleBlock(packet))])
    expect(packetsOf(events)).toEqual([packet])
  })

  test.each([
    ['huge', openingOfHugeSize(elementIds.tracks)],
    ['unknown', opening(elementIds.tracks, 'unknown')],
  ])('[WB8] a description of tracks of %s size is refused', (_, tracks) => {
    expect(demux([sessionHeader(tracks)])).toEqual([{ type: 'error', error: 'ELEMENT_TOO_LARGE' }])
  })

  test('[WB9] bytes that never become audio are unreadable, and stay so', () => {
    const demuxer = new WebmDemuxer()
    const chunk = new Uint8Array(maxUnreadableBytes / 4).fill(0x2a)
    for (let sent = 0; sent < 4; sent++) expect(demuxer.push(chunk)).toMatchObject({ ok: true })
    expect(demuxer.push(chunk)).toEqual({ ok: false, error: 'UNREADABLE' })
    expect(demuxer.push(bytes(header, simpleBlock(packet)))).toEqual({ ok: false, error: 'UNREADABLE' })
  })

  test.each([
    ['clusters without a block', clusterHeader()],
    ['Void', element(0xec, new Uint8Array(200))],
    ['EBML headers', element(elementIds.ebml)],
    ['segments', opening(elementIds.segment, 'unknown')],
    ['blocks of another track', simpleBlock(packet, { track: 2 })],
    ['broken blocks', simpleBlock(Uint8Array.of(0xff))],
  ])('[WB9] a stream of nothing but %s is unreadable', (_, part) => {
    const endless = bytes(header, ...Array(Math.ceil((2 * maxUnreadableBytes) / part.length)).fill(part))
    expect(demux([endless]).at(-1)).toEqual({ type: 'error', error: 'UNREADABLE' })
  })

  test('[WB9] audio between the noise keeps a source alive', () => {
    const noise = new Uint8Array(40_000).fill(0x2a)
    const events = demux([header, ...Array(10).fill(bytes(noise, clusterHeader(), simpleBlock(packet)))])
    expect(packetsOf(events)).toHaveLength(10)
  })
})

describe('tracks', () => {
  test.each([
    ['Vorbis', opusTrackEntry('A_VORBIS')],
    ['VP8', opusTrackEntry('V_VP8')],
    ['Opus without its OpusHead', opusTrackEntry('A_OPUS', new Uint8Array(3))],
    ['Opus of six channels', opusTrackEntry('A_OPUS', headOf({ channels: 6, family: 1 }))],
  ])('[WB10] %s is an unsupported codec', (_, entry) => {
    expect(demux([sessionHeader(element(elementIds.tracks, entry))])).toEqual([
      { type: 'error', error: 'CODEC_UNSUPPORTED' },
    ])
  })

  test('[WB10] the first Opus track is taken, whatever stands before it', () => {
    const tracks = element(elementIds.tracks, opusTrackEntry('V_VP8'), opusTrackEntry())
    expect(demux([sessionHeader(tracks)])).toMatchObject([{ type: 'track', channels: 2 }])
  })

  test.each([
    ['an empty description', sessionHeader(element(elementIds.tracks))],
    ['a cluster without one', bytes(sessionHeader(new Uint8Array(0)), clusterHeader())],
    [
      'a block without one',
      bytes(sessionHeader(new Uint8Array(0)), simpleBlock(packet), simpleBlock(packet)),
    ],
  ])('[WB10] %s is no track', (_, stream) => {
    const error = demux([stream, new Uint8Array(2 * maxUnreadableBytes)]).at(-1)
    expect(error).toEqual({ type: 'error', error: expect.stringMatching(/^(NO_TRACK|UNREADABLE)$/) })
  })
})

describe('blocks without a usable packet', () => {
  test.each([
    ['LACED_BLOCK', simpleBlock(packet, { flags: 0x82 })], // Xiph lacing
    ['LACED_BLOCK', simpleBlock(packet, { flags: 0x84 })], // fixed-size lacing
    ['LACED_BLOCK', simpleBlock(packet, { flags: 0x86 })], // EBML lacing
    ['INVALID_PACKET', simpleBlock(Uint8Array.of(0xff, 0x00))], // no frames
    ['INVALID_PACKET', simpleBlock(Uint8Array.of(0xfd, 1, 2, 3))], // uneven frames
  ])('[WB11] %s: the block is passed over, named, and the next is read', (reason, block) => {
    expect(demux([bytes(header, block, simpleBlock(other))])).toMatchObject([
      { type: 'track' },
      { type: 'gap', reason },
      { type: 'packet', data: other },
    ])
  })
})

function monoHead(): Uint8Array {
  return headOf({ channels: 1, family: 0 })
}

function headOf({ channels, family }: { channels: number; family: number }): Uint8Array {
  const head = opusHead()
  head[9] = channels
  head[18] = family
  return head
}
