import { concatBytes } from '../bytes.ts'
import { opusHead, opusTags } from '../opus/head.ts'
import { durationInSamples } from '../opus/packet.ts'
import {
  buildPage,
  continuedFlag,
  firstPageFlag,
  lastPageFlag,
  maxSegments,
  type PageHeader,
  segmentsOf,
  sequenceModulus,
} from './page.ts'

/** Position of a stream. A mount begins with a random serial number and no more than that. */
export type OggMuxerOptions = {
  /** Names the logical stream: 32 bits, the same for its whole life. */
  serialNumber: number
  /** Sequence number of the first audio page; the two header pages come before it. */
  sequence?: number
  /** Samples at 48 kHz that were already sent. */
  granulePosition?: number
}

const vendor = 'Carillon'

/**
 * Packets to the pages of one logical Ogg Opus stream that never ends by itself: serial number, sequence and granule
 * position go on, no matter who the packets come from (RFC 3533 s6, RFC 7845 s3 and s4). Every page is a new buffer that
 * any number of listeners may share; it must not be written to.
 */
export class OggMuxer {
  readonly #serialNumber: number
  #sequence: number
  #granulePosition: number

  constructor({ serialNumber, sequence = 2, granulePosition = 0 }: OggMuxerOptions) {
    this.#serialNumber = serialNumber >>> 0
    this.#sequence = sequence
    this.#granulePosition = granulePosition
  }

  /** Samples at 48 kHz put into pages so far. */
  get granulePosition(): number {
    return this.#granulePosition
  }

  /** The two header pages that every listener gets first: sequence numbers 0 and 1. */
  headerPages(): Uint8Array {
    const header = { granulePosition: 0, serialNumber: this.#serialNumber }
    const build = (packet: Uint8Array, flags: number, sequence: number) =>
      buildPage({ ...header, flags, sequence }, lacingOf([packet]), packet)
    return join([build(opusHead(), firstPageFlag, 0), build(opusTags(vendor), 0, 1)])
  }

  /**
   * The packets as one page, or as several in one buffer where one cannot hold them. Takes packets that `readPacket`
   * accepts; no packets give no bytes.
   */
  page(packets: readonly Uint8Array[]): Uint8Array {
    return join(groupByPage(packets).flatMap((group) => this.#pagesOf(group, 0)))
  }

  /** The same, marked as the end of the stream; nothing may follow it. For recordings, and when a mount closes. */
  lastPage(packets: readonly Uint8Array[]): Uint8Array {
    const groups = groupByPage(packets)
    if (groups.length === 0) groups.push([])
    return join(
      groups.flatMap((group, index) => this.#pagesOf(group, index === groups.length - 1 ? lastPageFlag : 0)),
    )
  }

  /** One page, or several when a single packet is larger than a page. */
  #pagesOf(packets: readonly Uint8Array[], endFlag: number): Uint8Array[] {
    const lacing = lacingOf(packets)
    const [only] = packets
    if (lacing.length > maxSegments && only) return this.#pagesOfLarge(only, lacing, endFlag)
    this.#granulePosition += durationOf(packets)
    return [buildPage(this.#nextHeader(endFlag, this.#granulePosition), lacing, ...packets)]
  }

  /** Pages of one packet, of which only the last has a granule position: the packet ends there. */
  #pagesOfLarge(packet: Uint8Array, lacing: Uint8Array, endFlag: number): Uint8Array[] {
    const pages: Uint8Array[] = []
    const granulePosition = this.#granulePosition + durationInSamples(packet)
    for (let at = 0; at < lacing.length; at += maxSegments) {
      const end = at + maxSegments
      const isLast = end >= lacing.length
      const flags = (at > 0 ? continuedFlag : 0) | (isLast ? endFlag : 0)
      const part = packet.subarray(at * 255, end * 255)
      pages.push(
        buildPage(this.#nextHeader(flags, isLast ? granulePosition : -1), lacing.subarray(at, end), part),
      )
    }
    this.#granulePosition = granulePosition
    return pages
  }

  #nextHeader(flags: number, granulePosition: number): PageHeader {
    const sequence = this.#sequence
    this.#sequence = (sequence + 1) % sequenceModulus
    return { flags, granulePosition, serialNumber: this.#serialNumber, sequence }
  }
}

/** As many whole packets to a page as its segment table can hold. */
function groupByPage(packets: readonly Uint8Array[]): Uint8Array[][] {
  const groups: Uint8Array[][] = []
  let room = 0
  for (const packet of packets) {
    const segments = segmentsOf(packet)
    if (segments > room) {
      groups.push([])
      room = maxSegments
    }
    groups.at(-1)?.push(packet)
    room -= segments
  }
  return groups
}

function durationOf(packets: readonly Uint8Array[]): number {
  return packets.reduce((total, packet) => total + durationInSamples(packet), 0)
}

function lacingOf(packets: readonly Uint8Array[]): Uint8Array {
  const lacing = new Uint8Array(packets.reduce((total, packet) => total + segmentsOf(packet), 0)).fill(255)
  let at = -1
  for (const packet of packets) {
    at += segmentsOf(packet)
    lacing[at] = packet.length % 255
  }
  return lacing
}

/** Most pages hold one part: that one is not copied. */
function join(parts: readonly Uint8Array[]): Uint8Array {
  const [only] = parts
  return parts.length === 1 && only ? only : concatBytes(parts)
}
