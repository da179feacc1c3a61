import { DAY_MS } from '@carillon/contract/durations'
import { sql } from 'kysely'
import type { Db, Executor } from '../table.ts'
import { IS_ENABLED, IS_FOR, IS_UNSEEN } from '../visible.ts'

/** A browser that wants pushes; `p256dh` and `auth` as RFC 8291 has them, base64url. */
export type PushSubscriptionRow = { id: number; endpoint: string; p256dh: string; auth: string }
/** One that a notification is to go to: whether its service has ever taken one, and how often in a row it failed. */
export type PushRecipient = PushSubscriptionRow & {
  personId: number
  tier: number
  isProven: boolean
  failures: number
}
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

/** Keeps a browser for anyone who is signed in there now, and of each person the newest `limit`. */
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

/** Forgets browsers that their push services no longer know, unless they have subscribed again meanwhile. */
export async function forgetGone(db: Db, gone: readonly PushSubscriptionRow[]): Promise<void> {
  const ids = gone.map(({ id }) => id)
  const keys = gone.map(({ p256dh }) => p256dh)
  await sql`DELETE FROM push_subscriptions p USING unnest(${ids}::integer[], ${keys}::text[]) g (id, p256dh)
    WHERE p.id = g.id AND p.p256dh = g.p256dh`.execute(db)
}

/** A minute, then twice as long each time; up to an hour, so that a service that was away is soon asked again. */
const RETRY_MINUTES = sql`least(60, power(2, least(failures, 6)))`
/** Longest wait for another try; one that lies further ahead was noted before the clock was set back. */
const LONGEST_RETRY = sql`interval '1 day'`
/** One that is back within this is not forgotten, nor one that was hardly tried. */
const FORGET_AFTER_FAILURES = 10
const FORGET_AFTER_MS = 3 * DAY_MS

/** Notes that push services took something for these browsers. */
export async function noteTaken(db: Db, ids: readonly number[], now: Date): Promise<void> {
  await sql`UPDATE push_subscriptions
    SET proven_at = coalesce(proven_at, ${now}), failures = 0, failing_since = NULL, retry_at = NULL
    WHERE id = ANY (${[...ids]})`.execute(db)
}

/** Leaves these browsers alone for a while, longer each time, and forgets those that have failed for days. */
export async function noteFailed(db: Db, ids: readonly number[], now: Date): Promise<void> {
  await sql`UPDATE push_subscriptions
    SET retry_at = ${now}::timestamptz + interval '1 minute' * ${RETRY_MINUTES}, failures = failures + 1,
      failing_since = coalesce(failing_since, ${now})
    WHERE id = ANY (${[...ids]})`.execute(db)
  await sql`DELETE FROM push_subscriptions WHERE id = ANY (${[...ids]}) AND failures >= ${FORGET_AFTER_FAILURES}
    AND failing_since < ${new Date(now.getTime() - FORGET_AFTER_MS)}`.execute(db)
}

/** Cursor after the last page of recipients. */
export type PushCursor = { tier: number; id: number }

/**
 * The next browsers after a cursor, of people whom a notification is for, who want it and are signed in. People whose
 * e-mail is verified come first, and of each kind the browsers whose service had taken something before the notification
 * was written: what is sent meanwhile moves nobody in this order.
 */
export async function nextRecipients(
  db: Db,
  request: { notificationId: number; after: PushCursor; limit: number; now: Date },
): Promise<PushRecipient[]> {
  const { notificationId, after, limit, now } = request
  const { rows } = await sql<PushRecipient>`SELECT * FROM (
      SELECT p.id, p.user_id AS "personId", p.endpoint, p.p256dh, p.auth, p.failures, p.proven_at IS NOT NULL AS "isProven",
        CASE WHEN u.verified THEN 0 ELSE 2 END
          + CASE WHEN p.proven_at < n.created_at THEN 0 ELSE 1 END AS tier
      FROM push_subscriptions p JOIN users u ON u.id = p.user_id JOIN sessions e ON e.id = p.session_id
      JOIN notifications n ON n.id = ${notificationId} AND ${IS_FOR}
      WHERE e.expires_at > ${now} AND (NOT u.banned OR u.banned_until <= ${now}) AND ${IS_ENABLED} AND ${IS_UNSEEN}
        AND (p.retry_at IS NULL OR p.retry_at <= ${now} OR p.retry_at > ${now}::timestamptz + ${LONGEST_RETRY})) r
    WHERE (r.tier, r.id) > (${after.tier}::integer, ${after.id}::integer)
    ORDER BY r.tier, r.id LIMIT ${limit}`.execute(db)
  return rows
}
