import { checksum } from '@carillon/media/ogg/checksum'
import { pageHeaderBytes } from '@carillon/media/ogg/page'

const CHECKSUM_OFFSET = 22

/** The bytes with a right checksum in each page, so that a reader looks at what is wrong inside. */
export function mended(bytes: Buffer): Buffer {
  const whole = Buffer.from(bytes)
  for (let start = whole.indexOf('OggS'); start !== -1; start = whole.indexOf('OggS', start + 4)) {
    const segments = whole.subarray(
      start + pageHeaderBytes,
      start + pageHeaderBytes + (whole[start + 26] ?? 0),
    )
    const length = segments.reduce((sum, lacing) => sum + lacing, pageHeaderBytes + segments.length)
    if (start + length > whole.length) continue
    whole.writeUInt32LE(0, start + CHECKSUM_OFFSET)
    whole.writeUInt32LE(checksum(whole, start, start + length), start + CHECKSUM_OFFSET)
  }
  return whole
}
