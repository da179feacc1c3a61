import { sql } from 'kysely'
import type { Db, StoredStaffMessage, SupervisedShow } from './table.ts'

/** Which messages of a broadcast: the newest ones, or those next to an id. */
export type StaffHistoryRequest = { before?: number | undefined; after?: number | undefined; limit: number }

/** Whose broadcast it is; undefined when there is none, or it was deleted. */
export async function findSupervised(db: Db, id: number): Promise<SupervisedShow | undefined> {
  return db
    .selectFrom('broadcasts')
    .select(['id', 'created_by as createdById', 'started_by as startedById', 'unlisted as isUnlisted'])
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
}

/** Whether one of two shows is on air and the other stands by to follow it. */
export async function areHandingOver(trx: Db, ids: readonly number[]): Promise<boolean> {
  const shows = await trx
    .selectFrom('broadcasts')
    .select(['status', 'stand_by_since'])
    .where('id', 'in', ids)
    .execute()
  return shows.some(({ status }) => status === 'LIVE') && shows.some((show) => show.stand_by_since !== null)
}

/** Messages of a broadcast, oldest first. */
export async function listStaffMessages(
  db: Db,
  broadcastId: number,
  { before, after, limit }: StaffHistoryRequest,
): Promise<StoredStaffMessage[]> {
  let query = db
    .selectFrom('staff_messages as m')
    .innerJoin('users as sender', 'sender.id', 'm.sender_id')
    .select(['m.id', 'm.content', 'm.created_at', 'm.sender_id', 'm.shared'])
    .select(['sender.firstname', 'sender.lastname', 'sender.role'])
    .where('m.broadcast_id', '=', broadcastId)
  if (before !== undefined) query = query.where('m.id', '<', before)
  if (after !== undefined) query = query.where('m.id', '>', after)
  const order = after === undefined ? 'desc' : 'asc'
  const rows = await query.orderBy('m.id', order).limit(limit).execute()
  const messages = rows.map(({ id, content, created_at, sender_id, shared, firstname, lastname, role }) => ({
    id,
    broadcastId,
    content,
    createdAt: created_at,
    sender: { id: sender_id, name: `${firstname} ${lastname}`.trim(), role },
    isShared: shared,
  }))
  return order === 'asc' ? messages : messages.reverse()
}

/** Number of messages of a broadcast. */
export async function countStaffMessages(db: Db, broadcastId: number): Promise<number> {
  const { count } = await db
    .selectFrom('staff_messages')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('broadcast_id', '=', broadcastId)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Stores a message and gives it back. Ids rise in the order of the commits: the caller holds the broadcast. */
export async function insertStaffMessage(
  trx: Db,
  message: Omit<StoredStaffMessage, 'id'>,
): Promise<StoredStaffMessage> {
  const { broadcastId, sender, content, createdAt, isShared } = message
  const row = {
    broadcast_id: broadcastId,
    sender_id: sender.id,
    content,
    created_at: createdAt,
    shared: isShared,
  }
  const inserted = trx.insertInto('staff_messages').values(row).returning('id')
  return { ...message, id: (await inserted.executeTakeFirstOrThrow()).id }
}

/** Removes what was written before `before`, but of broadcasts that are on air or being tested. */
export async function deleteStaffMessagesBefore(db: Db, before: Date): Promise<void> {
  await sql`
    DELETE FROM staff_messages m USING broadcasts b
    WHERE b.id = m.broadcast_id AND b.status NOT IN ('LIVE', 'TESTING') AND m.created_at < ${before}`.execute(
    db,
  )
}
