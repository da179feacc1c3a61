import { type RawBuilder, sql } from 'kysely'
import { type BroadcastEventName, keyPrefixOf } from './broadcast-notifications.ts'
import type { Executor } from './table.ts'
import { lockTallies } from './tallies.ts'

/** Event of a broadcast, or that it starts later than people were told. */
type Change = BroadcastEventName | 'postponed'

/** Kinds of news of a broadcast, by what makes them hold no more. */
const ENDED_BY: Partial<Record<Change, readonly (BroadcastEventName | 'soon')[]>> = {
  postponed: ['soon', 'scheduled'],
  started: ['soon'],
  ended: ['soon', 'started'],
  cancelled: ['soon', 'scheduled', 'posted'],
}

/** Withdraws the news of a broadcast that a change of it makes untrue. */
export async function withdrawOfBroadcast(
  trx: Executor,
  change: Change,
  { id, now }: { id: number; now: Date },
): Promise<void> {
  const kinds = ENDED_BY[change] ?? []
  const keys = kinds.filter((kind) => kind !== 'soon').map((kind) => `${keyPrefixOf(kind)}${id}`)
  const isOfIt = sql`(n.dedupe_key = ANY (${keys}::text[])
    OR ${beginsWith(`${keyPrefixOf('soon')}${id}`)} OR ${beginsWith(`${keyPrefixOf('reminder')}${id}`)})`
  if (kinds.length > 0) await withdraw(trx, isOfIt, now)
}

/** Each start that a broadcast was moved to has its own key; by bytes, `;` follows `:`. */
function beginsWith(key: string): RawBuilder<unknown> {
  return sql`(n.dedupe_key ~>=~ ${`${key}:`} AND n.dedupe_key ~<~ ${`${key};`})`
}

/** Withdraws the news of announcements; what is written about them afterwards is news again. */
export async function withdrawOfAnnouncements(
  trx: Executor,
  ids: readonly number[],
  now: Date,
): Promise<void> {
  if (ids.length > 0) await withdraw(trx, sql`n.announcement_id = ANY (${[...ids]}::integer[])`, now)
}

/**
 * Takes notifications out of what is unread, and out of their tally: those behind them move up by one. Few are: what is
 * withdrawn is mostly of the same day.
 */
async function withdraw(trx: Executor, isMeant: RawBuilder<unknown>, now: Date): Promise<void> {
  await lockTallies(trx)
  const { rows } = await sql<{
    id: number
    counterId: number | null
    position: number | null
    created_at: Date
  }>`
    SELECT n.id, n.tally_id AS "counterId", n.position, n.created_at FROM notifications n
    WHERE ${isMeant} AND n.withdrawn_at IS NULL ORDER BY n.position DESC NULLS FIRST`.execute(trx)
  if (rows.length === 0) return
  await sql`UPDATE notifications SET withdrawn_at = ${now}, tally_id = NULL, position = NULL
    WHERE id = ANY (${rows.map(({ id }) => id)})`.execute(trx)
  for (const { counterId, position, created_at } of rows) {
    if (counterId === null) continue
    await sql`UPDATE notifications SET position = position - 1
      WHERE tally_id = ${counterId} AND created_at >= ${created_at} AND position > ${position}`.execute(trx)
    await sql`UPDATE notification_tallies SET total = total - 1 WHERE id = ${counterId}`.execute(trx)
  }
}
