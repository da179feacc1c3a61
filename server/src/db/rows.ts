import assert from 'node:assert'
import { type QueryExecutorProvider, sql } from 'kysely'
import { AppError } from '../kernel/app-error.ts'

/** The row of a query that always gives one. */
export function exactlyOne<Row>(rows: readonly Row[]): Row {
  const [row] = rows
  assert(row !== undefined, 'The query gave no row')
  return row
}

/**
 * Tells a DELETE that is repeated from one of what never was, where rows are removed: throws NOT_FOUND for an id that the
 * table has not given yet. Callers have looked for the row.
 */
export async function requireRemoved(db: QueryExecutorProvider, table: string, id: number): Promise<void> {
  const { rows } = await sql<{ wasGiven: boolean | null }>`
    SELECT pg_sequence_last_value(pg_get_serial_sequence(${table}, 'id')::regclass) >= ${id}::integer
      AS "wasGiven"`.execute(db)
  if (!exactlyOne(rows).wasGiven) throw new AppError('NOT_FOUND')
}
