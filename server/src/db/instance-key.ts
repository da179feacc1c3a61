import { type QueryExecutorProvider, sql } from 'kysely'
import { exactlyOne } from './rows.ts'

/** Key known to the instances of this station alone. It was created with the database, and stays. */
export async function readInstanceKey(db: QueryExecutorProvider): Promise<string> {
  const { rows } = await sql<{ key: string }>`SELECT key FROM instance_key`.execute(db)
  return exactlyOne(rows).key
}
