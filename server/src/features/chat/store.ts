import type { Person, Role } from '@carillon/contract/roles'
import type { Db, MessageOwners, RecordedMessage, StoredMessage } from './table.ts'

/** Which messages of a show: the newest ones, or those next to an id. */
export type HistoryRequest = { before?: number | undefined; after?: number | undefined; limit: number }

/** Messages that were not removed, oldest first. */
export async function listMessages(
  db: Db,
  broadcastId: number,
  { before, after, limit }: HistoryRequest,
): Promise<StoredMessage[]> {
  let query = select(db).where('m.broadcast_id', '=', broadcastId).where('m.deleted_at', 'is', null)
  if (before !== undefined) query = query.where('m.id', '<', before)
  if (after !== undefined) query = query.where('m.id', '>', after)
  const order = after === undefined ? 'desc' : 'asc'
  const rows = await query.orderBy('m.id', order).limit(limit).execute()
  const messages = rows.map(toStored)
  return order === 'asc' ? messages : messages.reverse()
}

/** Newest messages of the station that were not removed, newest first, as everybody reads them. */
export async function listNewestTexts(db: Db, limit: number): Promise<string[]> {
  const newest = db.selectFrom('chat_messages').select('content').where('deleted_at', 'is', null)
  const rows = await newest.orderBy('id', 'desc').limit(limit).execute()
  return rows.map(({ content }) => content)
}

/** Number of messages of a show that were not removed. */
export async function countMessages(db: Db, broadcastId: number): Promise<number> {
  const { count } = await db
    .selectFrom('chat_messages')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('broadcast_id', '=', broadcastId)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow()
  return count
}

/** Every message of a show after `after`, removed ones too, oldest first. */
export async function listRecorded(
  db: Db,
  broadcastId: number,
  { after, upTo, limit }: { after: number; upTo: number; limit: number },
): Promise<RecordedMessage[]> {
  const rows = await select(db)
    .leftJoin('users as remover', 'remover.id', 'm.deleted_by')
    .select(['m.original', 'm.deleted_at'])
    .select(['remover.firstname as remover_firstname', 'remover.lastname as remover_lastname'])
    .where('m.broadcast_id', '=', broadcastId)
    .where('m.id', '>', after)
    .where('m.id', '<=', upTo)
    .orderBy('m.id')
    .limit(limit)
    .execute()
  return rows.map((row) => ({
    ...toStored(row),
    original: row.original ?? row.content,
    removal: row.deleted_at && {
      at: row.deleted_at,
      by: nameOf(row.remover_firstname ?? '', row.remover_lastname ?? ''),
    },
  }))
}

/** The newest message of a show; 0 when nothing was said. */
export async function lastMessageId(db: Db, broadcastId: number): Promise<number> {
  const { last } = await db
    .selectFrom('chat_messages')
    .select(({ fn }) => fn.max<number | null>('id').as('last'))
    .where('broadcast_id', '=', broadcastId)
    .executeTakeFirstOrThrow()
  return last ?? 0
}

/** When a show began, or was to begin. */
export async function startOf(db: Db, broadcastId: number): Promise<Date> {
  const { actual_start, scheduled_start } = await db
    .selectFrom('broadcasts')
    .select(['actual_start', 'scheduled_start'])
    .where('id', '=', broadcastId)
    .executeTakeFirstOrThrow()
  return actual_start ?? scheduled_start
}

/** Whose a message is, removed ones too. */
export async function findOwners(db: Db, id: number): Promise<MessageOwners | undefined> {
  const row = await db
    .selectFrom('chat_messages as m')
    .innerJoin('broadcasts as b', 'b.id', 'm.broadcast_id')
    .innerJoin('users as sender', 'sender.id', 'm.sender_id')
    .select(['m.id', 'm.broadcast_id', 'm.sender_id', 'm.created_at', 'm.deleted_at'])
    .select(['b.title', 'b.created_by', 'b.started_by', 'sender.firstname', 'sender.lastname'])
    .where('m.id', '=', id)
    .executeTakeFirst()
  return (
    row && {
      id: row.id,
      broadcastId: row.broadcast_id,
      showTitle: row.title,
      senderId: row.sender_id,
      senderName: nameOf(row.firstname, row.lastname),
      createdAt: row.created_at,
      isDeleted: row.deleted_at !== null,
      createdById: row.created_by,
      startedById: row.started_by,
    }
  )
}

/** Removes a message; false when it was gone already, no matter who was at it at the same moment. */
export async function markDeleted(trx: Db, id: number, by: { personId: number; at: Date }): Promise<boolean> {
  const removed = await trx
    .updateTable('chat_messages')
    .set({ deleted_at: by.at, deleted_by: by.personId })
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return removed !== undefined
}

/** The newest messages of somebody in any show since then, that were not removed. */
export async function listLatestOf(
  db: Db,
  senderId: number,
  recent: { since: Date; limit: number },
): Promise<{ id: number; broadcast_id: number }[]> {
  return latestOf(db, senderId, recent).execute()
}

/** Query of `listLatestOf`: in the order of its index, so that no other one is read instead. */
export function latestOf(db: Db, senderId: number, { since, limit }: { since: Date; limit: number }) {
  return db
    .selectFrom('chat_messages')
    .select(['id', 'broadcast_id'])
    .where('sender_id', '=', senderId)
    .where('created_at', '>', since)
    .where('deleted_at', 'is', null)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
}

/** Removes these messages and gives the ids of those that were still there, oldest first. */
export async function markAllDeleted(
  trx: Db,
  ids: readonly number[],
  by: { personId: number; at: Date },
): Promise<number[]> {
  const removed = await trx
    .updateTable('chat_messages')
    .set({ deleted_at: by.at, deleted_by: by.personId })
    .where('id', 'in', ids)
    .where('deleted_at', 'is', null)
    .returning('id')
    .execute()
  return removed.map(({ id }) => id).sort((one, other) => one - other)
}

/** Numbers of messages that somebody wrote in a show, and that were removed beside them. */
export async function countOf(db: Db, broadcastId: number, senderId: number) {
  return db
    .selectFrom('chat_messages')
    .select((eb) => [
      eb.fn.countAll<number>().filterWhere('deleted_at', 'is', null).as('messages'),
      eb.fn.countAll<number>().filterWhere('deleted_at', 'is not', null).as('removedMessages'),
    ])
    .where('broadcast_id', '=', broadcastId)
    .where('sender_id', '=', senderId)
    .executeTakeFirstOrThrow()
}

/** Somebody as they appear to others; undefined where there is no such account. */
export async function findPerson(db: Db, id: number): Promise<Person | undefined> {
  const row = await db
    .selectFrom('users')
    .select(['id', 'firstname', 'lastname', 'role'])
    .where('id', '=', id)
    .executeTakeFirst()
  return row && person(row.id, row.firstname, row.lastname, row.role)
}

/** Name of a person; empty where there is no such account. */
export async function nameOfPerson(db: Db, id: number): Promise<string> {
  return (await findPerson(db, id))?.name ?? ''
}

function select(db: Db) {
  return db
    .selectFrom('chat_messages as m')
    .innerJoin('users as sender', 'sender.id', 'm.sender_id')
    .select(['m.id', 'm.broadcast_id', 'm.content', 'm.created_at', 'm.sender_id'])
    .select(['sender.firstname', 'sender.lastname', 'sender.role'])
}

type Row = Awaited<ReturnType<ReturnType<typeof select>['executeTakeFirstOrThrow']>>

function toStored(row: Row): StoredMessage {
  return {
    id: row.id,
    broadcastId: row.broadcast_id,
    content: row.content,
    createdAt: row.created_at,
    sender: person(row.sender_id, row.firstname, row.lastname, row.role),
  }
}

function person(id: number, firstname: string, lastname: string, role: Role): Person {
  return { id, name: nameOf(firstname, lastname), role }
}

function nameOf(firstname: string, lastname: string): string {
  return `${firstname} ${lastname}`.trim()
}
