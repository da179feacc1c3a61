import { type Kysely, sql } from 'kysely'

export const LOOK_EVERY_MS = 60_000
/** As autovacuum begins: rows, and a share of the table. */
const LEAST_ROWS = 500
const ROWS_SHARE = 5
/** Reading all indexes of a larger table takes longer than a call may wait. */
const LARGE_BYTES = 64 * 1024 * 1024
/** A tenth of PostgreSQL's own and less: 3,000 rows are looked at, or 900, not 30,000. Each may be a page to read. */
const STATISTICS_TARGET = 10
const LARGE_STATISTICS_TARGET = 3

/** Rows as they are counted since the start of the database. */
type Table = { name: string; live: number; dead: number; added: number; changed: number }
type Looked = Table & { isNew: boolean }
type Chosen = Table & { isLarge: boolean }

/**
 * Cleans up in the embedded database, where no autovacuum runs: one table a minute, and nothing while none needs it, so
 * that calls never wait for more than one. Gives what stops it.
 */
export function startVacuums(db: Kysely<unknown>, onError: (error: Error) => void): () => Promise<void> {
  const vacuumOne = createVacuum(db)
  let running: Promise<unknown> = Promise.resolve()
  const timer = setInterval(() => {
    running = running.then(vacuumOne).catch(onError)
  }, LOOK_EVERY_MS)
  timer.unref()
  return async () => {
    clearInterval(timer)
    await running
  }
}

/** Creates the work that vacuums and analyses the table which needs it most, and returns its name. */
export function createVacuum(db: Kysely<unknown>): () => Promise<string | null> {
  /** Dead row pointers that a clean-up of rows alone leaves counted. */
  const leftDead = new Map<string, number>()
  const gained = ({ name, dead }: Table) => dead - Math.min(dead, leftDead.get(name) ?? 0)
  const isDirty = (table: Table) => isMany(gained(table), table) || isMany(table.added, table)
  const needs = (table: Looked) => isDirty(table) || isMany(table.changed, table) || table.isNew

  return async () => {
    const [table] = (await lookAtTables(db)).filter(needs).sort((a, b) => gained(b) - gained(a))
    if (!table) return null
    const chosen = { ...table, isLarge: await isLarge(db, table) }
    if (isDirty(chosen)) await vacuum(db, chosen)
    await analyze(db, chosen)
    if (chosen.isLarge) leftDead.set(chosen.name, chosen.dead)
    return chosen.name
  }
}

function isMany(rows: number, { live }: Table): boolean {
  return rows > LEAST_ROWS + live / ROWS_SHARE
}

/** Of a large table the rows alone: their entries in its indexes go when those pages are written to. */
async function vacuum(db: Kysely<unknown>, { name, isLarge }: Chosen): Promise<void> {
  if (isLarge) await sql`VACUUM (INDEX_CLEANUP OFF, TRUNCATE OFF) ${sql.id(name)}`.execute(db)
  else await sql`VACUUM ${sql.id(name)}`.execute(db)
}

async function analyze(db: Kysely<unknown>, { name, isLarge }: Chosen): Promise<void> {
  const target = isLarge ? LARGE_STATISTICS_TARGET : STATISTICS_TARGET
  await db.connection().execute(async (connection) => {
    await sql`SET default_statistics_target = ${sql.lit(target)}`.execute(connection)
    await sql`ANALYZE ${sql.id(name)}`.execute(connection)
    await sql`RESET default_statistics_target`.execute(connection)
  })
}

/** Asked of one alone: the sizes of all of them are most of a look. */
async function isLarge(db: Kysely<unknown>, { name }: Table): Promise<boolean> {
  const { rows } = await sql<{
    bytes: number
  }>`SELECT pg_total_relation_size(${sql.lit(`"${name}"`)}::regclass) AS bytes`.execute(db)
  return (rows[0]?.bytes ?? 0) > LARGE_BYTES
}

async function lookAtTables(db: Kysely<unknown>): Promise<Looked[]> {
  const { rows } = await sql<Looked>`
    SELECT s.relname AS name, n_live_tup AS live, n_dead_tup AS dead, n_ins_since_vacuum AS added,
      n_mod_since_analyze AS changed, c.reltuples < 0 AND pg_relation_size(c.oid) > 0 AS "isNew"
    FROM pg_stat_user_tables s JOIN pg_class c ON c.oid = s.relid`.execute(db)
  return rows
}
