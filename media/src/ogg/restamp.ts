import { checksum } from './checksum.ts'
import { firstPageFlag, lastPageFlag, mayBeginPage, pageGranulePosition, pageLength } from './page.ts'

/** Place of pages in a logical stream other than their own. */
export type Stamp = {
  serialNumber: number
  /** Sequence number of the first page. */
  sequence: number
  /** Samples at 48 kHz to add to each granule position. */
  shiftInSamples: number
}

/** One page among others in a buffer. `granulePosition` is -1 where no packet ends on it. */
export type PlacedPage = { start: number; end: number; granulePosition: number }

/** The whole pages at the beginning of `bytes`, up to the first that is not whole, or is none. */
export function* pagesIn(bytes: Uint8Array): Generator<PlacedPage> {
  for (let start = 0; start < bytes.length; ) {
    const rest = bytes.subarray(start)
    const length = mayBeginPage(rest) ? pageLength(rest) : null
    if (length === null) return
    yield { start, end: start + length, granulePosition: pageGranulePosition(rest) }
    start += length
  }
}

/**
 * Makes whole pages those of another logical stream, in place: serial number, sequence and granule position, and no mark
 * of a first or a last page (RFC 3533 s6). Gives how many pages they are.
 */
export function restampPages(bytes: Uint8Array, { serialNumber, sequence, shiftInSamples }: Stamp): number {
  let pages = 0
  for (const { start, end, granulePosition } of pagesIn(bytes)) {
    const page = bytes.subarray(start, end)
    const view = new DataView(page.buffer, page.byteOffset, page.byteLength)
    const position = granulePosition < 0 ? granulePosition : granulePosition + shiftInSamples
    page[5] = (page[5] ?? 0) & ~(firstPageFlag | lastPageFlag)
    view.setUint32(6, position >>> 0, true) // granule position, low half
    view.setInt32(10, Math.floor(position / 2 ** 32), true) // high half
    view.setUint32(14, serialNumber, true)
    view.setUint32(18, sequence + pages, true)
    view.setUint32(22, 0, true)
    view.setUint32(22, checksum(page), true)
    pages++
  }
  return pages
}
