import { crc32 } from 'node:zlib'
import { readOrientation, writeOrientation } from './orientation.ts'

const SIGNATURE_BYTES = 8
/** Length, type and check sum of a chunk. */
const CHUNK_OVERHEAD_BYTES = 12
/** Chunks that a drawing needs: PNG 3 s11, but for texts, the time and Exif; none that a program has made up. */
const KEPT: ReadonlySet<string> = new Set(
  'IHDR PLTE IDAT IEND tRNS gAMA cHRM sRGB iCCP cICP mDCV cLLI sBIT bKGD hIST pHYs sPLT acTL fcTL fdAT'.split(
    ' ',
  ),
)

/** A whole PNG without texts, times and what programs have added, but for how it is to be turned. */
export function pngWithoutMetadata(bytes: Buffer): Buffer {
  const kept: Buffer[] = [bytes.subarray(0, SIGNATURE_BYTES)]
  for (let at = SIGNATURE_BYTES; at < bytes.length; ) {
    const end = at + CHUNK_OVERHEAD_BYTES + bytes.readUInt32BE(at)
    const type = bytes.toString('latin1', at + 4, at + 8)
    if (KEPT.has(type)) kept.push(bytes.subarray(at, end))
    if (type === 'eXIf') kept.push(...turning(bytes.subarray(at + 8, end - 4)))
    at = end
  }
  return Buffer.concat(kept)
}

function turning(exif: Buffer): Buffer[] {
  const tiff = writeOrientation(readOrientation(exif))
  if (!tiff) return []
  const typed = Buffer.concat([Buffer.from('eXIf', 'latin1'), tiff])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(tiff.length)
  sum.writeUInt32BE(crc32(typed))
  return [length, typed, sum]
}
