import type { Broadcast } from '@carillon/contract/broadcasts/schemas'
import type { Person } from '@carillon/contract/roles'
import type { ColumnType, Generated, Insertable, Kysely, Updateable } from 'kysely'
import type { PeopleColumns } from '../../db/people.ts'
import type { State } from './states.ts'

type WithDefault<T> = ColumnType<T, T | undefined, T>

/** Table `broadcasts`; migration 0002 says what each state may hold. */
export type BroadcastsTable = {
  id: Generated<number>
  title: string
  description: string
  status: WithDefault<Broadcast['status']>
  scheduled_start: Date
  scheduled_end: Date
  actual_start: Date | null
  actual_end: Date | null
  end_reason: Broadcast['endReason']
  ended_by: WithDefault<number | null>
  end_note: WithDefault<string | null>
  created_by: number
  started_by: number | null
  test_started_at: Date | null
  tested_at: Date | null
  deleted_at: Date | null
  unlisted: WithDefault<boolean>
  recording_public: WithDefault<boolean>
  slow_mode_enabled: WithDefault<boolean>
  slow_mode_seconds: WithDefault<number>
  peak_listeners: WithDefault<number>
  total_interactions: WithDefault<number>
  message_count: WithDefault<number>
  request_count: WithDefault<number>
  vote_count: WithDefault<number>
  listening_seconds: WithDefault<number>
  created_at: Date
  /** Number of changes of what calendars show of it. */
  revision: WithDefault<number>
  revised_at: Date | null
  /** The three are null together. */
  now_playing_title: string | null
  now_playing_artist: string | null
  now_playing_since: Date | null
  /** Since when it waits, in test, to take over. */
  stand_by_since: Date | null
  /** While it is LIVE: the show that it hands over to, and when; by hand without a time. */
  hand_over_to: number | null
  hand_over_at: Date | null
  /** The show whose place on the air it took. */
  took_over_from: number | null
}

/** Columns of recordings that are read: whether a show has one. */
type RecordingColumns = { broadcast_id: number; deleted_at: Date | null }

/** The tables that this feature reads and writes. */
export type BroadcastTables = {
  broadcasts: BroadcastsTable
  users: PeopleColumns
  recordings: RecordingColumns
}
export type Db = Kysely<BroadcastTables>
export type NewBroadcast = Insertable<BroadcastsTable>
export type BroadcastChange = Updateable<BroadcastsTable>

/** A broadcast as it is stored, with its people. Instants are UTC; what the wire shows of it is present.ts. */
export type StoredBroadcast = {
  id: number
  title: string
  description: string
  status: Broadcast['status']
  state: State
  /** A draft that nobody is told of until it goes on air. */
  isUnlisted: boolean
  scheduledStart: Date
  scheduledEnd: Date
  actualStart: Date | null
  actualEnd: Date | null
  endReason: Broadcast['endReason']
  /** Person who ended it, and why; null where nobody did, or nobody knows any more. */
  ending: { by: Person; reason: string | null } | null
  createdBy: Person
  /** Person on air, or in the test. */
  startedBy: Person | null
  slowModeEnabled: boolean
  slowModeSeconds: number
  peakListeners: number
  totalInteractions: number
  /** Whether it can be heard again, and by whom. */
  recording: 'public' | 'private' | null
  nowPlaying: { title: string; artist: string; since: Date } | null
  standBySince: Date | null
  handOver: { to: number; at: Date | null } | null
  tookOverFrom: number | null
}
