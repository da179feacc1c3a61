import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Kysely, sql } from 'kysely'
import type { Database } from './connect.ts'

/** One file of the schema's history. */
export type Migration = { name: string; sql: string; checksum: string }
type Applied = { name: string; checksum: string }
type Tables = { migrations: Applied & { applied_at: Date } }

/** The database cannot be brought to what this program needs; the message says why. */
export class MigrationRefused extends Error {
  override readonly name = 'MigrationRefused'
}

/** Any constant will do, as long as it stays: what instances that start together wait for. */
const ADVISORY_LOCK = 7_426_011

/** SQLSTATE of a user who may not do this. */
const INSUFFICIENT_PRIVILEGE = '42501'
const NOT_ALLOWED =
  'The user in DATABASE_URL may not create tables: let it own the database (ALTER DATABASE … OWNER TO …).'

const FOLDER = join(import.meta.dirname, 'migrations')

/** Brings the database to the newest version, a file at a time, each in its own transaction. Throws MigrationRefused. */
export async function migrate(database: Database, folder = FOLDER): Promise<string[]> {
  const migrations = await readMigrations(folder)
  return database
    .tables<Tables>()
    .connection()
    .execute(async (db) => {
      // The embedded database has one connection, and so no second instance to wait for.
      if (database.kind === 'postgres') await sql`SELECT pg_advisory_lock(${ADVISORY_LOCK})`.execute(db)
      try {
        return await applyMissing(db, migrations)
      } catch (error) {
        throw isForbidden(error) ? new MigrationRefused(NOT_ALLOWED, { cause: error }) : error
      } finally {
        if (database.kind === 'postgres') await sql`SELECT pg_advisory_unlock(${ADVISORY_LOCK})`.execute(db)
      }
    })
}

/** The newest step that was applied to the database; null when none was. Rejects while it is away. */
export async function newestApplied(database: Database): Promise<string | null> {
  const newest = await database
    .tables<Tables>()
    .selectFrom('migrations')
    .select((eb) => eb.fn.max('name').as('name'))
    .executeTakeFirst()
  return newest?.name ?? null
}

/** The steps that this program has, in order. */
export async function knownSteps(folder = FOLDER): Promise<string[]> {
  return (await readMigrations(folder)).map(({ name }) => name)
}

/** The files of a folder in order. Checksums do not see how a checkout ends its lines. */
export async function readMigrations(folder: string): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
  return Promise.all(
    names.map(async (name) => {
      const text = (await readFile(join(folder, name), 'utf8')).replaceAll('\r\n', '\n')
      return { name, sql: text, checksum: createHash('sha256').update(text).digest('hex') }
    }),
  )
}

async function applyMissing(db: Kysely<Tables>, migrations: Migration[]): Promise<string[]> {
  await sql`CREATE TABLE IF NOT EXISTS migrations (name text PRIMARY KEY, checksum text NOT NULL, applied_at timestamptz NOT NULL)`.execute(
    db,
  )
  const applied = await db.selectFrom('migrations').select(['name', 'checksum']).orderBy('name').execute()
  const missing = missingMigrations(migrations, applied)
  for (const migration of missing) await apply(db, migration)
  return missing.map(({ name }) => name)
}

/** Returns the migrations that are still to be applied. Throws MigrationRefused when history and files do not agree. */
export function missingMigrations(migrations: Migration[], applied: Applied[]): Migration[] {
  const files = new Map(migrations.map((migration) => [migration.name, migration]))
  for (const { name, checksum } of applied) {
    const file = files.get(name)
    if (!file)
      throw new MigrationRefused(
        `The database is newer than this program: it has ${name}. Run a newer program.`,
      )
    if (file.checksum !== checksum)
      throw new MigrationRefused(`${name} was changed after it was applied. Restore it and add a new file.`)
    files.delete(name)
  }
  const last = applied.at(-1)?.name ?? ''
  const missing = [...files.values()]
  const late = missing.find(({ name }) => name < last)
  if (late)
    throw new MigrationRefused(`${late.name} comes before ${last}, which is applied. Give it a later number.`)
  return missing
}

function isForbidden(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === INSUFFICIENT_PRIVILEGE
}

async function apply(db: Kysely<Tables>, { name, checksum, sql: text }: Migration): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    await sql.raw(text).execute(transaction)
    const row = { name, checksum, applied_at: new Date() }
    await transaction.insertInto('migrations').values(row).execute()
  })
}
