import { sql } from 'kysely'
import {
  announcedPrefixes,
  type BroadcastEventName,
  GATHERED_PREFIX,
  gatheredCancellations,
  gatheredNotification,
  keyPrefixOf,
  type NotifiedBroadcast,
} from './broadcast-notifications.ts'
import type { Executor, NewNotification } from './table.ts'

/** This many shows of one DJ are told of one by one within the window, of each kind of news. */
const UNGATHERED_EACH = 5
const WINDOW_MS = 10 * 60_000

/**
 * Pace of a DJ's shows: while there is no room, one row gathers those that have none of their own; null for silence.
 */
export type Pace = { isPaced: false } | { isPaced: true; gathered: NewNotification | null }

/**
 * Whether a DJ has been told of often enough lately. That more shows are planned is gathered in one row of the window;
 * so are those that are cancelled; that they begin and end is seen on the page. In the transaction of the news; of two at once, one waits.
 */
export async function paceOf(
  trx: Executor,
  eventName: BroadcastEventName,
  broadcast: NotifiedBroadcast,
  now: Date,
): Promise<Pace> {
  const { id: djId } = broadcast.createdBy
  const isPlanned = eventName === 'scheduled' || eventName === 'posted'
  if (!(await isPaced(trx, djId))) return { isPaced: false }
  const prefixes = isPlanned ? announcedPrefixes() : [keyPrefixOf(eventName)]
  const since = new Date(now.getTime() - WINDOW_MS)
  if ((await countNotified(trx, { djId, prefixes, since })) < UNGATHERED_EACH) return { isPaced: false }
  const window = Math.floor(now.getTime() / WINDOW_MS)
  const ofWindow = { djId, prefixes, since: new Date(window * WINDOW_MS) }
  if (isPlanned)
    return {
      isPaced: true,
      gathered: gatheredNotification(broadcast, { count: await countUntold(trx, ofWindow), window }),
    }
  if (eventName !== 'cancelled') return { isPaced: true, gathered: null }
  const count = await countCancelled(trx, ofWindow)
  return { isPaced: true, gathered: gatheredCancellations(broadcast, { count, window }) }
}

/** Whether one more reminder of a DJ's shows may be written now: nobody has many that start together. */
export async function mayRemind(trx: Executor, djId: number, now: Date): Promise<boolean> {
  if (!(await isPaced(trx, djId))) return true
  const since = new Date(now.getTime() - WINDOW_MS)
  const { rows } = await sql<{ count: number }>`SELECT count(*)::integer AS count
    FROM notifications n JOIN broadcasts b ON n.dedupe_key LIKE ${keyPrefixOf('soon')} || b.id || ':%'
    WHERE n.type = 'BROADCAST_STARTING_SOON' AND n.created_at > ${since} AND b.created_by = ${djId}`.execute(
    trx,
  )
  return (rows[0]?.count ?? 0) < UNGATHERED_EACH
}

/** Administrators plan for the whole station, and answer for it. Of two at once that ask of one DJ, one waits. */
async function isPaced(trx: Executor, djId: number): Promise<boolean> {
  const { rows } = await sql<{ role: string }>`SELECT role FROM users
    WHERE id = ${djId} FOR NO KEY UPDATE`.execute(trx)
  return rows[0]?.role !== 'ADMIN'
}

/** Whether everyone was told that there will be this broadcast: by itself, or gathered with others of its DJ. */
export async function wasAnnounced(trx: Executor, id: number): Promise<boolean> {
  const { rows } = await sql`SELECT 1 FROM broadcasts b JOIN notifications n
      ON n.dedupe_key = ANY (SELECT prefix || b.id FROM unnest(${announcedPrefixes()}::text[]) AS prefix)
      OR n.dedupe_key = ${GATHERED_PREFIX} || b.created_by || ':'
        || floor(extract(epoch FROM b.created_at) * 1000 / ${WINDOW_MS}::integer)::bigint
    WHERE b.id = ${id} LIMIT 1`.execute(trx)
  return rows.length > 0
}

/** A DJ's shows and the beginnings of the keys of the news about them. */
type Counted = { djId: number; prefixes: readonly string[]; since: Date }

async function countNotified(trx: Executor, { djId, prefixes, since }: Counted): Promise<number> {
  const { rows } = await sql<{ count: number }>`SELECT count(*)::integer AS count
    FROM broadcasts b CROSS JOIN unnest(${[...prefixes]}::text[]) AS prefix
    JOIN notifications n ON n.dedupe_key = prefix || b.id
    WHERE b.created_by = ${djId} AND n.created_at > ${since}`.execute(trx)
  return rows[0]?.count ?? 0
}

async function countUntold(trx: Executor, { djId, prefixes, since }: Counted): Promise<number> {
  const { rows } = await sql<{ count: number }>`SELECT count(*)::integer AS count FROM broadcasts b
    WHERE b.created_by = ${djId} AND b.created_at >= ${since} AND b.deleted_at IS NULL AND NOT b.unlisted
      AND NOT EXISTS (SELECT 1 FROM unnest(${[...prefixes]}::text[]) AS prefix
        JOIN notifications n ON n.dedupe_key = prefix || b.id)`.execute(trx)
  return rows[0]?.count ?? 0
}

async function countCancelled(trx: Executor, { djId, prefixes, since }: Counted): Promise<number> {
  const { rows } = await sql<{ count: number }>`SELECT count(*)::integer AS count FROM broadcasts b
    WHERE b.created_by = ${djId} AND b.deleted_at >= ${since} AND b.scheduled_end > b.deleted_at AND NOT b.unlisted
      AND NOT EXISTS (SELECT 1 FROM unnest(${[...prefixes]}::text[]) AS prefix
        JOIN notifications n ON n.dedupe_key = prefix || b.id)`.execute(trx)
  return rows[0]?.count ?? 0
}
