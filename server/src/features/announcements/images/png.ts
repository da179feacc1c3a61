import { crc32 } from 'node:zlib'
import type { SizeResult } from './image.ts'

const SIGNATURE_BYTES = 8
/** Length, type and check sum of a chunk. */
const CHUNK_OVERHEAD_BYTES = 12
const IHDR_BYTES = 13
const BROKEN = { ok: false, error: 'BROKEN' } as const

/** The size of a PNG, read from its chunks: IHDR first, IEND last, each with its check sum, nothing after. */
export function inspectPng(bytes: Buffer): SizeResult {
  let size: { width: number; height: number } | null = null
  let hasPixels = false
  let at = SIGNATURE_BYTES
  while (at + CHUNK_OVERHEAD_BYTES <= bytes.length) {
    const length = bytes.readUInt32BE(at)
    const end = at + CHUNK_OVERHEAD_BYTES + length
    if (end > bytes.length || !isWhole(bytes, at, length)) return BROKEN
    const type = bytes.toString('latin1', at + 4, at + 8)
    if ((size === null) !== (type === 'IHDR')) return BROKEN
    if (type === 'IHDR') {
      if (length !== IHDR_BYTES) return BROKEN
      size = { width: bytes.readUInt32BE(at + 8), height: bytes.readUInt32BE(at + 12) }
    }
    if (type === 'IDAT') hasPixels = true
    if (type === 'IEND') return size && hasPixels && length === 0 ? whole(size, end === bytes.length) : BROKEN
    at = end
  }
  return BROKEN
}

/** The check sum covers type and data. */
function isWhole(bytes: Buffer, at: number, length: number): boolean {
  const dataEnd = at + 8 + length
  return crc32(bytes.subarray(at + 4, dataEnd)) === bytes.readUInt32BE(dataEnd)
}

function whole(size: { width: number; height: number }, isAll: boolean): SizeResult {
  return isAll ? { ok: true, value: size } : { ok: false, error: 'MORE_THAN_AN_IMAGE' }
}
