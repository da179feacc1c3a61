import type { Play, Song } from '@carillon/contract/plays/schemas'
import type { StoredPlay, StoredSong } from './table.ts'

/** The wire form of an entry of the sound log. */
export function presentPlay(stored: StoredPlay): Play {
  return { ...stored, ...timesOf(stored) }
}

/** The wire form of a song. */
export function presentSong(stored: StoredSong): Song {
  return { ...stored, ...timesOf(stored) }
}

function timesOf({ startedAt, endedAt }: Pick<StoredPlay, 'startedAt' | 'endedAt'>) {
  return { startedAt: startedAt.toISOString(), endedAt: endedAt?.toISOString() ?? null }
}
