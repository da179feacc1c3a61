import type { PLAYOUT_KINDS } from '@carillon/contract/plays/schemas'

/** Something that plays between shows, from a file. */
export type PlayoutItem = {
  kind: (typeof PLAYOUT_KINDS)[number]
  title: string
  artist: string | null
  /** Item of the library; null for a replay. */
  itemId: number | null
  /** Show of a replay; null for anything else. */
  broadcastId: number | null
  /** Absolute path of an Ogg Opus file. */
  file: string
  durationMs: number
  /** When the show of a replay was live; null for anything else. Milliseconds since 1970. */
  firstAiredAtMs: number | null
  /** Plan of a replay that has a time of its own; absent otherwise. */
  plannedId?: number
  /** Place to begin at; its beginning unless given. */
  fromMs?: number
  /** Time since which it sounds, where another instance has begun it. Milliseconds since 1970. */
  soundsFromMs?: number
  /** Goes on from its beginning when the same one is next: a bed. */
  loop?: boolean
}

/** Why an item stopped: it was played to its end, another source took over, or the rest could not be read. */
export type ItemEnd = 'PLAYED' | 'CUT' | 'DAMAGED'
