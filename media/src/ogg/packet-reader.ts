import { PacketJoiner } from './packet-joiner.ts'
import { continuedFlag, firstPageFlag, pageSequence, segmentsOn } from './page.ts'
import { PageSplitter } from './page-splitter.ts'

/** A packet that spans pages and grows beyond this is dropped; an Opus packet of 120 ms fits many times over. */
export const maxJoinedPacketBytes = 64 * 1024

/**
 * Tolerant reader for players: Ogg bytes, cut anywhere, to packets. Bytes that are no page are skipped, and a packet
 * whose beginning or end is missing is dropped. Holds two pages and one packet at most.
 */
export class OggPacketReader {
  readonly #splitter = new PageSplitter(Number.POSITIVE_INFINITY)
  readonly #joiner = new PacketJoiner()
  #nextSequence = -1

  /** Bytes that belonged to no page. */
  get skippedBytes(): number {
    return this.#splitter.skippedBytes
  }

  /** The packets that this chunk completed, in order, as copies. */
  push(chunk: Uint8Array): Uint8Array[] {
    return this.#splitter.push(chunk).flatMap((page) => this.#packetsOf(page))
  }

  #packetsOf(page: Uint8Array): Uint8Array[] {
    const flags = page[5] ?? 0
    const isContinued = (flags & continuedFlag) !== 0
    const isNext = (flags & firstPageFlag) === 0 && pageSequence(page) === this.#nextSequence
    this.#nextSequence = (pageSequence(page) + 1) >>> 0
    this.#joiner.beginPage(isContinued && isNext, isContinued)
    const packets: Uint8Array[] = []
    for (const segment of segmentsOn(page)) {
      const packet = this.#joiner.push(segment)
      if (this.#joiner.bytes > maxJoinedPacketBytes) this.#joiner.skipPacket()
      else if (packet !== null && packet.length <= maxJoinedPacketBytes) packets.push(packet)
    }
    return packets
  }
}
