import { TAKE_DAYS } from '@carillon/contract/recordings/takes'
import { sql } from 'kysely'
import { ALIVE_SINCE } from '../../../db/instances.ts'
import type { FileState } from '../../../kernel/copied-file.ts'
import type { Db } from '../table.ts'

/** Instances that are to have each recording, of those that run. */
const PLACES = 2
/** Time before a copy that failed is tried again, by this instance. */
const RETRY_MINUTES = 10
/** Of several instances that have a recording, these many are asked. */
const MAX_ASKED = 3

const RETRY_SINCE = sql<Date>`now() - interval '1 minute' * ${sql.lit(RETRY_MINUTES)}`

/** A file of this instance, as it was read. */
type ReadFile = FileState & { sha256: string }
/**
 * A recording that is to be copied here: the version that counts, and the instance that made it. `isOver`: nothing is put into
 * it any more.
 */
export type DueCopy = { broadcastId: number; bytes: number; sha256: string; holder: string; isOver: boolean }

/** Files that this instance has, by their shows: when each was written that was read. While no version counts, none was. */
export async function findOwnCopies(db: Db, url: string): Promise<Map<number, number | null>> {
  const rows = await db
    .selectFrom('recording_copies as c')
    .innerJoin('recordings as r', 'r.broadcast_id', 'c.broadcast_id')
    .select(['c.broadcast_id', 'c.modified_ms'])
    .where('c.instance', '=', url)
    .where('c.sha256', 'is not', null)
    .where('r.sha256', 'is not', null)
    .execute()
  return new Map(rows.map(({ broadcast_id, modified_ms }) => [broadcast_id, modified_ms]))
}

/**
 * Says that this instance has this file. True when that is the version that counts from here on: nobody had said so before,
 * or this is the instance that made it, and made it again.
 */
export async function declareCopy(
  db: Db,
  url: string,
  broadcastId: number,
  file: ReadFile,
): Promise<boolean> {
  const { sha256, modifiedMs, bytes } = file
  await sql`
    INSERT INTO recording_copies (broadcast_id, instance, sha256, modified_ms)
    SELECT broadcast_id, ${url}, ${sha256}, ${modifiedMs}::double precision
    FROM recordings WHERE broadcast_id = ${broadcastId}
    ON CONFLICT (broadcast_id, instance)
    DO UPDATE SET sha256 = excluded.sha256, modified_ms = excluded.modified_ms, failed_at = NULL`.execute(db)
  const { numUpdatedRows } = await db
    .updateTable('recordings')
    .set({ sha256, holder: sql<string>`coalesce(holder, ${url})` })
    .where('broadcast_id', '=', broadcastId)
    .where('bytes', '=', bytes)
    .where('deleted_at', 'is', null)
    .where((eb) =>
      eb.or([eb('sha256', 'is', null), eb.and([eb('holder', '=', url), eb('sha256', '<>', sha256)])]),
    )
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Says that this instance has no file of these shows any more. */
export async function withdrawCopies(db: Db, url: string, broadcastIds: readonly number[]): Promise<void> {
  if (broadcastIds.length === 0) return
  await db
    .deleteFrom('recording_copies')
    .where('instance', '=', url)
    .where('broadcast_id', 'in', broadcastIds)
    .execute()
}

/** Says that this instance could not copy a recording: another one does, and this one later. */
export async function markFailed(db: Db, url: string, broadcastId: number): Promise<void> {
  const failed_at = sql<Date>`now()`
  await db
    .insertInto('recording_copies')
    .values({ broadcast_id: broadcastId, instance: url, sha256: null, modified_ms: null, failed_at })
    .onConflict((conflict) => conflict.columns(['broadcast_id', 'instance']).doUpdateSet({ failed_at }))
    .execute()
}

/**
 * The newest recording that this instance is to copy: one that it has in another version, or that fewer than two others
 * have or come before it for. The order among those that might is a hash of their address and the show: each gets its
 * part. Undefined when there is none.
 */
export async function findDueCopy(db: Db, url: string): Promise<DueCopy | undefined> {
  const { rows } = await sql<DueCopy>`
    SELECT r.broadcast_id AS "broadcastId", r.bytes, r.sha256, r.holder,
      r.recorded_at < now() - interval '1 day' * ${sql.lit(TAKE_DAYS)} AS "isOver"
    FROM recordings r
    LEFT JOIN recording_copies own ON own.broadcast_id = r.broadcast_id AND own.instance = ${url}
    WHERE r.deleted_at IS NULL AND r.sha256 IS NOT NULL AND own.sha256 IS DISTINCT FROM r.sha256
      AND (own.failed_at IS NULL OR own.failed_at NOT BETWEEN ${RETRY_SINCE} AND now())
      AND EXISTS (
        SELECT FROM recording_copies c JOIN instances i ON i.url = c.instance
        WHERE c.broadcast_id = r.broadcast_id AND c.sha256 = r.sha256 AND i.url <> ${url} AND i.seen_at > ${ALIVE_SINCE})
      AND (own.sha256 IS NOT NULL OR ${PLACES} > (
        SELECT count(*) FROM instances i
        LEFT JOIN recording_copies c ON c.instance = i.url AND c.broadcast_id = r.broadcast_id
        WHERE i.url <> ${url} AND i.seen_at > ${ALIVE_SINCE} AND (c.sha256 = r.sha256 OR (
          (c.failed_at IS NULL OR c.failed_at NOT BETWEEN ${RETRY_SINCE} AND now())
          AND (c.sha256 IS NOT NULL OR md5(i.url || r.broadcast_id) < md5(${url}::text || r.broadcast_id))))))
    ORDER BY r.broadcast_id DESC LIMIT 1`.execute(db)
  return rows[0]
}

/** Addresses of other instances that have the version that counts, the one that was seen last first. */
export async function findHolders(db: Db, broadcastId: number, url: string | null): Promise<string[]> {
  const rows = await db
    .selectFrom('recording_copies as c')
    .innerJoin('recordings as r', 'r.broadcast_id', 'c.broadcast_id')
    .innerJoin('instances as i', 'i.url', 'c.instance')
    .select('i.url')
    .where('c.broadcast_id', '=', broadcastId)
    .whereRef('c.sha256', '=', 'r.sha256')
    .where('i.url', '<>', url ?? '')
    .orderBy('i.seen_at', 'desc')
    .limit(MAX_ASKED)
    .execute()
  return rows.map((row) => row.url)
}

/** Whether this is still the version of a recording that counts. */
export async function isCurrent(
  db: Db,
  { broadcastId, bytes, sha256 }: { broadcastId: number; bytes: number; sha256: string | null },
): Promise<boolean> {
  const row = await db
    .selectFrom('recordings')
    .select(['bytes', 'sha256'])
    .where('broadcast_id', '=', broadcastId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return row !== undefined && row.bytes === bytes && (sha256 === null || row.sha256 === sha256)
}

/** Number of recordings that fewer than two instances have, of those that run. */
export async function countMissing(db: Db): Promise<number> {
  const { rows } = await sql<{ missing: number }>`
    SELECT count(*)::integer AS missing FROM recordings r
    WHERE r.deleted_at IS NULL AND ${PLACES} > (
      SELECT count(*) FROM recording_copies c JOIN instances i ON i.url = c.instance
      WHERE c.broadcast_id = r.broadcast_id AND c.sha256 = r.sha256 AND i.seen_at > ${ALIVE_SINCE})`.execute(
    db,
  )
  return rows[0]?.missing ?? 0
}
