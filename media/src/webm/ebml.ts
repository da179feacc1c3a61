/** Header of an element: id and size, before its data. RFC 8794 s4 to s6. */
export type ElementHeader = {
  /** With its length marker, as Matroska writes ids: 0xa3, 0x1f43b675. */
  id: number
  /** Bytes of data; Infinity for "unknown". Above 2^53 it is not exact, which no one here needs. */
  dataBytes: number
  /** Bytes of the header itself. */
  headerBytes: number
}

/** A header, or why there is none: the bytes end too early, or begin with what cannot be an id or a size. */
export function readHeader(
  bytes: Uint8Array,
  start: number,
  end: number,
): ElementHeader | 'INCOMPLETE' | 'INVALID' {
  if (start >= end) return 'INCOMPLETE'
  const idBytes = vintBytes(bytes[start])
  if (idBytes > 4) return 'INVALID'
  if (start + idBytes >= end) return 'INCOMPLETE'
  const sizeStart = start + idBytes
  const sizeBytes = vintBytes(bytes[sizeStart])
  if (sizeBytes > 8) return 'INVALID'
  if (sizeStart + sizeBytes > end) return 'INCOMPLETE'
  return {
    id: readUnsigned(bytes, start, idBytes),
    dataBytes: readSize(bytes, sizeStart, sizeBytes),
    headerBytes: idBytes + sizeBytes,
  }
}

/** Big-endian unsigned integer of up to 8 bytes (RFC 8794 s7.2); above 2^53 not exact. */
export function readUnsigned(bytes: Uint8Array, start: number, length: number): number {
  let value = 0
  for (let at = start; at < start + length; at++) value = value * 256 + (bytes[at] ?? 0)
  return value
}

/** Bytes of a variable size integer, told by the leading zero bits of its first byte; 9 when it is none. */
export function vintBytes(first: number | undefined): number {
  return Math.clz32(first ?? 0) - 23
}

/** RFC 8794 s6.2: all data bits set means that the size is not known. */
function readSize(bytes: Uint8Array, start: number, length: number): number {
  const firstDataBits = 0xff >> length
  const first = (bytes[start] ?? 0) & firstDataBits
  const isUnknown = first === firstDataBits && isFull(bytes, start + 1, start + length)
  if (isUnknown) return Number.POSITIVE_INFINITY
  return first * 2 ** (8 * (length - 1)) + readUnsigned(bytes, start + 1, length - 1)
}

function isFull(bytes: Uint8Array, start: number, end: number): boolean {
  for (let at = start; at < end; at++) if (bytes[at] !== 0xff) return false
  return true
}
