import type { PLAYOUT_KINDS } from '@carillon/contract/plays/schemas'
import type { Generated, Kysely } from 'kysely'
import type { PeopleColumns } from '../../db/people.ts'

/** Table `playout_settings`; migrations 0490 and 0580. It has one row. */
type SettingsTable = {
  is_on: boolean
  replay_weight: number
  jingle_every: number
  station_id_hourly: boolean
  artist_gap_minutes: number
  track_gap_minutes: number
  rewind_hours: number
}

/** Columns of the sound log; migrations 0470 and 0490. Live shows are written by db/plays.ts. */
type PlaysTable = {
  id: Generated<number>
  broadcast_id: number | null
  item_id: number | null
  kind: 'LIVE' | (typeof PLAYOUT_KINDS)[number]
  title: string | null
  artist: string | null
  listeners: number
  started_at: Date
  ended_at: Date | null
  ends_by: Date | null
}

/** Columns of the library that are read. */
type ItemColumns = { id: number; kind: 'TRACK' | 'JINGLE' | 'STATION_ID' | 'BED'; duration_ms: number }

/** Columns of shows and their recordings that are read. */
type ShowColumns = {
  id: number
  title: string
  status: string
  scheduled_start: Date
  scheduled_end: Date
  actual_start: Date | null
  created_by: number
  started_by: number | null
  unlisted: boolean
  deleted_at: Date | null
  recording_public: boolean
  live_only: boolean
}
type RecordingColumns = {
  broadcast_id: number
  duration_ms: number
  deleted_at: Date | null
  holder: string | null
  sha256: string | null
}
type CopyColumns = { broadcast_id: number; instance: string; sha256: string | null }

/** Table `scheduled_replays`; migration 0530. */
type ScheduledReplaysTable = {
  id: Generated<number>
  broadcast_id: number
  starts_at: Date
  ends_at: Date
  created_by: number
  created_at: Date
}

/** The tables that this feature reads and writes. */
export type PlayoutTables = {
  playout_settings: SettingsTable
  plays: PlaysTable
  library_items: ItemColumns
  broadcasts: ShowColumns
  recordings: RecordingColumns
  recording_copies: CopyColumns
  scheduled_replays: ScheduledReplaysTable
  users: PeopleColumns
}
export type Db = Kysely<PlayoutTables>
