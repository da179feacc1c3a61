import type { Broadcast } from '@carillon/contract/broadcasts/schemas'
import type { ColumnType, Generated, Kysely } from 'kysely'

type WithDefault<T> = ColumnType<T, T | undefined, T>

/** Table `recordings`; migrations 0022, 0032 and 0110. */
type RecordingsTable = {
  broadcast_id: number
  bytes: number
  duration_ms: number
  peaks: Buffer
  is_kept: WithDefault<boolean>
  recorded_at: Date
  deleted_at: WithDefault<Date | null>
  holder: WithDefault<string | null>
}

/** Columns of the shows that are read. */
type ShowColumns = {
  id: Generated<number>
  title: string
  status: Broadcast['status']
  actual_end: Date | null
  created_by: number
  started_by: number | null
  unlisted: boolean
  deleted_at: Date | null
  recording_public: boolean
}

/** The tables that this feature reads and writes. */
export type RecordingTables = { recordings: RecordingsTable; broadcasts: ShowColumns }
export type Db = Kysely<RecordingTables>

/** A show, and who may hear what is recorded of it. */
export type RecordedShow = {
  broadcastId: number
  title: string
  createdById: number
  startedById: number | null
  isUnlisted: boolean
  isPublic: boolean
}

/** A recording that can be heard, and whose show it is of. */
export type StoredRecording = {
  broadcastId: number
  title: string
  createdById: number
  startedById: number | null
  bytes: number
  durationMs: number
  /** Heights from 0 to 255. */
  peaks: Uint8Array
  isPublic: boolean
  isKept: boolean
  recordedAt: Date
  /** The instance that has it; null where there was only one. */
  holder: string | null
}
