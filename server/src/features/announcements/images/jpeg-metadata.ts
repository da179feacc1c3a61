import { EOI, SOS, scanEnd } from './jpeg.ts'
import { type Orientation, readOrientation, writeOrientation } from './orientation.ts'

const APP0 = 0xe0
const APP1 = 0xe1
const APP2 = 0xe2
const APP14 = 0xee
const APP15 = 0xef
const COM = 0xfe
const EXIF = 'Exif\0\0'
/** Segments of applications that a drawing needs: its density, its colour profile, and how colours are coded. */
const KEPT: Record<number, string> = { [APP0]: 'JFIF\0', [APP2]: 'ICC_PROFILE\0', [APP14]: 'Adobe' }

/** A whole JPEG without the segments of applications and comments, but for how it is to be turned and its colours. */
export function jpegWithoutMetadata(bytes: Buffer): Buffer {
  const kept: Buffer[] = []
  let orientation: Orientation = 1
  let at = 2
  while (at + 4 <= bytes.length) {
    const marker = bytes.readUInt8(at + 1)
    // Fill bytes may stand before a marker.
    if (marker === 0xff) {
      at += 1
      continue
    }
    if (marker === EOI) break
    const segmentEnd = at + 2 + bytes.readUInt16BE(at + 2)
    const end = marker === SOS ? scanEnd(bytes, segmentEnd) : segmentEnd
    const content = bytes.subarray(at + 4, segmentEnd)
    if (marker === APP1 && startsWith(content, EXIF))
      orientation = readOrientation(content.subarray(EXIF.length))
    if (isKept(marker, content)) kept.push(bytes.subarray(at, end))
    at = end
  }
  return Buffer.concat([Buffer.of(0xff, 0xd8), ...turning(orientation), ...kept, Buffer.of(0xff, EOI)])
}

function isKept(marker: number, content: Buffer): boolean {
  const isOfApplication = marker >= APP0 && marker <= APP15
  if (!isOfApplication) return marker !== COM
  const begin = KEPT[marker]
  return begin !== undefined && startsWith(content, begin)
}

/** Exif 2.3 s4.5.4: an APP1 of its own, before all others. */
function turning(orientation: Orientation): Buffer[] {
  const tiff = writeOrientation(orientation)
  if (!tiff) return []
  const head = Buffer.of(0xff, APP1, 0, 2 + EXIF.length + tiff.length)
  return [head, Buffer.from(EXIF, 'latin1'), tiff]
}

function startsWith(content: Buffer, text: string): boolean {
  return content.toString('latin1', 0, text.length) === text
}
