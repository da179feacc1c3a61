import { createHash, randomUUID } from 'node:crypto'
import { cpSync, existsSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { connect, type Database } from '../../src/db/connect.ts'
import { migrate, readMigrations } from '../../src/db/migrate.ts'

/** A data folder and a database of a test's own. `remove` leaves nothing behind. */
export type Place = { dataDir: string; databaseUrl: string | null; remove(): Promise<void> }

/** An empty place, its database migrated: PostgreSQL when TEST_DATABASE_URL is set, else the embedded one. */
export async function createPlace(
  engine = process.env.TEST_DATABASE_URL ? 'postgres' : 'embedded',
): Promise<Place> {
  const dataDir = mkdtempSync(join(tmpdir(), 'carillon-test-'))
  const removeFolder = () => rmSync(dataDir, { recursive: true, force: true })
  if (engine === 'embedded') {
    cpSync(await template(), join(dataDir, 'embedded', 'database'), { recursive: true })
    return { dataDir, databaseUrl: null, remove: async () => removeFolder() }
  }
  const name = `carillon_${randomUUID().replaceAll('-', '')}`
  await onServer(`CREATE DATABASE ${name}`)
  const url = new URL(serverUrl())
  url.pathname = `/${name}`
  const remove = async () => {
    await onServer(`DROP DATABASE ${name} WITH (FORCE)`)
    removeFolder()
  }
  return { dataDir, databaseUrl: url.href, remove }
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

async function fingerprint(): Promise<string> {
  const hash = createHash('sha256')
  for (const { checksum } of await readMigrations(join(import.meta.dirname, '../../src/db/migrations')))
    hash.update(checksum)
  for (const path of ['package.json', 'src/db/embedded-worker.ts'])
    hash.update(readFileSync(join(import.meta.dirname, '../..', path)))
  return hash.digest('hex').slice(0, 16)
}

async function onServer(statement: string): Promise<void> {
  const client = new Client({ connectionString: serverUrl() })
  await client.connect()
  await client.query(statement)
  await client.end()
}

function serverUrl(): string {
  const url = process.env.TEST_DATABASE_URL
  if (!url) throw new Error('TEST_DATABASE_URL is not set')
  return url
}
