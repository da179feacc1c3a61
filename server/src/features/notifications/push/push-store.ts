import { sql } from 'kysely'
import type { Db, Executor } from '../table.ts'
import { IS_FOR, IS_WANTED } from '../visible.ts'

/** A browser that wants pushes; `p256dh` and `auth` as RFC 8291 has them, base64url. */
export type PushSubscriptionRow = { id: number; endpoint: string; p256dh: string; auth: string }
/** RFC 8292: base64url. */
export type PushKeys = { publicKey: string; privateKey: string }
export type NewSubscription = {
  endpoint: string
  keys: { p256dh: string; auth: string }
  userId: number
  sessionId: number
}

/** The station's keys: `made` when it has none yet. Instances that start together agree on one pair. */
export async function keepKeys(db: Db, made: PushKeys): Promise<PushKeys> {
  await sql`INSERT INTO push_keys (public_key, private_key) VALUES (${made.publicKey}, ${made.privateKey})
    ON CONFLICT DO NOTHING`.execute(db)
  return (await findKeys(db)) ?? made
}

/** The station's keys; undefined before the first start is through. */
export async function findKeys(db: Db): Promise<PushKeys | undefined> {
  const { rows } = await sql<PushKeys>`SELECT public_key AS "publicKey", private_key AS "privateKey"
    FROM push_keys`.execute(db)
  return rows[0]
}

/** Keeps a browser for whoever is signed in there now, and of each person the newest `limit`. */
export async function keepSubscription(
  trx: Executor,
  { endpoint, keys, userId, sessionId }: NewSubscription,
  { limit, now }: { limit: number; now: Date },
): Promise<void> {
  await sql`SELECT id FROM users WHERE id = ${userId} FOR NO KEY UPDATE`.execute(trx)
  await sql`INSERT INTO push_subscriptions (endpoint, p256dh, auth, user_id, session_id, created_at)
    VALUES (${endpoint}, ${keys.p256dh}, ${keys.auth}, ${userId}, ${sessionId}, ${now})
    ON CONFLICT (endpoint) DO UPDATE SET p256dh = excluded.p256dh, auth = excluded.auth,
      user_id = excluded.user_id, session_id = excluded.session_id, created_at = excluded.created_at`.execute(
    trx,
  )
  await sql`DELETE FROM push_subscriptions WHERE user_id = ${userId} AND id NOT IN (
    SELECT id FROM push_subscriptions WHERE user_id = ${userId}
    ORDER BY created_at DESC, id DESC LIMIT ${limit})`.execute(trx)
}

/** Forgets one of somebody's browsers. */
export async function forgetSubscription(db: Db, userId: number, endpoint: string): Promise<void> {
  await sql`DELETE FROM push_subscriptions WHERE user_id = ${userId} AND endpoint = ${endpoint}`.execute(db)
}

/** Forgets a browser that its push service no longer knows, unless it has subscribed anew meanwhile. */
export async function forgetGone(db: Db, { id, p256dh }: PushSubscriptionRow): Promise<void> {
  await sql`DELETE FROM push_subscriptions WHERE id = ${id} AND p256dh = ${p256dh}`.execute(db)
}

/** The next browsers after `afterId` of people whom a notification is for, who want it and are signed in. */
export async function nextSubscriptions(
  db: Db,
  request: { notificationId: number; afterId: number; limit: number; now: Date },
): Promise<PushSubscriptionRow[]> {
  const { rows } = await sql<PushSubscriptionRow>`SELECT p.id, p.endpoint, p.p256dh, p.auth
    FROM push_subscriptions p JOIN users u ON u.id = p.user_id JOIN sessions e ON e.id = p.session_id
    JOIN notifications n ON n.id = ${request.notificationId} AND ${IS_FOR}
    WHERE p.id > ${request.afterId} AND e.expires_at > ${request.now} AND NOT u.banned AND ${IS_WANTED}
    ORDER BY p.id LIMIT ${request.limit}`.execute(db)
  return rows
}
