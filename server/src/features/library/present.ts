import { type LibraryItem, TARGET_LOUDNESS } from '@carillon/contract/library/schemas'
import type { StoredItem } from './table.ts'

/** The wire form of an item. The name of its file stays here. */
export function presentItem({ fileName: _, createdAt, loudness, peak, ...item }: StoredItem): LibraryItem {
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
