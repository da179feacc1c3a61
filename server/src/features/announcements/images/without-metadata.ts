import type { Image } from './image.ts'
import { jpegWithoutMetadata } from './jpeg-metadata.ts'
import { pngWithoutMetadata } from './png-metadata.ts'
import { webpWithoutMetadata } from './webp-metadata.ts'

const FORMATS: Record<Image['extension'], (bytes: Buffer) => Buffer> = {
  jpg: jpegWithoutMetadata,
  png: pngWithoutMetadata,
  webp: webpWithoutMetadata,
}

/**
 * An image that was inspected, without what says where, when and by whom it was taken. Its pixels, colours and how it is
 * to be turned stay, byte for byte.
 */
export function withoutMetadata(bytes: Buffer, { extension }: Pick<Image, 'extension'>): Buffer {
  return FORMATS[extension](bytes)
}
