/** A statement that in `broadcasts` only counts, which replies may show a second late, begins so. */
export const COUNTER = '/* counter */'
const COUNTED = 'broadcasts'
/** A station has about three hundred statements; those that hold a list are as many as there are lengths. */
export const MAX_STATEMENTS = 1_000

/** Tables that a statement reads and writes. */
export type StatementTables = { isWrite: boolean; tables: readonly string[] }

const NAME = /[a-z_]+/g
// A lock is no write: `FOR UPDATE`, `FOR NO KEY UPDATE`.
const WRITE = /\b(insert\s+into|delete\s+from|merge\s+into|truncate)\b|(?<!\bfor\s+)(?<!\bkey\s+)\bupdate\s/i

/**
 * Reads statements for the tables they name, of which `known` are all there are. A word that is both a table and a
 * column counts as the table: that is too much now and then, and never too little.
 */
export function createStatementReader(known: ReadonlySet<string>): (sql: string) => StatementTables {
  const statements = new Map<string, StatementTables>()
  return (sql) => {
    const before = statements.get(sql)
    if (before) return before
    if (statements.size >= MAX_STATEMENTS) statements.clear()
    const read = readStatement(sql, known)
    statements.set(sql, read)
    return read
  }
}

function readStatement(sql: string, known: ReadonlySet<string>): StatementTables {
  const names = new Set(sql.match(NAME))
  if (sql.trimStart().startsWith(COUNTER)) names.delete(COUNTED)
  const tables = [...names].filter((name) => known.has(name))
  // A counter that writes nothing else changes nothing.
  return { isWrite: WRITE.test(sql) && tables.length > 0, tables }
}
