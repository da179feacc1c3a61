import { type LibraryItem, TARGET_LOUDNESS } from '@carillon/contract/library/schemas'
import type { StoredItem } from './table.ts'

/** The wire form of an item. The name of its file, and what is in it, stay here. */
export function presentItem({ createdAt, loudness, peak, ...stored }: StoredItem): LibraryItem {
  const { fileName: _name, sha256: _sha256, ...item } = stored
  return {
    ...item,
    loudness: tenths(loudness),
    peak: tenths(peak),
    gain: tenths(TARGET_LOUDNESS - loudness),
    createdAt: createdAt.toISOString(),
  }
}

/** Nobody hears less. */
function tenths(decibels: number): number {
  return Math.round(decibels * 10) / 10
}
