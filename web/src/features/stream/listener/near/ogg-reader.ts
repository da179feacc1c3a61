const CAPTURE_PATTERN = [0x4f, 0x67, 0x67, 0x53] // "OggS"
const HEADER_BYTES = 27
const CONTINUED = 0x01
const FIRST_PAGE = 0x02
/** A packet that spans pages and grows beyond this is dropped; an Opus packet of 120 ms fits many times over. */
export const MAX_PACKET_BYTES = 64 * 1024

const CRC_TABLE = crcTable()

/**
 * Cuts an Ogg stream into packets, however the bytes are split. RFC 3533 s6: page header, lacing values, CRC.
 * Bytes that are no page are skipped up to the next capture pattern, and counted; at most one page is held,
 * which is 65307 bytes: 27 of header, 255 lacing values, 255 segments of 255.
 */
export class OggReader {
  #pending = new Uint8Array(0)
  #partial: Uint8Array[] = []
  #partialBytes = 0
  #isInPacket = false
  #nextSequence = -1
  /** Bytes that belonged to no page. */
  skippedBytes = 0

  /** The packets that this chunk completed, in order. They are copies: the caller may keep them. */
  push(chunk: Uint8Array): Uint8Array[] {
    const bytes = concat([this.#pending, chunk])
    const packets: Uint8Array[] = []
    let offset = 0
    while (offset < bytes.length) {
      const length = pageLength(bytes, offset)
      if (length === 'more') break
      if (length === 'invalid') {
        offset += 1
        this.skippedBytes += 1
        continue
      }
      this.#readPage(bytes.subarray(offset, offset + length), packets)
      offset += length
    }
    this.#pending = bytes.slice(offset)
    return packets
  }

  #readPage(page: Uint8Array, packets: Uint8Array[]): void {
    const flags = byteAt(page, 5)
    const sequence = uint32At(page, 18)
    if ((flags & FIRST_PAGE) !== 0 || sequence !== this.#nextSequence) this.#forgetPartial()
    this.#nextSequence = (sequence + 1) >>> 0
    const isContinued = (flags & CONTINUED) !== 0
    // A packet whose beginning we never saw cannot be decoded; one whose end never came neither.
    let isOrphan = isContinued && !this.#isInPacket
    if (!isContinued) this.#forgetPartial()
    const segmentCount = byteAt(page, 26)
    let offset = HEADER_BYTES + segmentCount
    for (let index = 0; index < segmentCount; index += 1) {
      const lacing = byteAt(page, HEADER_BYTES + index)
      if (!isOrphan) this.#append(page.subarray(offset, offset + lacing))
      offset += lacing
      if (lacing === 255) continue
      if (!isOrphan) this.#finish(packets)
      isOrphan = false
    }
  }

  #append(segment: Uint8Array): void {
    this.#isInPacket = true
    this.#partialBytes += segment.length
    if (this.#partialBytes <= MAX_PACKET_BYTES) this.#partial.push(segment.slice())
  }

  #finish(packets: Uint8Array[]): void {
    if (this.#partialBytes <= MAX_PACKET_BYTES) packets.push(concat(this.#partial))
    this.#forgetPartial()
  }

  #forgetPartial(): void {
    this.#partial = []
    this.#partialBytes = 0
    this.#isInPacket = false
  }
}

/** Length of the page that begins at `offset`: `more` when its end has not come, `invalid` when none begins here. */
function pageLength(bytes: Uint8Array, offset: number): number | 'more' | 'invalid' {
  const available = bytes.length - offset
  for (let index = 0; index < Math.min(4, available); index += 1) {
    if (bytes[offset + index] !== CAPTURE_PATTERN[index]) return 'invalid'
  }
  if (available >= 5 && bytes[offset + 4] !== 0) return 'invalid' // stream structure version
  if (available < HEADER_BYTES) return 'more'
  const segmentCount = byteAt(bytes, offset + 26)
  if (available < HEADER_BYTES + segmentCount) return 'more'
  let length = HEADER_BYTES + segmentCount
  for (let index = 0; index < segmentCount; index += 1) length += byteAt(bytes, offset + HEADER_BYTES + index)
  if (available < length) return 'more'
  return hasValidChecksum(bytes.subarray(offset, offset + length)) ? length : 'invalid'
}

/** RFC 3533 s6: CRC-32 with polynomial 0x04c11db7 over the page, its own field counted as zero. */
function hasValidChecksum(page: Uint8Array): boolean {
  let crc = 0
  for (let index = 0; index < page.length; index += 1) {
    const byte = index >= 22 && index < 26 ? 0 : byteAt(page, index)
    crc = ((crc << 8) ^ (CRC_TABLE[((crc >>> 24) ^ byte) & 0xff] ?? 0)) >>> 0
  }
  return crc === uint32At(page, 22)
}

function crcTable(): Uint32Array {
  return Uint32Array.from({ length: 256 }, (_, index) => {
    let crc = index << 24
    for (let bit = 0; bit < 8; bit += 1) crc = (crc & 0x80000000) !== 0 ? (crc << 1) ^ 0x04c11db7 : crc << 1
    return crc >>> 0
  })
}

function byteAt(bytes: Uint8Array, offset: number): number {
  return bytes[offset] ?? 0
}

function uint32At(bytes: Uint8Array, offset: number): number {
  return new DataView(bytes.buffer, bytes.byteOffset + offset, 4).getUint32(0, true)
}

function concat(parts: Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0))
  let offset = 0
  for (const part of parts) {
    whole.set(part, offset)
    offset += part.length
  }
  return whole
}
