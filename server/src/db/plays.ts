import { type QueryExecutorProvider, sql } from 'kysely'

/** Next entry of the sound log of a live show. */
export type NextPlay = {
  broadcastId: number
  /** Song that the DJ names; null where nobody does. */
  song: { title: string; artist: string } | null
  listeners: number
  at: Date
}

/**
 * Begins an entry of the sound log in `trx`, which holds the show, and ends the one before. No entry begins before the
 * last one has ended, however the clock was set since.
 */
export async function beginPlay(
  trx: QueryExecutorProvider,
  { broadcastId, song, listeners, at }: NextPlay,
): Promise<void> {
  await endPlay(trx, { broadcastId, at })
  await sql`
    INSERT INTO plays (broadcast_id, kind, title, artist, listeners, started_at)
    SELECT ${broadcastId}::integer, 'LIVE', ${song?.title ?? null}::text, ${song?.artist ?? null}::text,
      ${listeners}::integer,
      greatest(${at}::timestamptz, (SELECT max(ended_at) FROM plays WHERE broadcast_id = ${broadcastId}::integer AND kind = 'LIVE'))`.execute(
    trx,
  )
}

/** Ends what sounds in a show, if anything does. */
export async function endPlay(
  trx: QueryExecutorProvider,
  { broadcastId, at }: { broadcastId: number; at: Date },
): Promise<void> {
  await sql`
    UPDATE plays SET ended_at = greatest(${at}::timestamptz, started_at)
    WHERE broadcast_id = ${broadcastId}::integer AND ended_at IS NULL AND kind = 'LIVE'`.execute(trx)
}
