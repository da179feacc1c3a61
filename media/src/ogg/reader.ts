import { concatBytes } from '../bytes.ts'
import {
  continuedFlag,
  firstPageFlag,
  hasValidChecksum,
  lastPageFlag,
  mayBeginPage,
  pageLength,
  segmentsOn,
} from './page.ts'

/** One page taken apart (RFC 3533 s6). */
export type OggPage = {
  serialNumber: number
  sequence: number
  /** Samples at 48 kHz in Opus; -1 when no packet ends on this page. */
  granulePosition: number
  /** Whether it begins with the rest of a packet of the page before. */
  isContinued: boolean
  isFirst: boolean
  isLast: boolean
  /** Packets that end on this page, as copies. */
  packets: Uint8Array[]
}

/** `pages` are those before the error too. */
export type OggResult =
  | { ok: true; pages: OggPage[] }
  | { ok: false; error: 'NOT_OGG' | 'BAD_CHECKSUM'; pages: OggPage[] }

/**
 * Strict reader of one logical stream, bytes to pages, cut anywhere: the check of what the muxer writes. The checksum
 * of every page is verified. Holds one page and one unfinished packet. After an error it goes on with `skipDamage` only.
 */
export class OggReader {
  #unread = new Uint8Array(0)
  #unfinished: Uint8Array[] = []

  push(chunk: Uint8Array): OggResult {
    this.#unread = concatBytes([this.#unread, chunk])
    const pages: OggPage[] = []
    for (let bytes = pageLength(this.#unread); bytes !== null; bytes = pageLength(this.#unread)) {
      if (!mayBeginPage(this.#unread)) return { ok: false, error: 'NOT_OGG', pages }
      const page = this.#unread.slice(0, bytes)
      if (!hasValidChecksum(page)) return { ok: false, error: 'BAD_CHECKSUM', pages }
      pages.push(this.#readPage(page))
      this.#unread = this.#unread.slice(bytes)
    }
    return { ok: true, pages }
  }

  /** Drops what stands first and is no page, up to where the next may begin; then gives what is whole already. */
  skipDamage(): OggResult {
    this.#unfinished = []
    const { length } = this.#unread
    let next = 1
    while (next < length && !mayBeginPage(this.#unread.subarray(next))) next++
    this.#unread = this.#unread.slice(next)
    return this.push(new Uint8Array(0))
  }

  #readPage(page: Uint8Array): OggPage {
    const view = new DataView(page.buffer)
    const flags = view.getUint8(5)
    const isContinued = (flags & continuedFlag) !== 0
    if (!isContinued) this.#unfinished = []
    return {
      serialNumber: view.getUint32(14, true),
      sequence: view.getUint32(18, true),
      granulePosition: Number(view.getBigInt64(6, true)),
      isContinued,
      isFirst: (flags & firstPageFlag) !== 0,
      isLast: (flags & lastPageFlag) !== 0,
      packets: this.#readPackets(page),
    }
  }

  /** RFC 3533 s5: a packet goes on over segments of 255 bytes and ends with a shorter one. */
  #readPackets(page: Uint8Array): Uint8Array[] {
    const packets: Uint8Array[] = []
    for (const segment of segmentsOn(page)) {
      this.#unfinished.push(segment)
      if (segment.length === 255) continue
      packets.push(concatBytes(this.#unfinished))
      this.#unfinished = []
    }
    return packets
  }
}
