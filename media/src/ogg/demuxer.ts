import { type OpusHead, readOpusHead } from '../opus/head.ts'
import { readPacket } from '../opus/packet.ts'
import { codecOf, type OtherCodec } from './codec.ts'
import { PacketJoiner } from './packet-joiner.ts'
import { continuedFlag, firstPageFlag, lastPageFlag, pageHeaderBytes, pageSequence } from './page.ts'
import { PageSplitter } from './page-splitter.ts'

/** Events of an encoder's stream: a header at each of its beginnings, then Opus packets. */
export type OggDemuxEvent = { type: 'head'; head: OpusHead } | { type: 'packet'; data: Uint8Array }

/** Why nothing more can be read of it. */
export type OggDemuxError = 'NOT_OGG' | 'NOT_OPUS' | 'DAMAGED' | 'TAGS_TOO_LARGE' | 'PACKET_TOO_LARGE'

/** `codec` is what it is instead, where that can be told. */
export type OggDemuxResult =
  | { ok: true; events: OggDemuxEvent[] }
  | { ok: false; error: OggDemuxError; codec: OtherCodec | null }

/** Damage comes from a broken program, not from TCP; so much is put up with, over a whole connection. */
const maxDamages = 8
const maxSkippedBytes = 64 * 1024
/** Comments may hold a picture. They are passed over, not kept. */
const maxTagsBytes = 1024 * 1024
/** 48 frames of 1275 bytes and their lengths fit (RFC 6716 s3.2). */
const maxPacketBytes = 65_535

type State = 'head' | 'tags' | 'audio' | 'ended'

/**
 * Reader of what an encoder sends: Ogg Opus, cut anywhere, to packets. A new logical stream may begin at any page
 * (RFC 3533 s4, chaining): programs begin one at each song. Everything it holds is bounded; after an error it is done.
 */
export class OggOpusDemuxer {
  readonly #splitter = new PageSplitter(maxDamages)
  readonly #joiner = new PacketJoiner()
  #hasBegun = false
  #state: State = 'head'
  #serialNumber = 0
  #sequence = 0
  #tagsBytes = 0
  #damages = 0
  #failure: { error: OggDemuxError; codec: OtherCodec | null } | null = null

  push(chunk: Uint8Array): OggDemuxResult {
    const events: OggDemuxEvent[] = []
    if (!this.#hasBegun) this.#lookAtBeginning(chunk)
    for (const page of this.#failure ? [] : this.#splitter.push(chunk)) {
      this.#takePage(page, events)
      if (this.#failure) break
    }
    this.#checkDamage()
    return this.#failure ? { ok: false, ...this.#failure } : { ok: true, events }
  }

  /** A program that sends another format is told so at its first bytes. */
  #lookAtBeginning(chunk: Uint8Array): void {
    this.#hasBegun = true
    const codec = codecOf(chunk)
    if (codec) this.#fail('NOT_OGG', codec)
  }

  #takePage(page: Uint8Array, events: OggDemuxEvent[]): void {
    const flags = page[5] ?? 0
    if (flags & firstPageFlag) {
      this.#begin(page, events)
      return
    }
    if (this.#state === 'head') {
      this.#fail('NOT_OPUS')
      return
    }
    if (this.#state === 'ended' || serialNumberOf(page) !== this.#serialNumber) {
      this.#damages++
      return
    }
    const isNext = pageSequence(page) === this.#sequence
    this.#sequence = (pageSequence(page) + 1) >>> 0
    const isContinued = (flags & continuedFlag) !== 0
    this.#joiner.beginPage(isContinued && isNext, isContinued)
    this.#takePackets(page, events)
    if (flags & lastPageFlag) this.#state = 'ended'
  }

  /** RFC 7845 s3: the first page holds the identification header and nothing else. */
  #begin(page: Uint8Array, events: OggDemuxEvent[]): void {
    const packet = page.subarray(pageHeaderBytes + (page[26] ?? 0))
    const head = readOpusHead(packet)
    if (!head.ok) {
      this.#fail('NOT_OPUS', codecOf(packet))
      return
    }
    this.#serialNumber = serialNumberOf(page)
    this.#sequence = (pageSequence(page) + 1) >>> 0
    this.#joiner.beginPage(false, false)
    this.#tagsBytes = 0
    this.#state = 'tags'
    events.push({ type: 'head', head: head.value })
  }

  #takePackets(page: Uint8Array, events: OggDemuxEvent[]): void {
    const segments = page.subarray(pageHeaderBytes, pageHeaderBytes + (page[26] ?? 0))
    let at = pageHeaderBytes + segments.length
    for (const lacing of segments) {
      const segment = page.subarray(at, at + lacing)
      at += lacing
      if (this.#state === 'tags') this.#passOver(segment)
      else this.#takeSegment(segment, events)
      if (this.#failure) return
    }
  }

  #passOver(segment: Uint8Array): void {
    this.#tagsBytes += segment.length
    if (segment.length < 255) this.#state = 'audio'
    else if (this.#tagsBytes > maxTagsBytes) this.#fail('TAGS_TOO_LARGE')
  }

  #takeSegment(segment: Uint8Array, events: OggDemuxEvent[]): void {
    const packet = this.#joiner.push(segment)
    if (this.#joiner.bytes > maxPacketBytes) this.#fail('PACKET_TOO_LARGE')
    // RFC 7845 s3: a packet without bytes is malformed; encoders end a stream with one.
    if (packet === null || packet.length === 0) return
    if (readPacket(packet).ok) events.push({ type: 'packet', data: packet })
    else this.#damages++
  }

  #checkDamage(): void {
    const { skippedBytes, damagedPages } = this.#splitter
    if (this.#state === 'head' && skippedBytes > 0) this.#fail('NOT_OGG')
    else if (this.#damages + damagedPages > maxDamages || skippedBytes > maxSkippedBytes)
      this.#fail('DAMAGED')
  }

  #fail(error: OggDemuxError, codec: OtherCodec | null = null): void {
    this.#failure ??= { error, codec }
  }
}

function serialNumberOf(page: Uint8Array): number {
  return new DataView(page.buffer, page.byteOffset, page.byteLength).getUint32(14, true)
}
