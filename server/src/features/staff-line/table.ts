import type { Person } from '@carillon/contract/roles'
import type { Generated, Kysely } from 'kysely'
import type { PeopleColumns } from '../../db/people.ts'
import type { Show } from '../../db/shows.ts'

/** Table `staff_messages`; migrations 0112 and 0560. */
type StaffMessagesTable = {
  id: Generated<number>
  broadcast_id: number
  sender_id: number
  content: string
  created_at: Date
  shared: Generated<boolean>
}

/** Columns of a broadcast beside those that every feature reads (db/shows.ts). */
type BroadcastColumns = {
  id: number
  created_by: number
  started_by: number | null
  unlisted: boolean
  status: Show['status']
  stand_by_since: Date | null
  deleted_at: Date | null
}

/** The tables that this feature reads and writes. */
export type StaffLineTables = {
  staff_messages: StaffMessagesTable
  broadcasts: BroadcastColumns
  users: PeopleColumns
}
export type Db = Kysely<StaffLineTables>

/** A message with who wrote it. */
export type StoredStaffMessage = {
  id: number
  broadcastId: number
  content: string
  createdAt: Date
  sender: Person
  /** It stands in the lines of both shows of a hand-over. */
  isShared: boolean
}
/** A broadcast as far as it says who may read its line. */
export type SupervisedShow = {
  id: number
  createdById: number
  startedById: number | null
  /** A draft that exists for its DJ and staff alone. */
  isUnlisted: boolean
}
