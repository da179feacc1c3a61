/** Kinds of short items that stand between the music. */
export type ShortKind = 'JINGLE' | 'STATION_ID'
export type ItemKind = 'TRACK' | 'REPLAY' | ShortKind

/** A file of the library as the rules see it. */
export type LibraryItem = {
  id: number
  kind: 'TRACK' | ShortKind
  /** Spelt by `artistKey`, here and in what was played. */
  artist: string | null
}

/** Hours of one day of the week in which a playlist plays. */
export type Hours = {
  /** 0 is Sunday. */
  day: number
  /** Minutes since midnight, station time; the last one is not played any more. */
  from: number
  to: number
}

export type Playlist = {
  id: number
  tracks: readonly LibraryItem[]
  /** Share of the choices beside the others: 2 is twice as often as 1. 0 is never. */
  weight: number
  /** None is always. */
  hours: readonly Hours[]
}

/** A recording that may be played again. Private ones and those marked "live only" must not be among them. */
export type Replay = { id: number; firstAiredAt: number }

export type PlayoutRules = {
  playlists: readonly Playlist[]
  replays: readonly Replay[]
  /** As that of a playlist. */
  replayWeight: number
  shorts: readonly LibraryItem[]
  /** Tracks and replays between two jingles. 0 is no jingles. */
  jingleEvery: number
  isStationIdHourly: boolean
  /** Milliseconds that must lie between the starts of two items of one artist, of one track, of one replay or its show. */
  artistGapMs: number
  trackGapMs: number
  replayGapMs: number
  timeZone: string
}

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

/** Rules of a new station: an hour between two songs of an artist, four between two of a song, a week for a replay. */
export const DEFAULT_RULES = {
  replayWeight: 1,
  jingleEvery: 4,
  isStationIdHourly: true,
  artistGapMs: HOUR_MS,
  trackGapMs: 4 * HOUR_MS,
  replayGapMs: 7 * 24 * HOUR_MS,
} satisfies Partial<PlayoutRules>

/** An item that went out. */
export type PlayedItem = { kind: ItemKind; id: number; artist: string | null; startedAt: number }

/** Rules that no item could keep, so that the one that broke them least was taken. */
export type BrokenRule = 'ARTIST_GAP' | 'TRACK_GAP' | 'REPLAY_GAP'
export type Choice = {
  kind: ItemKind
  id: number
  artist: string | null
  /** None when every rule was kept. */
  broken: readonly BrokenRule[]
}

/** Spelling that does not make two artists of one. */
export function artistKey(artist: string): string {
  return artist.normalize('NFKC').trim().replace(/\s+/gu, ' ').toLowerCase()
}
