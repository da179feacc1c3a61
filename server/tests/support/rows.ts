import { sql } from 'kysely'
import { connect } from '../../src/db/connect.ts'
import { contentsOf } from '../../src/db/contents.ts'
import type { Place } from './database.ts'

/** Every row of every table of a place whose station is stopped, as text, in an order that does not depend on anything. */
export async function rowsOf(
  place: Pick<Place, 'databaseUrl' | 'dataDir'>,
): Promise<Record<string, string[]>> {
  const database = await connect({ ...place, onError: () => undefined })
  const db = database.tables()
  try {
    const { tables } = await contentsOf(
      async (statement) => (await sql.raw<Record<string, unknown>>(statement).execute(db)).rows,
    )
    const all: Record<string, string[]> = {}
    for (const name of Object.keys(tables)) {
      const { rows } = await sql<{ row: string }>`SELECT t::text AS row FROM ${sql.table(name)} t`.execute(db)
      all[name] = rows.map(({ row }) => row).sort()
    }
    return all
  } finally {
    await database.close()
  }
}
