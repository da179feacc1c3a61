import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { captureNamed } from '../fixtures/captures.ts'
import { demux, packetsOf } from '../fixtures/demux.ts'
import { opusHead, opusTags } from '../opus/head.ts'
import { type OggDemuxError, type OggDemuxEvent, OggOpusDemuxer } from './demuxer.ts'
import { OggMuxer } from './muxer.ts'
import { buildPage, continuedFlag, firstPageFlag, lastPageFlag, segmentsOf } from './page.ts'

const packets = packetsOf(demux(captureNamed('chromium-desktop').chunks)).slice(0, 20)

/** Bytes of a song as a program sends them: headers and pages of a few packets, marked as over. */
function song(serialNumber: number, sent = packets): Uint8Array {
  const muxer = new OggMuxer({ serialNumber })
  const pages = [muxer.headerPages()]
  for (let at = 0; at < sent.length; at += 4) pages.push(muxer.page(sent.slice(at, at + 4)))
  pages.push(muxer.lastPage([]))
  return Buffer.concat(pages)
}

function page(flags: number, sequence: number, packet: Uint8Array, serialNumber = 1): Uint8Array {
  const lacing = new Uint8Array(segmentsOf(packet)).fill(255)
  lacing[lacing.length - 1] = packet.length % 255
  return buildPage({ flags, sequence, serialNumber, granulePosition: 0 }, lacing, packet)
}

/** A page whose only packet goes on. */
function unfinished(flags: number, sequence: number, segments: number): Uint8Array {
  const body = new Uint8Array(segments * 255).fill(1)
  const header = { flags, sequence, serialNumber: 1, granulePosition: -1 }
  return buildPage(header, new Uint8Array(segments).fill(255), body)
}

function read(parts: readonly Uint8Array[]): { packets: Uint8Array[]; heads: number; error: string | null } {
  const demuxer = new OggOpusDemuxer()
  const events: OggDemuxEvent[] = []
  for (const part of parts) {
    const result = demuxer.push(part)
    if (!result.ok)
      return { ...summaryOf(events), error: result.codec ? `${result.error} ${result.codec}` : result.error }
    events.push(...result.events)
  }
  return { ...summaryOf(events), error: null }
}

function summaryOf(events: readonly OggDemuxEvent[]) {
  const data = events.flatMap((event) => (event.type === 'packet' ? [event.data] : []))
  return { packets: data, heads: events.length - data.length }
}

const whole = { packets, heads: 1, error: null }

describe('what encoders send', () => {
  it('[EN9] the packets come out as they went in', () => {
    expect(read([song(7)])).toEqual(whole)
  })

  it('[EN9] wherever it is cut', () => {
    const small = [Uint8Array.of(0xfc, 1, 2), Uint8Array.of(0xfc, 3), Uint8Array.of(0xfc, 4, 5, 6)]
    const bytes = song(7, small)
    const expected = { ...whole, packets: small }
    for (let at = 0; at <= bytes.length; at++)
      expect(read([bytes.subarray(0, at), bytes.subarray(at)])).toEqual(expected)
    expect(read(Array.from(bytes, (byte) => Uint8Array.of(byte)))).toEqual(expected)
  })

  it('[EN9] wherever it ends, what was whole until then has come', () => {
    const bytes = song(7)
    for (let end = 0; end < bytes.length; end += 211) {
      const { packets: got, error } = read([bytes.subarray(0, end)])
      expect(error).toBeNull()
      expect(packets.slice(0, got.length)).toEqual(got)
    }
  })

  it('[EN9] a song after the other is a stream after the other, with or without an end', () => {
    const open = new OggMuxer({ serialNumber: 9 })
    const cutOff = Buffer.concat([open.headerPages(), open.page(packets.slice(0, 4))])
    const result = read([song(7), cutOff, song(8)])
    expect(result).toEqual({
      packets: [...packets, ...packets.slice(0, 4), ...packets],
      heads: 3,
      error: null,
    })
  })

  it('[EN9] comments as long as a picture are passed over', () => {
    const tags = new Uint8Array(60_000)
    tags.set(opusTags('x'))
    const bytes = [page(firstPageFlag, 0, opusHead()), page(0, 1, tags), page(0, 2, packets[0] ?? opusHead())]
    expect(read(bytes)).toEqual({ ...whole, packets: packets.slice(0, 1) })
  })

  it('[EN9] a packet may go on over pages', () => {
    const [packet = new Uint8Array()] = packets
    const long = new Uint8Array(30 * 255 + 7)
    long.set([0xff, 0x41, ...Array(28).fill(255), 0])
    const bytes = [
      page(firstPageFlag, 0, opusHead()),
      page(0, 1, opusTags('x')),
      ...[0, 1].map((part) =>
        buildPage(
          { flags: part * continuedFlag, sequence: 2 + part, serialNumber: 1, granulePosition: 0 },
          part === 0 ? new Uint8Array(10).fill(255) : Uint8Array.of(...Array(20).fill(255), 7),
          part === 0 ? long.subarray(0, 2_550) : long.subarray(2_550),
        ),
      ),
      page(0, 4, packet),
    ]
    const { packets: got, error } = read(bytes)
    expect(error).toBeNull()
    expect(got.at(-1)).toEqual(packet)
  })
})

describe('what cannot be used', () => {
  const head = page(firstPageFlag, 0, opusHead())
  const tags = page(0, 1, opusTags('x'))
  const [packet = new Uint8Array()] = packets
  const text = (characters: string) => Uint8Array.from(characters, (character) => character.charCodeAt(0))
  const surround = opusHead()
  surround[9] = 6
  surround[18] = 1
  const table: [name: string, bytes: Uint8Array[], error: string][] = [
    ['MP3', [Uint8Array.of(0xff, 0xfb, 0x90, 0x64, ...Array(100).fill(0))], 'NOT_OGG MP3'],
    ['MP3 with tags', [text('ID3 and so on')], 'NOT_OGG MP3'],
    ['AAC', [Uint8Array.of(0xff, 0xf1, 0x50, 0x80)], 'NOT_OGG AAC'],
    ['WebM', [captureNamed('chromium-desktop').chunks[0] ?? head], 'NOT_OGG WebM'],
    ['FLAC', [text('fLaC and so on')], 'NOT_OGG FLAC'],
    ['words', [text('hello')], 'NOT_OGG'],
    ['Vorbis', [page(firstPageFlag, 0, text('\x01vorbis and so on'))], 'NOT_OPUS Vorbis'],
    ['FLAC in Ogg', [page(firstPageFlag, 0, text('\x7fFLAC and so on'))], 'NOT_OPUS FLAC'],
    ['video', [page(firstPageFlag, 0, text('\x80theora and so on'))], 'NOT_OPUS Theora'],
    ['six channels', [page(firstPageFlag, 0, surround)], 'NOT_OPUS'],
    ['the middle of a stream', [page(0, 5, packet)], 'NOT_OPUS'],
    ['Vorbis after Opus', [song(1), page(firstPageFlag, 0, text('\x01vorbis'))], 'NOT_OPUS Vorbis'],
    [
      'comments without an end',
      [
        head,
        unfinished(0, 1, 255),
        ...Array.from({ length: 20 }, (_, at) => unfinished(continuedFlag, 2 + at, 255)),
      ],
      'TAGS_TOO_LARGE',
    ],
    [
      'a packet without an end',
      [head, tags, unfinished(0, 2, 255), unfinished(continuedFlag, 3, 255)],
      'PACKET_TOO_LARGE',
    ],
    [
      'packets that are none',
      [head, tags, ...Array.from({ length: 9 }, (_, at) => page(0, 2 + at, Uint8Array.of(0xff, 0)))],
      'DAMAGED',
    ],
    [
      'pages of others',
      [head, tags, ...Array.from({ length: 9 }, (_, at) => page(0, at, packet, 2))],
      'DAMAGED',
    ],
    [
      'pages after the end',
      [
        head,
        tags,
        page(lastPageFlag, 2, packet),
        ...Array.from({ length: 9 }, (_, at) => page(0, 3 + at, packet)),
      ],
      'DAMAGED',
    ],
    ['noise between pages', [head, tags, new Uint8Array(65_537)], 'DAMAGED'],
    // Each would cost a checksum of 65 KB; after nine it is over.
    ['beginnings of pages', [head, tags, Buffer.from('OggS\0'.repeat(200_000), 'latin1')], 'DAMAGED'],
  ]

  it.each(table)('[EN9] %s', (_, bytes, error) => {
    expect(read(bytes).error).toBe(error)
  })

  it('[EN9] a damaged page costs its packets and no more', () => {
    const bytes = song(7)
    const broken = bytes.slice()
    const at = Buffer.from(bytes).indexOf('OggS', 200) + 60
    broken[at] = (broken[at] ?? 0) ^ 1
    const { packets: got, error } = read([broken])
    expect(error).toBeNull()
    expect(got).toHaveLength(packets.length - 4)
  })

  it('[EN9] a lost page costs the packet that went on over it', () => {
    const long = unfinished(0, 2, 3)
    const rest = buildPage(
      { flags: continuedFlag, sequence: 4, serialNumber: 1, granulePosition: 0 },
      Uint8Array.of(5, segmentLength(packet)),
      Buffer.concat([new Uint8Array(5), packet.subarray(0, segmentLength(packet))]),
    )
    const small = Uint8Array.of(0xfc, 0xff, 0xfe)
    expect(read([head, tags, long, rest, page(0, 5, small)]).packets.at(-1)).toEqual(small)
  })

  it('[EN9] whatever comes, it is read or has a name', () => {
    const names: OggDemuxError[] = ['NOT_OGG', 'NOT_OPUS', 'DAMAGED', 'TAGS_TOO_LARGE', 'PACKET_TOO_LARGE']
    const bytes = song(7)
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(bytes.length - 1), fc.nat(255)), { maxLength: 30 }), (changes) => {
        const changed = bytes.slice()
        for (const [at, byte] of changes) changed[at] = byte
        const { error } = read([changed])
        expect([null, ...names]).toContain(error?.split(' ')[0] ?? null)
      }),
    )
  })
})

function segmentLength(packet: Uint8Array): number {
  return Math.min(254, packet.length)
}
