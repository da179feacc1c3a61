import { type QueryExecutorProvider, sql } from 'kysely'
import { exactlyOne } from '../../db/rows.ts'
import { recordShowEvent } from '../../db/shows.ts'
import { FIRST, LAST } from './show-store.ts'

/** Listeners of a show within one minute on one instance. */
export type Sample = {
  broadcastId: number
  minute: Date
  listeners: number
  peak: number
  listeningSeconds: number
  arrivals: number
}
/** The sound of a show went away, or came back. */
export type SourceEvent = { broadcastId: number; type: 'SOURCE_LOST' | 'SOURCE_RECOVERED'; at: Date }

/** Keeps a minute of a turn of an instance and counts it beside its show; the same one again changes nothing. */
export async function insertSample(
  db: QueryExecutorProvider,
  turn: string,
  { broadcastId, minute, listeners, peak, listeningSeconds, arrivals }: Sample,
): Promise<void> {
  await sql`
    WITH kept AS (
      INSERT INTO listener_samples
        (broadcast_id, minute, instance, listeners, peak, listening_seconds, arrivals)
      VALUES
        (${broadcastId}, ${minute}, ${turn}, ${listeners}, ${peak}, ${listeningSeconds}, ${arrivals})
      ON CONFLICT DO NOTHING RETURNING broadcast_id, listening_seconds
    )
    UPDATE broadcasts AS b SET listening_seconds = b.listening_seconds + kept.listening_seconds
    FROM kept WHERE b.id = kept.broadcast_id`.execute(db)
}

/** Notes that the sound was lost or came back, unless the timeline says so already. Gives how often it was lost. */
export async function recordSourceEvent(
  db: QueryExecutorProvider,
  { broadcastId, type, at }: SourceEvent,
): Promise<number> {
  const { rows } = await sql<{ type: SourceEvent['type']; losses: number }>`
    SELECT type, (count(*) FILTER (WHERE type = 'SOURCE_LOST') OVER ())::int AS losses FROM show_events
    WHERE broadcast_id = ${broadcastId} AND type IN ('SOURCE_LOST', 'SOURCE_RECOVERED')
    ORDER BY id DESC LIMIT 1`.execute(db)
  const { type: last, losses } = rows[0] ?? { type: 'SOURCE_RECOVERED', losses: 0 }
  if (last === type) return losses
  await recordShowEvent(db, { broadcastId, type, at })
  return type === 'SOURCE_LOST' ? losses + 1 : losses
}

/** The newest minute that was kept, and since when a show is on air; null where there is none. */
export type Freshness = { sampledAt: Date | null; liveSince: Date | null }

/** Reads the newest sampled minute, and since when a show is on air. */
export async function freshnessOf(db: QueryExecutorProvider): Promise<Freshness> {
  const { rows } = await sql<Freshness>`
    SELECT (SELECT max(minute) FROM listener_samples WHERE minute >= ${FIRST} AND minute < ${LAST}) AS "sampledAt",
      (SELECT actual_start FROM broadcasts WHERE status = 'LIVE') AS "liveSince"`.execute(db)
  return exactlyOne(rows)
}
