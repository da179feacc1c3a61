import type { PlayoutSettings } from '@carillon/contract/playout/settings'
import type { PLAYOUT_KINDS } from '@carillon/contract/plays/schemas'
import type { Clock } from '../../kernel/clock.ts'
import type { LibraryItem, Playlist } from './rules/rules.ts'
import type { Db } from './table.ts'

/** Item of the library, or the replay of a show. Times are milliseconds since 1970. */
type Named = {
  kind: (typeof PLAYOUT_KINDS)[number]
  title: string
  artist: string | null
  /** Null for a replay. */
  itemId: number | null
  /** Show of a replay; null for anything else. */
  broadcastId: number | null
  durationMs: number
  firstAiredAtMs: number | null
  /** Plan of a replay that has a time of its own; absent otherwise. */
  plannedId?: number
}
/**
 * Item that can be played: `file` is the absolute path of an Ogg Opus file, `fromMs` the place to begin at; a bed goes on
 * from its beginning.
 */
export type PlayableItem = Named & { file: string; fromMs?: number; loop?: boolean }
/** Item that plays. */
export type SoundingItem = Named & { startedAtMs: number }

/** The library as far as the playout reads it. */
export type LibraryPort = {
  /** One item that is ready; null when it is gone. */
  find(id: number): Promise<PlayableFile | null>
  /** Whether an item may be played, wherever its file is. */
  isReady(id: number): Promise<boolean>
  findBed(): Promise<PlayableFile | null>
  listPlaylists(): Promise<readonly Playlist[]>
  listShorts(): Promise<readonly LibraryItem[]>
}
export type PlayableFile = Omit<PlayableItem, 'firstAiredAtMs'>

/** Dependencies of the playout. */
export type PlayoutContext = {
  db: Db
  clock: Clock
  timeZone: string
  /** Recordings are kept below it. */
  dataDir: string
  /** Name of this instance where recordings are held; null where it is the only one. */
  instanceUrl(): string | null
  library: LibraryPort
  /** Whether the file of a recording is here. One that only another instance has is brought, for the next time. */
  isRecordingHere(broadcastId: number): Promise<boolean>
  /** When the recording of a show is deleted; null where it stays. */
  recordingExpiryOf(broadcastId: number): Promise<Date | null>
  /** Switches the main mount on or off, and sets how far listeners may go back in it. */
  onSet(settings: Pick<PlayoutSettings, 'betweenShows' | 'rewindHours'>): void
  /** Called when the item that plays may not be played any more: another one follows at once. */
  onWithdrawn(): void
  /** Called for an item that cannot be played, and when nothing keeps the rules; each may be called again and again. */
  onFault(
    fault: ({ what: 'skipped' } & Pick<PlayableItem, 'title' | 'itemId' | 'broadcastId'>) | { what: 'rules' },
  ): void
  /** Tells the other instances that the settings have changed, what is planned, or what may be played. */
  onChanged(): void
  /** Tells what went wrong in work that nobody waits for. */
  onError(error: unknown): void
}
