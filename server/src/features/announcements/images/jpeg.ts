import type { SizeResult } from './image.ts'

export const EOI = 0xd9
export const SOS = 0xda
/** Start of frame, baseline to progressive, Huffman coded: what browsers draw. */
const FRAMES = [0xc0, 0xc1, 0xc2]
const BROKEN = { ok: false, error: 'BROKEN' } as const

/** The size of a JPEG, read from its segments, from SOI to an EOI that is the last of the file. */
export function inspectJpeg(bytes: Buffer): SizeResult {
  let size: { width: number; height: number } | null = null
  let hasPixels = false
  let at = 2
  while (at + 2 <= bytes.length) {
    if (bytes[at] !== 0xff) return BROKEN
    const marker = bytes.readUInt8(at + 1)
    // Fill bytes may stand before a marker.
    if (marker === 0xff) {
      at += 1
      continue
    }
    if (marker === EOI) return size && hasPixels ? whole(size, at + 2 === bytes.length) : BROKEN
    const end = segmentEnd(bytes, at)
    if (end === null) return BROKEN
    if (FRAMES.includes(marker)) {
      // Two frames would be two sizes.
      if (size || end - at < 10) return BROKEN
      size = { height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) }
    }
    if (marker === SOS) hasPixels = true
    at = marker === SOS ? scanEnd(bytes, end) : end
  }
  return BROKEN
}

/** A segment is its marker, then its length in two bytes that count themselves. */
function segmentEnd(bytes: Buffer, at: number): number | null {
  const marker = bytes.readUInt8(at + 1)
  // Before a scan there are no markers without a length: RSTn, SOI, TEM, and 00 which is none.
  if (marker < 0xc0 || (marker >= 0xd0 && marker <= 0xd8) || at + 4 > bytes.length) return null
  const length = bytes.readUInt16BE(at + 2)
  const end = at + 2 + length
  return length >= 2 && end <= bytes.length ? end : null
}

/** Entropy coded bytes go on until a marker other than RSTn; an FF of theirs is followed by 00. */
export function scanEnd(bytes: Buffer, from: number): number {
  let at = bytes.indexOf(0xff, from)
  while (at !== -1 && at + 1 < bytes.length) {
    const next = bytes.readUInt8(at + 1)
    const isData = next === 0x00 || (next >= 0xd0 && next <= 0xd7)
    if (!isData) return at
    at = bytes.indexOf(0xff, at + 2)
  }
  return bytes.length
}

function whole(size: { width: number; height: number }, isAll: boolean): SizeResult {
  return isAll ? { ok: true, value: size } : { ok: false, error: 'MORE_THAN_AN_IMAGE' }
}
