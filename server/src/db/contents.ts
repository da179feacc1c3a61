/** Contents of a database: rows by table, the newest step of its schema, the version of PostgreSQL that wrote it. */
export type Contents = { tables: Record<string, number>; schema: string | null; version: string }

/** Runs one statement and gives its rows: anyone who holds the connection or the transaction passes it. */
export type Ask = (statement: string) => Promise<Record<string, unknown>[]>

const quote = (name: string) => `"${name.replaceAll('"', '""')}"`

/** Counts what is in the database that `ask` reaches; `schema` is a name of ours. */
export async function contentsOf(ask: Ask, schema = 'public'): Promise<Contents> {
  const tables: Record<string, number> = {}
  for (const { name } of await ask(tableNames(schema))) {
    const [counted] = await ask(`SELECT count(*) AS count FROM ${quote(schema)}.${quote(String(name))}`)
    tables[String(name)] = Number(counted?.count)
  }
  const [shown] = await ask('SHOW server_version')
  const [newest] =
    'migrations' in tables ? await ask(`SELECT max(name) AS name FROM ${quote(schema)}.migrations`) : []
  return { tables, schema: newest?.name ? String(newest.name) : null, version: String(shown?.server_version) }
}

function tableNames(schema: string): string {
  return `SELECT table_name AS name FROM information_schema.tables
    WHERE table_schema = '${schema}' AND table_type = 'BASE TABLE' ORDER BY 1`
}
