import type { Person } from '@carillon/contract/roles'
import type { Generated, Kysely } from 'kysely'
import type { PeopleColumns } from '../../db/people.ts'

/** Table `staff_messages`; migration 0112. */
type StaffMessagesTable = {
  id: Generated<number>
  broadcast_id: number
  sender_id: number
  content: string
  created_at: Date
}

/** Columns of a broadcast beside those that every feature reads (db/shows.ts). */
type BroadcastColumns = {
  id: number
  created_by: number
  started_by: number | null
  unlisted: boolean
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
}
/** A broadcast as far as it says who may read its line. */
export type SupervisedShow = {
  id: number
  createdById: number
  startedById: number | null
  /** A draft that exists for its DJ and staff alone. */
  isUnlisted: boolean
}
