import { PacketJoiner } from '@carillon/media/ogg/packet-joiner'
import {
  continuedFlag,
  firstPageFlag,
  hasValidChecksum,
  lastPageFlag,
  mayBeginPage,
  pageGranulePosition,
  pageLength,
  pageSequence,
  segmentsOn,
} from '@carillon/media/ogg/page'
import { isHeaderPacket, readOpusHead } from '@carillon/media/opus/head'
import { readPacket } from '@carillon/media/opus/packet'
import type { FileFault } from './file-fault.ts'

/** Tags may hold a picture, which is left out. */
export const MAX_TAGS_BYTES = 4 * 1024 * 1024
/** Samples that an encoder may cut off at the end, or leave out at the beginning (RFC 7845 s4). */
const MAX_ODDS_SAMPLES = 48_000
const GAIN_OFFSET = 16

/**
 * Strict reader of a file that is to be kept: one stream of Ogg Opus in mono or stereo, each page of it whole and in its
 * place, up to one that says that it is the last (RFC 3533 s6, RFC 7845 s3 to s5). Holds a page and a packet.
 */
export class PacketWalk {
  readonly #joiner = new PacketJoiner()
  #unread: Uint8Array = new Uint8Array(0)
  #pages = 0
  #serialNumber = 0
  #headers = 0
  #tagsBytes = 0
  #isOver = false
  #granulePosition = 0
  #samples = 0
  #preSkip = 0
  #fault: FileFault | null = null

  /** Samples that are heard, at 48 kHz. */
  get durationInSamples(): number {
    return Math.max(0, this.#samples - this.#preSkip)
  }

  /** Takes bytes; gives the packets of sound that are whole now, or why this is no such file. */
  push(chunk: Uint8Array): Uint8Array[] | FileFault {
    this.#unread = Buffer.concat([this.#unread, chunk])
    const packets: Uint8Array[] = []
    while (!this.#fault) {
      if (!mayBeginPage(this.#unread)) return this.#fail(this.#pages === 0 ? 'NOT_OPUS' : 'DAMAGED')
      const length = pageLength(this.#unread)
      if (length === null) return packets
      this.#takePage(this.#unread.subarray(0, length), packets)
      this.#unread = this.#unread.subarray(length)
    }
    return this.#fault
  }

  /** Says what is wrong with a file that ends here; null: nothing. */
  end(): FileFault | null {
    if (this.#fault) return this.#fault
    if (this.#pages === 0) return this.#unread.length === 0 ? 'EMPTY' : 'NOT_OPUS'
    if (!this.#isOver || this.#unread.length > 0 || this.#joiner.bytes > 0) return 'CUT'
    const odds = Math.abs(this.#samples - this.#granulePosition)
    return odds > MAX_ODDS_SAMPLES ? 'DAMAGED' : null
  }

  #takePage(page: Uint8Array, packets: Uint8Array[]): void {
    const view = new DataView(page.buffer, page.byteOffset, page.byteLength)
    const flags = view.getUint8(5)
    const serialNumber = view.getUint32(14, true)
    if (!hasValidChecksum(page)) return void this.#fail('DAMAGED')
    const isFirst = (flags & firstPageFlag) !== 0
    if (this.#pages === 0) this.#serialNumber = serialNumber
    if (isFirst !== (this.#pages === 0) || serialNumber !== this.#serialNumber)
      return void this.#fail(this.#pages === 0 ? 'NOT_OPUS' : 'SEVERAL_STREAMS')
    const isContinued = (flags & continuedFlag) !== 0
    const isInPlace = pageSequence(page) === this.#pages && isContinued === this.#joiner.bytes > 0
    if (this.#isOver || !isInPlace) return void this.#fail('DAMAGED')
    this.#pages++
    this.#joiner.beginPage(isContinued, isContinued)
    this.#takePackets(page, packets)
    const granulePosition = pageGranulePosition(page)
    if (granulePosition >= 0) this.#granulePosition = granulePosition
    if (flags & lastPageFlag) this.#isOver = true
  }

  #takePackets(page: Uint8Array, packets: Uint8Array[]): void {
    if (this.#headers < 2) this.#tagsBytes += page.length
    if (this.#tagsBytes > MAX_TAGS_BYTES) return void this.#fail('TAGS_TOO_LARGE')
    for (const segment of segmentsOn(page)) {
      const packet = this.#joiner.push(segment)
      if (packet) this.#takePacket(packet, packets)
      if (this.#fault) return
    }
  }

  #takePacket(packet: Uint8Array, packets: Uint8Array[]): void {
    if (this.#headers < 2) return void this.#takeHeader(packet)
    // RFC 7845 s3: without bytes it is malformed; encoders end a stream with one.
    if (packet.length === 0) return
    const read = readPacket(packet)
    if (!read.ok) return void this.#fail('DAMAGED')
    this.#samples += read.value.durationInSamples
    packets.push(packet)
  }

  #takeHeader(packet: Uint8Array): void {
    this.#headers++
    if (!isHeaderPacket(packet)) return void this.#fail('NOT_OPUS')
    if (this.#headers === 2) return
    const head = readOpusHead(packet)
    if (!head.ok) return void this.#fail('NOT_OPUS')
    this.#preSkip = head.value.preSkip
    const view = new DataView(packet.buffer, packet.byteOffset, packet.byteLength)
    // RFC 7845 s5.1: output gain. The packets go on air without it.
    if (view.getInt16(GAIN_OFFSET, true) !== 0) this.#fail('OWN_GAIN')
  }

  #fail(fault: FileFault): FileFault {
    this.#fault ??= fault
    return this.#fault
  }
}
