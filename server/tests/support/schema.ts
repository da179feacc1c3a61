import { sql } from 'kysely'
import type { Database } from '../../src/db/connect.ts'

/**
 * Everything a schema consists of, as text to compare: columns, indexes, constraints, triggers, functions; and the history of
 * migrations, by which one that changes rows alone is seen.
 */
export async function schemaOf(database: Database): Promise<string> {
  const parts = [
    sql<{
      part: string
    }>`SELECT concat_ws(' ', table_name, column_name, data_type, is_nullable, column_default, is_identity) AS part
      FROM information_schema.columns WHERE table_schema = 'public'`,
    sql<{ part: string }>`SELECT indexdef AS part FROM pg_indexes WHERE schemaname = 'public'`,
    sql<{
      part: string
    }>`SELECT concat_ws(' ', conrelid::regclass, conname, pg_get_constraintdef(oid)) AS part
      FROM pg_constraint WHERE connamespace = 'public'::regnamespace`,
    sql<{ part: string }>`SELECT pg_get_triggerdef(oid) AS part FROM pg_trigger WHERE NOT tgisinternal`,
    sql<{
      part: string
    }>`SELECT pg_get_functiondef(oid) AS part FROM pg_proc WHERE pronamespace = 'public'::regnamespace`,
    sql<{ part: string }>`SELECT name AS part FROM migrations`,
  ]
  const lines: string[] = []
  for (const part of parts)
    lines.push(...(await part.execute(database.tables())).rows.map((row) => row.part).sort())
  return lines.join('\n')
}

/** Columns by table, but for the history of migrations. */
export async function columnsOf(database: Database): Promise<Map<string, string[]>> {
  const { rows } = await sql<{
    table: string
    column: string
  }>`SELECT table_name AS table, column_name AS column
    FROM information_schema.columns WHERE table_schema = 'public' AND table_name <> 'migrations'
    ORDER BY 1, ordinal_position`.execute(database.tables())
  const columns = new Map<string, string[]>()
  for (const { table, column } of rows) columns.set(table, [...(columns.get(table) ?? []), column])
  return columns
}

/** One text that is another one as soon as a row of these columns is missing, added or changed. */
export async function sumOf(database: Database, columns: Map<string, string[]>): Promise<string> {
  const sums: string[] = []
  for (const [table, names] of columns) {
    const row = sql`concat_ws('|', ${sql.join(names.map((name) => sql`${sql.id(name)}::text`))})`
    const { rows } = await sql<{
      sum: string
    }>`SELECT count(*) || ' ' || coalesce(md5(string_agg(md5(${row}), '' ORDER BY ${row})), '') AS sum
      FROM ${sql.table(table)}`.execute(database.tables())
    sums.push(`${table} ${rows[0]?.sum}`)
  }
  return sums.join('\n')
}
