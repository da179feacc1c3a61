import {
  MAX_NOTIFICATION_LENGTH,
  type NotificationType,
  RECENT_LIMIT,
} from '@carillon/contract/notifications/schemas'
import { type RawBuilder, sql } from 'kysely'
import type { Db, Executor, NewNotification, NotificationRow, OwnNotification } from './table.ts'
import { countSince, settledBefore } from './tallies.ts'
import {
  IS_ENABLED,
  IS_FOR,
  IS_KEPT,
  IS_UNREAD,
  IS_UNSEEN,
  PEOPLE_AND_THEIRS,
  UNREAD_SINCE,
} from './visible.ts'

export type PageRequest = { page: number; size: number }
/** Somebody to whom it goes, and how many they then have unread. */
export type Recipient = { user_id: number; unread_count: number }

/** Number of unread notifications that person `u`, with their mark `m`, wants. */
const UNREAD_COUNT = countSince({
  since: UNREAD_SINCE,
  isMeant: IS_ENABLED,
  isLeftOut: sql`true`,
  isWithdrawnCounted: false,
})
const ROW = sql`n.id, n.type, n.message, n.link, n.announcement_id, n.user_id, n.created_at`

/** Writes one row; null when what it names was delivered before. */
export async function insertNotification(
  db: Executor,
  notification: NewNotification,
  now: Date,
): Promise<NotificationRow | null> {
  return insert(db, notification, { now, onConflict: sql`DO NOTHING` })
}

/** Writes one row, or gives the one that names the same its new words: it is not delivered again. */
export async function gatherNotification(
  db: Executor,
  notification: NewNotification,
  now: Date,
): Promise<void> {
  await insert(db, notification, { now, onConflict: sql`DO UPDATE SET message = excluded.message` })
}

async function insert(
  db: Executor,
  { type, message, link, announcementId, audience, dedupeKey, sentBy, knownTo }: NewNotification,
  { now, onConflict }: { now: Date; onConflict: RawBuilder<unknown> },
): Promise<NotificationRow | null> {
  const userId = typeof audience === 'object' && 'userId' in audience ? audience.userId : null
  const roles = typeof audience === 'object' && 'roles' in audience ? [...audience.roles] : null
  const { rows } = await sql<NotificationRow>`INSERT INTO notifications AS n
      (type, message, link, announcement_id, user_id, roles, dedupe_key, sent_by, created_at)
    VALUES (${type}, ${shorten(message)}, ${link}, ${announcementId ?? null}, ${userId}, ${roles},
      ${dedupeKey ?? null}, ${sentBy ?? null}, ${now})
    ON CONFLICT (dedupe_key) ${onConflict} RETURNING ${ROW}`.execute(db)
  const [row] = rows
  for (const personId of row ? new Set(knownTo) : []) await markRead(db, personId, row?.id ?? 0)
  return row ?? null
}

/** Takes the oldest that have not been delivered yet: each is given to one caller, whatever instance it runs in. */
export async function claimUndelivered(db: Db, now: Date, limit: number): Promise<NotificationRow[]> {
  const { rows } = await sql<NotificationRow>`UPDATE notifications n SET delivered_at = ${now}
    WHERE n.id = ANY (ARRAY(
      SELECT w.id FROM notifications w WHERE w.delivered_at IS NULL ORDER BY w.id LIMIT ${limit} FOR UPDATE))
    RETURNING ${ROW}`.execute(db)
  return rows.sort((a, b) => a.id - b.id)
}

/** Whether anything waits to be delivered. */
export async function hasUndelivered(db: Db): Promise<boolean> {
  const { rows } = await sql`SELECT 1 FROM notifications n WHERE n.delivered_at IS NULL LIMIT 1`.execute(db)
  return rows.length > 0
}

/** One notification, for anyone. */
export async function findNotification(db: Db, id: number): Promise<NotificationRow | undefined> {
  const { rows } = await sql<NotificationRow>`SELECT ${ROW} FROM notifications n WHERE n.id = ${id}`.execute(
    db,
  )
  return rows[0]
}

/** Of these people, those whom a notification is for, who want it and to whom it is news. */
export async function recipientsOf(db: Db, id: number, userIds: readonly number[]): Promise<Recipient[]> {
  const { rows } = await sql<Recipient>`SELECT u.id AS user_id, ${UNREAD_COUNT} AS unread_count
    FROM users u JOIN notifications n ON ${IS_FOR} LEFT JOIN notification_marks m ON m.user_id = u.id
    WHERE n.id = ${id} AND u.id = ANY (${[...userIds]}) AND ${IS_ENABLED} AND ${IS_UNSEEN} ORDER BY u.id`.execute(
    db,
  )
  return rows
}

/** Somebody's notifications, newest first, whatever they prefer; of one type when it is given. */
export async function listOwn(
  db: Db,
  userId: number,
  { page, size }: PageRequest,
  type: NotificationType | null = null,
): Promise<{ content: OwnNotification[]; total: number }> {
  const isMeant = type ? sql`n.type = ${type}` : sql`true`
  const counted = {
    since: sql`u.created_at`,
    isMeant,
    isLeftOut: sql`s.is_deleted`,
    isWithdrawnCounted: true,
  }
  const total = await countOwn(db, userId, countSince(counted))
  const isListed = sql`${IS_KEPT} AND ${isMeant}`
  const content = await selectOwn(db, userId, isListed, sql`LIMIT ${size} OFFSET ${page * size}`)
  return { content, total }
}

/** The newest hundred that somebody has unread and wants. */
export async function listUnread(db: Db, userId: number): Promise<OwnNotification[]> {
  return selectOwn(db, userId, sql`${IS_UNREAD} AND ${IS_ENABLED}`, sql`LIMIT ${RECENT_LIMIT}`)
}

/** The newest hundred after a moment. */
export async function listRecent(db: Db, userId: number, since: Date): Promise<OwnNotification[]> {
  return selectOwn(db, userId, sql`${IS_KEPT} AND n.created_at > ${since}`, sql`LIMIT ${RECENT_LIMIT}`)
}

/** Number of notifications that somebody has unread and wants. */
export async function countUnread(db: Executor, userId: number): Promise<number> {
  return countOwn(db, userId, UNREAD_COUNT)
}

/** One of somebody's notifications, also one they have removed. */
export async function findOwn(
  db: Db,
  userId: number,
  id: number,
): Promise<(OwnNotification & { is_deleted: boolean }) | undefined> {
  const { rows } = await sql<OwnNotification & { is_deleted: boolean }>`
    SELECT ${ROW}, NOT ${IS_UNREAD} AS is_read, coalesce(s.is_deleted, false) AS is_deleted
    FROM ${PEOPLE_AND_THEIRS} WHERE u.id = ${userId} AND n.id = ${id}`.execute(db)
  return rows[0]
}

/** Marks one as read. */
export async function markRead(db: Executor, userId: number, id: number): Promise<void> {
  await sql`INSERT INTO notification_states (user_id, notification_id) VALUES (${userId}, ${id})
    ON CONFLICT DO NOTHING`.execute(db)
}

/** Takes one off somebody's list. */
export async function markDeleted(db: Executor, userId: number, id: number): Promise<void> {
  await sql`INSERT INTO notification_states (user_id, notification_id, is_deleted) VALUES (${userId}, ${id}, true)
    ON CONFLICT (user_id, notification_id) DO UPDATE SET is_deleted = true`.execute(db)
}

/** Marks as read all that somebody has now: what is settled by the mark, what is fresh one by one. */
export async function markAllRead(trx: Executor, userId: number, now: Date): Promise<void> {
  const before = settledBefore(now)
  await sql`INSERT INTO notification_states (user_id, notification_id)
    SELECT u.id, n.id FROM ${PEOPLE_AND_THEIRS}
    WHERE u.id = ${userId} AND ${IS_UNREAD} AND n.created_at >= ${before}
    ON CONFLICT DO NOTHING`.execute(trx)
  await sql`INSERT INTO notification_marks AS m (user_id, read_before) VALUES (${userId}, ${before})
    ON CONFLICT (user_id) DO UPDATE
    SET read_before = greatest(m.read_before, excluded.read_before)`.execute(trx)
  // The mark says it of these as well: nothing is to grow with what somebody has read one by one.
  await sql`DELETE FROM notification_states s USING notifications n WHERE s.user_id = ${userId}
    AND NOT s.is_deleted AND n.id = s.notification_id AND n.created_at < ${before}`.execute(trx)
}

/** When somebody last sent one by hand; their account is held until the transaction ends, so that two do not pass. */
export async function lastSentBy(trx: Executor, userId: number): Promise<Date | null> {
  await sql`SELECT id FROM users WHERE id = ${userId} FOR NO KEY UPDATE`.execute(trx)
  const { rows } = await sql<{ created_at: Date }>`SELECT created_at FROM notifications
    WHERE sent_by = ${userId} ORDER BY id DESC LIMIT 1`.execute(trx)
  return rows[0]?.created_at ?? null
}

async function selectOwn(db: Db, userId: number, isMeant: RawBuilder<unknown>, limit: RawBuilder<unknown>) {
  const { rows } = await sql<OwnNotification>`SELECT ${ROW}, NOT ${IS_UNREAD} AS is_read
    FROM ${PEOPLE_AND_THEIRS} WHERE u.id = ${userId} AND ${isMeant} ORDER BY n.id DESC ${limit}`.execute(db)
  return rows
}

async function countOwn(db: Executor, userId: number, count: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ count: number }>`SELECT ${count} AS count
    FROM users u LEFT JOIN notification_marks m ON m.user_id = u.id WHERE u.id = ${userId}`.execute(db)
  return rows[0]?.count ?? 0
}

/** The message, cut to the length that the database holds. */
export function shorten(message: string): string {
  const characters = [...message]
  if (characters.length <= MAX_NOTIFICATION_LENGTH) return message
  return `${characters.slice(0, MAX_NOTIFICATION_LENGTH - 1).join('')}…`
}
