import { type QueryExecutorProvider, sql } from 'kysely'
import { exactlyOne } from '../../../db/rows.ts'

/** Since when the media service of the station runs; null: it is stopped. */
export async function readRunningSince(db: QueryExecutorProvider): Promise<Date | null> {
  const { rows } = await sql<{
    since: Date | null
  }>`SELECT running_since AS since FROM media_service`.execute(db)
  return exactlyOne(rows).since
}

/** Keeps it for all instances. */
export async function writeRunningSince(db: QueryExecutorProvider, since: Date | null): Promise<void> {
  await sql`UPDATE media_service SET running_since = ${since}`.execute(db)
}
