import { checksum } from './checksum.ts'
import { continuedFlag, firstPageFlag, lastPageFlag, pageHeaderBytes } from './page.ts'

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

const capturePattern = [0x4f, 0x67, 0x67, 0x53, 0] // "OggS", version 0

/**
 * Strict reader of one logical stream, bytes to pages, cut anywhere: the check of what the muxer writes. The checksum
 * of every page is verified. Holds one page and one unfinished packet. After an error it goes on with `skipDamage` only.
 */
export class OggReader {
  #unread = new Uint8Array(0)
  #unfinished: Uint8Array[] = []

  push(chunk: Uint8Array): OggResult {
    this.#unread = concat([this.#unread, chunk])
    const pages: OggPage[] = []
    for (let bytes = pageBytes(this.#unread); bytes !== null; bytes = pageBytes(this.#unread)) {
      if (!mayBegin(this.#unread)) return { ok: false, error: 'NOT_OGG', pages }
      const page = this.#unread.slice(0, bytes)
      if (!hasChecksum(page)) return { ok: false, error: 'BAD_CHECKSUM', pages }
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
    while (next < length && !mayBegin(this.#unread.subarray(next))) next++
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
    const segments = page.subarray(pageHeaderBytes, pageHeaderBytes + (page[26] ?? 0))
    let at = pageHeaderBytes + segments.length
    for (const lacing of segments) {
      this.#unfinished.push(page.subarray(at, at + lacing))
      at += lacing
      if (lacing === 255) continue
      packets.push(concat(this.#unfinished))
      this.#unfinished = []
    }
    return packets
  }
}

/** Whether these bytes begin with the capture pattern, as far as they go. */
function mayBegin(bytes: Uint8Array): boolean {
  return capturePattern.every((byte, index) => index >= bytes.length || bytes[index] === byte)
}

/** Size of the page at the start of `bytes`; null while it is not whole. */
function pageBytes(bytes: Uint8Array): number | null {
  const segments = bytes[26]
  if (segments === undefined || bytes.length < pageHeaderBytes + segments) return null
  const table = bytes.subarray(pageHeaderBytes, pageHeaderBytes + segments)
  const total = table.reduce((sum, lacing) => sum + lacing, pageHeaderBytes + segments)
  return bytes.length < total ? null : total
}

function hasChecksum(page: Uint8Array): boolean {
  const blank = page.slice()
  blank.fill(0, 22, 26)
  return checksum(blank) === new DataView(page.buffer).getUint32(22, true)
}

function concat(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const joined = new Uint8Array(parts.reduce((total, part) => total + part.length, 0))
  let at = 0
  for (const part of parts) {
    joined.set(part, at)
    at += part.length
  }
  return joined
}
