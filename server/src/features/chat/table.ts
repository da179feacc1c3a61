import type { Person } from '@carillon/contract/roles'
import type { Generated, Insertable, Kysely } from 'kysely'
import type { PeopleColumns } from '../../db/people.ts'

/** Table `chat_messages`; migration 0005. */
export type ChatMessagesTable = {
  id: Generated<number>
  broadcast_id: number
  sender_id: number
  content: string
  original: string | null
  created_at: Date
  deleted_at: Generated<Date | null>
  deleted_by: Generated<number | null>
}

/** Table `profanity_words`: `key` is how a word is compared. */
export type ProfanityWordsTable = {
  id: Generated<number>
  word: string
  key: string
  added_by: number | null
  created_at: Date
}

/** Table `chat_timeouts`; migration 0400. */
export type ChatTimeoutsTable = { user_id: number; given_by: number | null; given_at: Date; until: Date }

/** Columns of a broadcast beside those that every feature reads (db/shows.ts). */
type BroadcastColumns = {
  id: number
  title: string
  created_by: number
  started_by: number | null
  slow_mode_enabled: boolean
  slow_mode_seconds: number
  scheduled_start: Date
  actual_start: Date | null
}

/** The tables that this feature reads and writes. */
export type ChatTables = {
  chat_messages: ChatMessagesTable
  profanity_words: ProfanityWordsTable
  chat_timeouts: ChatTimeoutsTable
  broadcasts: BroadcastColumns
  users: PeopleColumns
}
export type Db = Kysely<ChatTables>
export type NewMessage = Insertable<ChatMessagesTable>

/** A message as everybody may read it. */
export type StoredMessage = {
  id: number
  broadcastId: number
  content: string
  createdAt: Date
  sender: Person
}
/** People who may remove a message, and what the log notes of it. */
export type MessageOwners = {
  id: number
  broadcastId: number
  showTitle: string
  senderId: number
  senderName: string
  createdAt: Date
  isDeleted: boolean
  createdById: number
  startedById: number | null
}
/** A message with what only staff may read of it. */
export type RecordedMessage = StoredMessage & {
  /** As it was written. */
  original: string
  removal: { at: Date; by: string } | null
}
