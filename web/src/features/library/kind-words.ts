import type { LibraryItem } from '@carillon/contract/library/schemas'

/** Kinds of items, in words. */
export const KIND_WORDS: Record<LibraryItem['kind'], string> = {
  TRACK: 'Track',
  JINGLE: 'Jingle',
  STATION_ID: 'Station ID',
  BED: 'Bed',
}
