import type { Broadcast } from '@carillon/contract/broadcasts/schemas'
import type { ColumnType, Generated, Kysely } from 'kysely'
import type { InstanceTables } from '../../db/instances.ts'

type WithDefault<T> = ColumnType<T, T | undefined, T>

/** Table `recordings`; migrations 0022, 0032, 0110, 0520, 0540 and 0570. */
type RecordingsTable = {
  broadcast_id: number
  bytes: number
  duration_ms: number
  peaks: Buffer
  is_kept: WithDefault<boolean>
  recorded_at: Date
  deleted_at: WithDefault<Date | null>
  holder: WithDefault<string | null>
  sha256: WithDefault<string | null>
  sound_ms: WithDefault<number | null>
}

/** Table `recording_outages`; migration 0550. */
type RecordingOutagesTable = {
  broadcast_id: number
  at_ms: number
  duration_ms: number
  silent_ms: number
}

/** Table `recording_copies`; migration 0520. */
type RecordingCopiesTable = {
  broadcast_id: number
  instance: string
  sha256: string | null
  modified_ms: number | null
  failed_at: WithDefault<Date | null>
}

export type ShowStatus = Broadcast['status']

/** Columns of the shows that are read. */
type ShowColumns = {
  id: Generated<number>
  title: string
  status: ShowStatus
  actual_start: Date | null
  actual_end: Date | null
  created_by: number
  started_by: number | null
  unlisted: boolean
  deleted_at: Date | null
  recording_public: boolean
  live_only: boolean
}

/** The tables that this feature reads and writes. */
export type RecordingTables = InstanceTables & {
  recordings: RecordingsTable
  recording_outages: RecordingOutagesTable
  recording_copies: RecordingCopiesTable
  broadcasts: ShowColumns
}
export type Db = Kysely<RecordingTables>

/** A show, and who may hear what is recorded of it. */
export type RecordedShow = {
  broadcastId: number
  title: string
  createdById: number
  startedById: number | null
  isUnlisted: boolean
  isPublic: boolean
  /** The station never plays it again. */
  isLiveOnly: boolean
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
  /** The instance that made it ready; null where there was only one. */
  holder: string | null
  /** Of its file; null until an instance that has it says so. */
  sha256: string | null
}
