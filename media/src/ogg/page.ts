import { checksum } from './checksum.ts'

/** Bytes of a page header ahead of its segment table (RFC 3533 s6). */
export const pageHeaderBytes = 27
/** Lacing values one page can hold: the segment count is one byte. */
export const maxSegments = 255
/** OpusHead and OpusTags have a page each, numbered 0 and 1 (RFC 7845 s3). */
export const headerPages = 2
/** Sequence numbers are 32 bits and start again at 0. */
export const sequenceModulus = 2 ** 32

/** RFC 3533 s6, header_type_flag. */
export const continuedFlag = 1
export const firstPageFlag = 2
export const lastPageFlag = 4

/** Fields of a page's header. */
export type PageHeader = {
  flags: number
  /** Samples at 48 kHz at the end of the last packet that finishes here, -1 when none does (RFC 7845 s4). */
  granulePosition: number
  serialNumber: number
  sequence: number
}

/** One page as bytes: the lacing values, and the body that they measure, in as many parts as the caller has it. */
export function buildPage(
  header: PageHeader,
  lacing: Uint8Array,
  ...body: readonly Uint8Array[]
): Uint8Array {
  const bodyOffset = pageHeaderBytes + lacing.length
  const page = new Uint8Array(body.reduce((total, part) => total + part.length, bodyOffset))
  const view = new DataView(page.buffer)
  view.setUint32(0, 0x4f676753) // capture pattern "OggS"
  page[4] = 0 // version
  page[5] = header.flags
  view.setUint32(6, header.granulePosition >>> 0, true) // granule position, low half
  view.setInt32(10, Math.floor(header.granulePosition / 2 ** 32), true) // high half
  view.setUint32(14, header.serialNumber, true)
  view.setUint32(18, header.sequence, true)
  page[26] = lacing.length // number of page segments
  page.set(lacing, pageHeaderBytes)
  let offset = bodyOffset
  for (const part of body) {
    page.set(part, offset)
    offset += part.length
  }
  view.setUint32(22, checksum(page), true)
  return page
}

/** The sequence number of a page, which follows its predecessor's by one and wraps at 2^32. */
export function pageSequence(page: Uint8Array): number {
  return new DataView(page.buffer, page.byteOffset, page.byteLength).getUint32(18, true)
}

/** The granule position of a page, -1 when no packet ends on it. */
export function pageGranulePosition(page: Uint8Array): number {
  const view = new DataView(page.buffer, page.byteOffset, page.byteLength)
  return view.getInt32(10, true) * 2 ** 32 + view.getUint32(6, true)
}

/** Lacing values a packet needs: 255 for each full segment, and one below 255 that ends it (RFC 3533 s5). */
export function segmentsOf(packet: Uint8Array): number {
  return Math.floor(packet.length / 255) + 1
}

const capturePattern = [0x4f, 0x67, 0x67, 0x53, 0] // "OggS", version 0
const checksumOffset = 22

/** Whether a page may begin at `offset`, as far as the bytes up to `end` go. */
export function mayBeginPage(bytes: Uint8Array, offset = 0, end = bytes.length): boolean {
  return capturePattern.every((byte, index) => offset + index >= end || bytes[offset + index] === byte)
}

/** Size of the page at the start of `bytes`; null while it is not whole. */
export function pageLength(bytes: Uint8Array): number | null {
  const segments = bytes[26]
  const bodyOffset = pageHeaderBytes + (segments ?? 0)
  if (segments === undefined || bytes.length < bodyOffset) return null
  let length = bodyOffset
  for (let at = pageHeaderBytes; at < bodyOffset; at++) length += bytes[at] ?? 0
  return bytes.length < length ? null : length
}

/** Whether the checksum of a whole page is right. The page is as before afterwards. */
export function hasValidChecksum(page: Uint8Array): boolean {
  const view = new DataView(page.buffer, page.byteOffset, page.byteLength)
  const expected = view.getUint32(checksumOffset, true)
  view.setUint32(checksumOffset, 0) // RFC 3533 s6: computed with the field itself as zero
  const isValid = checksum(page) === expected
  view.setUint32(checksumOffset, expected, true)
  return isValid
}

/** The segments of a whole page, as views of it, in order. One below 255 bytes ends a packet (RFC 3533 s5). */
export function* segmentsOn(page: Uint8Array): Generator<Uint8Array> {
  const lacing = page.subarray(pageHeaderBytes, pageHeaderBytes + (page[26] ?? 0))
  let offset = pageHeaderBytes + lacing.length
  for (const length of lacing) {
    yield page.subarray(offset, offset + length)
    offset += length
  }
}
