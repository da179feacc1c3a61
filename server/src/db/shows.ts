import type { ShowEvent } from '@carillon/contract/analytics/schemas'
import type { Broadcast } from '@carillon/contract/broadcasts/schemas'
import { type Actor, canSeeBroadcast } from '@carillon/contract/policies'
import { type QueryExecutorProvider, sql } from 'kysely'
import { AppError } from '../kernel/app-error.ts'
import { COUNTER } from './statement-tables.ts'

/** A broadcast as far as what people do around it must know: chat, song requests, polls. */
export type Show = {
  id: number
  title: string
  status: Broadcast['status']
  createdById: number
  startedById: number | null
  /** A draft, which exists for its DJ and staff alone. */
  isUnlisted: boolean
}

/** A broadcast that a transaction holds, and the slow mode of its chat. */
export type HeldShow = Show & { slowMode: boolean; slowModeSeconds: number }

const columns = sql.raw(`id, title, status, created_by AS "createdById", started_by AS "startedById",
  unlisted AS "isUnlisted"`)

/** The broadcast; null when there is none or it was deleted. */
export async function findShow(db: QueryExecutorProvider, id: number): Promise<Show | null> {
  const { rows } = await sql<Show>`
    SELECT ${columns} FROM broadcasts WHERE id = ${id} AND deleted_at IS NULL`.execute(db)
  return rows[0] ?? null
}

/** The broadcast as far as `viewer` may know of it; null is a visitor. Throws NOT_FOUND. */
export async function requireShow(
  db: QueryExecutorProvider,
  id: number,
  viewer: Actor | null,
): Promise<Show> {
  return requireVisible(await findShow(db, id), viewer)
}

/** The same of one that was read already. */
export function requireVisible<Found extends Show>(show: Found | null, viewer: Actor | null): Found {
  if (!show || !canSeeBroadcast(viewer, show)) throw new AppError('NOT_FOUND')
  return show
}

/**
 * The broadcast, held until `trx` ends: nothing else counts in it or ends it meanwhile. To be taken before any other
 * lock, so that two transactions never wait for each other.
 */
export async function lockShow(trx: QueryExecutorProvider, id: number): Promise<HeldShow | null> {
  const { rows } = await sql<HeldShow>`
    SELECT ${columns}, slow_mode_enabled AS "slowMode", slow_mode_seconds AS "slowModeSeconds"
    FROM broadcasts WHERE id = ${id} AND deleted_at IS NULL FOR NO KEY UPDATE`.execute(trx)
  return rows[0] ?? null
}

/** Counted interactions in a broadcast: messages, song requests, votes. */
export type Counter = 'message_count' | 'request_count' | 'vote_count'

/** Counts one more message, song request or vote in a broadcast that `trx` holds. */
export async function countInteraction(
  trx: QueryExecutorProvider,
  id: number,
  counter: Counter,
): Promise<void> {
  const count = sql.ref(counter)
  await sql`${sql.raw(COUNTER)} UPDATE broadcasts
    SET total_interactions = total_interactions + 1, ${count} = ${count} + 1 WHERE id = ${id}`.execute(trx)
}

/** Counts what `trx` has removed no longer. The total of interactions keeps it: it was done. */
export async function discount(
  trx: QueryExecutorProvider,
  id: number,
  counter: Counter,
  removed = 1,
): Promise<void> {
  const count = sql.ref(counter)
  await sql`UPDATE broadcasts SET ${count} = ${count} - ${removed} WHERE id = ${id}`.execute(trx)
}

/** The newest losses and returns of a broadcast's sound, oldest first. */
export async function listSourceEvents(
  db: QueryExecutorProvider,
  broadcastId: number,
  limit: number,
): Promise<{ type: ShowEvent['type']; at: Date }[]> {
  const { rows } = await sql<{ type: ShowEvent['type']; at: Date }>`
    SELECT type, at FROM show_events
    WHERE broadcast_id = ${broadcastId} AND type IN ('SOURCE_LOST', 'SOURCE_RECOVERED')
    ORDER BY id DESC LIMIT ${limit}`.execute(db)
  return rows.toReversed()
}

/**
 * Writes down a moment of a broadcast's timeline, which does not come before its start, however the clock was set since:
 * in `db`, which may be the transaction that it comes from.
 */
export async function recordShowEvent(
  db: QueryExecutorProvider,
  { broadcastId, type, at }: { broadcastId: number; type: ShowEvent['type']; at: Date },
): Promise<void> {
  await sql`
    INSERT INTO show_events (broadcast_id, type, at)
    SELECT id, ${type}, greatest(${at}, actual_start) FROM broadcasts WHERE id = ${broadcastId}`.execute(db)
}
