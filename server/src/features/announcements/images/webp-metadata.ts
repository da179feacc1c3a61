import { type Orientation, readOrientation, writeOrientation } from './orientation.ts'

const FIRST_CHUNK_AT = 12
const CHUNK_HEAD_BYTES = 8
const KEPT: ReadonlySet<string> = new Set(['VP8 ', 'VP8L', 'VP8X', 'ANIM', 'ANMF', 'ALPH', 'ICCP'])
/** RFC 9649 s2.7: flags of VP8X. */
const EXIF_FLAG = 0x08
const XMP_FLAG = 0x04
const EXIF = 'Exif\0\0'

/** A whole WebP without EXIF and XMP, but for how it is to be turned. */
export function webpWithoutMetadata(bytes: Buffer): Buffer {
  const kept: Buffer[] = []
  let orientation: Orientation = 1
  for (let at = FIRST_CHUNK_AT; at < bytes.length; ) {
    const type = bytes.toString('latin1', at, at + 4)
    const length = bytes.readUInt32LE(at + 4)
    // Chunks begin at even places.
    const end = at + CHUNK_HEAD_BYTES + length + (length % 2)
    const content = bytes.subarray(at + CHUNK_HEAD_BYTES, at + CHUNK_HEAD_BYTES + length)
    if (type === 'EXIF') orientation = readOrientation(tiffOf(content))
    if (KEPT.has(type)) kept.push(bytes.subarray(at, end))
    at = end
  }
  const tiff = writeOrientation(orientation)
  const chunks = [...kept.map((chunk) => flagged(chunk, tiff !== null)), ...(tiff ? [exifChunk(tiff)] : [])]
  return riffOf(Buffer.concat(chunks))
}

/** Some programs write the beginning that it has in a JPEG. */
function tiffOf(content: Buffer): Buffer {
  const hasBeginning = content.toString('latin1', 0, EXIF.length) === EXIF
  return hasBeginning ? content.subarray(EXIF.length) : content
}

/** VP8X says which of them there are. */
function flagged(chunk: Buffer, hasExif: boolean): Buffer {
  if (chunk.toString('latin1', 0, 4) !== 'VP8X') return chunk
  const changed = Buffer.from(chunk)
  const flags = changed.readUInt8(CHUNK_HEAD_BYTES) & ~(EXIF_FLAG | XMP_FLAG)
  changed.writeUInt8(hasExif ? flags | EXIF_FLAG : flags, CHUNK_HEAD_BYTES)
  return changed
}

function exifChunk(tiff: Buffer): Buffer {
  const head = Buffer.from('EXIF\0\0\0\0', 'latin1')
  head.writeUInt32LE(tiff.length, 4)
  return Buffer.concat([head, tiff])
}

function riffOf(chunks: Buffer): Buffer {
  const head = Buffer.from('RIFF\0\0\0\0WEBP', 'latin1')
  head.writeUInt32LE(4 + chunks.length, 4)
  return Buffer.concat([head, chunks])
}
