import type { Image, ImageResult, SizeResult } from './image.ts'
import { inspectJpeg } from './jpeg.ts'
import { inspectPng } from './png.ts'
import { inspectWebp } from './webp.ts'

/** A side in pixels: drawn, such an image takes 100 MB of a phone's memory; what is larger may end its browser. */
export const MAX_IMAGE_SIDE = 5_000

/**
 * Reads what kind of image this is and how large. The whole file has to be one image, from its first byte to its last:
 * what is at the same time a page, a script or an archive is refused, and so is everything that is none of three kinds.
 */
export function inspectImage(bytes: Buffer): ImageResult {
  const kind = KINDS.find(({ isOne }) => isOne(bytes))
  if (!kind) return { ok: false, error: 'NOT_AN_IMAGE' }
  const size = kind.inspect(bytes)
  if (!size.ok) return size
  const { width, height } = size.value
  if (width < 1 || height < 1) return { ok: false, error: 'BROKEN' }
  if (Math.max(width, height) > MAX_IMAGE_SIDE) return { ok: false, error: 'TOO_LARGE' }
  return { ok: true, value: { extension: kind.extension, width, height } }
}

const startsWith = (signature: readonly number[]) => (bytes: Buffer) =>
  signature.every((byte, at) => bytes[at] === byte)

const KINDS = [
  { extension: 'jpg', isOne: startsWith([0xff, 0xd8, 0xff]), inspect: inspectJpeg },
  {
    extension: 'png',
    isOne: startsWith([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    inspect: inspectPng,
  },
  {
    extension: 'webp',
    isOne: (bytes: Buffer) =>
      bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP',
    inspect: inspectWebp,
  },
] as const satisfies readonly {
  extension: Image['extension']
  isOne(bytes: Buffer): boolean
  inspect(bytes: Buffer): SizeResult
}[]
