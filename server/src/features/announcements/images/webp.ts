import type { SizeResult } from './image.ts'

type Size = { width: number; height: number }

const RIFF_HEADER_BYTES = 8
const FIRST_CHUNK_AT = 12
const BROKEN = { ok: false, error: 'BROKEN' } as const

/**
 * The size of a WebP (RFC 9649): a RIFF whose length is the file's, its chunks one after the other to the end. With a
 * VP8X chunk the size is the canvas, else that of the one picture.
 */
export function inspectWebp(bytes: Buffer): SizeResult {
  if (bytes.length < FIRST_CHUNK_AT) return BROKEN
  const end = RIFF_HEADER_BYTES + bytes.readUInt32LE(4)
  if (end > bytes.length) return BROKEN
  if (end < bytes.length) return { ok: false, error: 'MORE_THAN_AN_IMAGE' }
  let size: Size | null = null
  let hasPixels = false
  let at = FIRST_CHUNK_AT
  while (at + 8 <= end) {
    const type = bytes.toString('latin1', at, at + 4)
    const length = bytes.readUInt32LE(at + 4)
    const data = bytes.subarray(at + 8, at + 8 + length)
    if (data.length < length) return BROKEN
    if (!KNOWN.includes(type)) return { ok: false, error: 'MORE_THAN_AN_IMAGE' }
    const found = SIZES[type]?.(data)
    if (found === null) return BROKEN
    size ??= found ?? null
    if (type !== 'VP8X' && PIXELS.includes(type)) hasPixels = true
    // Chunks begin at even places.
    at += 8 + length + (length % 2)
  }
  return size && hasPixels && at === end ? { ok: true, value: size } : BROKEN
}

const PIXELS = ['VP8 ', 'VP8L', 'ANMF']
const KNOWN = [...PIXELS, 'VP8X', 'ALPH', 'ANIM', 'ICCP', 'EXIF', 'XMP ']

/** Readers of the size by chunk; null for a chunk that is not what it says. */
const SIZES: Record<string, (data: Buffer) => Size | null> = {
  // RFC 9649 s2.7: flags, then canvas width and height less one, 24 bits each.
  VP8X: (data) =>
    data.length < 10 ? null : { width: data.readUIntLE(4, 3) + 1, height: data.readUIntLE(7, 3) + 1 },
  // RFC 6386 s9.1: a key frame's start code, then 14 bits of width and of height.
  'VP8 ': (data) => {
    if (data.length < 10 || data.readUIntBE(3, 3) !== 0x9d012a) return null
    return { width: data.readUInt16LE(6) & 0x3fff, height: data.readUInt16LE(8) & 0x3fff }
  },
  // RFC 9649 s3.4: signature 2F, then width and height less one, 14 bits each.
  VP8L: (data) => {
    if (data.length < 5 || data[0] !== 0x2f) return null
    const bits = data.readUInt32LE(1)
    return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 }
  },
}
