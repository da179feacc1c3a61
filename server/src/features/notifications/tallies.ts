import { type RawBuilder, sql } from 'kysely'
import type { Db, Executor } from './table.ts'
import { IS_FOR, IS_FOR_ROLE } from './visible.ts'

/** No transaction lasts as long: among what is older, nothing can still come in. */
const SETTLED_AFTER_MS = 10 * 60_000

/** Of what is for more than one person: what has no position yet, and will have one. */
const IS_FRESH = sql`n.tally_id IS NULL AND n.user_id IS NULL AND n.withdrawn_at IS NULL`

/**
 * Time before which all that was written is settled: places among it are given for good, and a mark covers all of it.
 */
export function settledBefore(now: Date): Date {
  return new Date(now.getTime() - SETTLED_AFTER_MS)
}

/** Lets nobody else change positions until the transaction ends. The key is the migration's number, known to nobody else. */
export async function lockTallies(trx: Executor): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(12)`.execute(trx)
}

/** Gives what has settled its position in its tally. Any number of instances may do so at once. */
export async function countSettled(db: Db, now: Date): Promise<void> {
  const isSettled = sql`${IS_FRESH} AND n.created_at < ${settledBefore(now)}`
  const { rows } = await sql`SELECT 1 FROM notifications n WHERE ${isSettled} LIMIT 1`.execute(db)
  if (rows.length === 0) return
  await db.transaction().execute(async (trx) => {
    await lockTallies(trx)
    await sql`INSERT INTO notification_tallies (type, roles)
      SELECT DISTINCT n.type, n.roles FROM notifications n WHERE ${isSettled} ON CONFLICT DO NOTHING`.execute(
      trx,
    )
    await sql`WITH placed AS (
        SELECT n.id, t.id AS tally_id,
          t.total + row_number() OVER (PARTITION BY t.id ORDER BY n.created_at, n.id) AS position
        FROM notifications n
        JOIN notification_tallies t ON t.type = n.type AND t.roles IS NOT DISTINCT FROM n.roles
        WHERE ${isSettled}),
      given AS (UPDATE notifications n SET tally_id = placed.tally_id, position = placed.position
        FROM placed WHERE placed.id = n.id)
      UPDATE notification_tallies t SET total = reached.total
      FROM (SELECT tally_id, max(position) AS total FROM placed GROUP BY tally_id) reached
      WHERE t.id = reached.tally_id`.execute(trx)
  })
}

/** When the oldest of what has no position yet has settled. */
export async function nextSettled(db: Db): Promise<Date | null> {
  const { rows } = await sql<{ at: Date | null }>`
    SELECT min(n.created_at) AS at FROM notifications n WHERE ${IS_FRESH}`.execute(db)
  const written = rows[0]?.at
  return written ? new Date(written.getTime() + SETTLED_AFTER_MS + 1) : null
}

/** Conditions on person `u`: `isMeant` speaks of a notification `n`, `isLeftOut` of what they did with it, `s`; what was withdrawn counts or does not. */
export type Counted = {
  since: RawBuilder<unknown>
  isMeant: RawBuilder<unknown>
  isLeftOut: RawBuilder<unknown>
  isWithdrawnCounted: boolean
}

/**
 * Number of the notifications of `u` since a moment that are meant. What is tallied is a difference of two numbers;
 * only what is fresh, withdrawn, their own, or was read one by one is looked at row by row. OFFSET 0 keeps the last of these from
 * being sought among all that is theirs.
 */
export function countSince({ since, isMeant, isLeftOut, isWithdrawnCounted }: Counted): RawBuilder<unknown> {
  const isCounted = isWithdrawnCounted ? sql`true` : sql`n.withdrawn_at IS NULL`
  const withdrawn = sql`UNION ALL
    SELECT count(*) FROM notifications n WHERE n.withdrawn_at IS NOT NULL AND n.user_id IS NULL AND ${IS_FOR_ROLE}
      AND n.created_at >= ${since} AND ${isMeant}`
  return sql`(SELECT greatest(coalesce(sum(part), 0), 0)::integer FROM (
    SELECT n.total - coalesce((SELECT before.position FROM notifications before
        WHERE before.tally_id = n.id AND before.created_at < ${since}
        ORDER BY before.created_at DESC, before.id DESC LIMIT 1), 0) AS part
      FROM notification_tallies n WHERE ${IS_FOR_ROLE} AND ${isMeant}
    UNION ALL
    SELECT count(*) FROM notifications n
      WHERE ${IS_FRESH} AND ${IS_FOR_ROLE} AND n.created_at >= ${since} AND ${isMeant}
    ${isWithdrawnCounted ? withdrawn : sql``}
    UNION ALL
    SELECT count(*) FROM notifications n WHERE n.user_id = u.id AND ${isCounted} AND n.created_at >= ${since} AND ${isMeant}
    UNION ALL
    SELECT -count(*) FROM notification_states s
      CROSS JOIN LATERAL (SELECT * FROM notifications WHERE id = s.notification_id OFFSET 0) n
      WHERE s.user_id = u.id AND ${isCounted} AND ${isLeftOut} AND ${IS_FOR} AND n.created_at >= ${since} AND ${isMeant}
  ) parts)`
}
