import type { FileHandle } from 'node:fs/promises'
import { pageGranulePosition } from '@carillon/media/ogg/page'
import { PageSplitter } from '@carillon/media/ogg/page-splitter'

/** Bytes that are read through, rather than halved again. */
const NEAR_BYTES = 64 * 1024
const STEP_BYTES = 8 * 1024
/** Places that only look like a page, before a spot is given up: a file is read as often as its size is halved. */
const MAX_DAMAGED_PAGES = 16

/** Place to read on from, and the sound that lies before it, in samples at 48 kHz. */
export type PagePlace = { offset: number; granulePosition: number }

/**
 * Finds a place in an Ogg file from which `granulePosition` is near and ahead, by halving: a recording of three hours
 * takes about a dozen reads. Damage makes it begin earlier, never later.
 */
export async function findPageBefore(
  file: FileHandle,
  size: number,
  granulePosition: number,
): Promise<PagePlace> {
  let place: PagePlace = { offset: 0, granulePosition: 0 }
  let end = size
  while (end - place.offset > NEAR_BYTES) {
    const middle = place.offset + Math.floor((end - place.offset) / 2)
    const found = await firstPageIn(file, middle, end)
    if (found && found.granulePosition <= granulePosition) place = found
    else end = middle
  }
  return place
}

/** The end of the first page with a position that begins in a part of the file; null when there is none. */
async function firstPageIn(file: FileHandle, from: number, to: number): Promise<PagePlace | null> {
  const splitter = new PageSplitter(MAX_DAMAGED_PAGES)
  const step = new Uint8Array(STEP_BYTES)
  let pagesBytes = 0
  for (let at = from; at < to; at += STEP_BYTES) {
    const { bytesRead } = await file.read(step, 0, STEP_BYTES, at)
    if (bytesRead === 0) return null
    for (const page of splitter.push(step.subarray(0, bytesRead))) {
      pagesBytes += page.length
      const granulePosition = pageGranulePosition(page)
      if (granulePosition >= 0) return { offset: from + splitter.skippedBytes + pagesBytes, granulePosition }
    }
  }
  return null
}
