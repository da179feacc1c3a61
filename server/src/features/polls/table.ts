import type { Broadcast } from '@carillon/contract/broadcasts/schemas'
import type { Poll } from '@carillon/contract/polls/schemas'
import type { Person } from '@carillon/contract/roles'
import type { Generated, Kysely, Updateable } from 'kysely'
import type { PeopleColumns } from '../../db/people.ts'
import type { Show } from '../../db/shows.ts'
import type { State } from './states.ts'

/** Table `polls`; migration 0007. */
export type PollsTable = {
  id: Generated<number>
  broadcast_id: number
  question: string
  status: Generated<Poll['status']>
  created_by: number
  created_at: Date
  ended_at: Generated<Date | null>
  deleted_at: Generated<Date | null>
}

/** Table `poll_options`: `votes` counts what `poll_votes` holds of each. */
export type PollOptionsTable = {
  id: Generated<number>
  poll_id: number
  position: number
  text: string
  votes: Generated<number>
}

/** Table `poll_votes`: one row per person and poll. */
export type PollVotesTable = { poll_id: number; user_id: number; option_id: number; created_at: Date }

/** Columns of the broadcasts that are read. */
type ShowColumns = {
  id: number
  title: string
  status: Broadcast['status']
  created_by: number
  started_by: number | null
  actual_end: Date | null
  deleted_at: Date | null
}

/** The tables that this feature reads and writes. */
export type PollTables = {
  polls: PollsTable
  poll_options: PollOptionsTable
  poll_votes: PollVotesTable
  broadcasts: ShowColumns
  users: PeopleColumns
}
export type Db = Kysely<PollTables>
export type PollChange = Updateable<PollsTable>

/** A poll as it is stored, its broadcast with it. */
export type StoredPoll = {
  id: number
  show: Omit<Show, 'isUnlisted'>
  question: string
  state: State
  options: { id: number; text: string; votes: number }[]
  createdBy: Person
  createdAt: Date
  endedAt: Date | null
  /** The option that the asking person chose; null for none, and when nobody asks. */
  userVote: number | null
}
