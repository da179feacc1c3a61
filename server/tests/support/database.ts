import { createHash, randomUUID } from 'node:crypto'
import { cpSync, existsSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client, DatabaseError } from 'pg'
import { connect, type Database } from '../../src/db/connect.ts'
import { migrate, readMigrations } from '../../src/db/migrate.ts'

/** A data folder and a database of a test's own. `remove` leaves nothing behind. */
export type Place = { dataDir: string; databaseUrl: string | null; remove(): Promise<void> }

/** Any constant will do: what workers that look for the template at the same time wait for. */
const TEMPLATE_LOCK = 7_426_012

/** A place whose database is migrated and empty: PostgreSQL when TEST_DATABASE_URL is set, else the embedded one. */
export async function createPlace(
  engine = process.env.TEST_DATABASE_URL ? 'postgres' : 'embedded',
): Promise<Place> {
  if (engine === 'postgres') return postgresPlace(await postgresTemplate())
  const place = embeddedPlace()
  cpSync(await template(), join(place.dataDir, 'embedded', 'database'), { recursive: true })
  return place
}

/** A place where nothing is: no database in its folder, no tables in its PostgreSQL. */
export async function createBarePlace(engine: 'embedded' | 'postgres'): Promise<Place> {
  return engine === 'postgres' ? postgresPlace('template1') : embeddedPlace()
}

function embeddedPlace(): Place {
  const dataDir = mkdtempSync(join(tmpdir(), 'carillon-test-'))
  return { dataDir, databaseUrl: null, remove: async () => rmSync(dataDir, { recursive: true, force: true }) }
}

async function postgresPlace(from: string): Promise<Place> {
  const { dataDir, remove: removeFolder } = embeddedPlace()
  const name = newName()
  await onServer(`CREATE DATABASE ${name} TEMPLATE ${from}`)
  const remove = async () => {
    await onServer(`DROP DATABASE ${name} WITH (FORCE)`)
    await removeFolder()
  }
  return { dataDir, databaseUrl: urlOf(name), remove }
}

/** A database of a test's own, not to be relied on for what it holds. `close` also removes it. */
export async function openEmpty(engine: 'embedded' | 'postgres'): Promise<Database> {
  const place = await createPlace(engine)
  const database = await connect({ ...place, onError: () => undefined })
  const close = async () => {
    await database.close()
    await place.remove()
  }
  return { ...database, close }
}

/**
 * A migrated embedded database to copy: making one takes seconds, opening a copy a tenth of one. Kept in the temporary
 * folder under a name that changes with the migrations and with how one is made.
 */
async function template(): Promise<string> {
  const path = join(tmpdir(), `carillon-template-${await fingerprint()}`)
  if (existsSync(path)) return path
  const dataDir = mkdtempSync(join(tmpdir(), 'carillon-making-'))
  const database = await connect({ databaseUrl: null, dataDir, onError: () => undefined })
  await migrate(database)
  await database.close()
  const made = join(dataDir, 'embedded', 'database')
  try {
    renameSync(made, path)
  } catch (error) {
    // Another test file made it first; its template is as good.
    if (!existsSync(path)) throw error
  }
  rmSync(dataDir, { recursive: true, force: true })
  return path
}

/**
 * The same for PostgreSQL: migrating a database costs it more than copying one. Stays on the server, under a name that
 * changes with the migrations.
 */
function postgresTemplate(): Promise<string> {
  madeTemplate ??= makePostgresTemplate()
  return madeTemplate
}

let madeTemplate: Promise<string> | null = null

async function makePostgresTemplate(): Promise<string> {
  const name = `carillon_template_${await fingerprint()}`
  const client = new Client({ connectionString: serverUrl() })
  await client.connect()
  try {
    await client.query('SELECT pg_advisory_lock($1)', [TEMPLATE_LOCK])
    const { rowCount } = await client.query('SELECT FROM pg_database WHERE datname = $1', [name])
    if (rowCount) return name
    const making = newName()
    await client.query(`CREATE DATABASE ${making}`)
    const database = await connect({ databaseUrl: urlOf(making), dataDir: '', onError: () => undefined })
    await migrate(database)
    await database.close()
    // PostgreSQL copies no database that somebody is connected to.
    await client.query(`ALTER DATABASE ${making} ALLOW_CONNECTIONS false`)
    await client.query(`ALTER DATABASE ${making} RENAME TO ${name}`)
    return name
  } finally {
    await client.end()
  }
}

async function fingerprint(): Promise<string> {
  const hash = createHash('sha256')
  for (const { checksum } of await readMigrations(join(import.meta.dirname, '../../src/db/migrations')))
    hash.update(checksum)
  for (const path of ['package.json', 'src/db/embedded-worker.ts'])
    hash.update(readFileSync(join(import.meta.dirname, '../..', path)))
  return hash.digest('hex').slice(0, 16)
}

/** PostgreSQL gives up on a database that somebody is still connected to after 5 s: on a busy machine it is asked again. */
async function onServer(statement: string): Promise<void> {
  const client = new Client({ connectionString: serverUrl() })
  await client.connect()
  try {
    while (!(await client.query(statement).then(() => true, isNotInUse)));
  } finally {
    await client.end()
  }
}

/** False for object_in_use; throws any other error. */
function isNotInUse(error: unknown): boolean {
  if (error instanceof DatabaseError && error.code === '55006') return false
  throw error
}

function newName(): string {
  return `carillon_${randomUUID().replaceAll('-', '')}`
}

function urlOf(name: string): string {
  const url = new URL(serverUrl())
  url.pathname = `/${name}`
  return url.href
}

function serverUrl(): string {
  const url = process.env.TEST_DATABASE_URL
  if (!url) throw new Error('TEST_DATABASE_URL is not set')
  return url
}
