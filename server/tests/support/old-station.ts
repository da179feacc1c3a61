import { randomUUID } from 'node:crypto'
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { connect, type Database } from '../../src/db/connect.ts'
import { migrate, readMigrations } from '../../src/db/migrate.ts'
import { createBarePlace, type Place } from './database.ts'

const MIGRATIONS = join(import.meta.dirname, '../../src/db/migrations')
/** The version that could chat: most steps are still to come. */
const FIRST_MISSING = '0006'
const PEOPLE = 2_000
const SHOWS = 300
const MESSAGES = 40_000

/** A station of an older version with data in it, to be copied; `close` removes it. */
export type OldStation = {
  /** A place of its own with the same database. */
  copy(): Promise<Place>
  close(): Promise<void>
}

export const openPlace = (place: Pick<Place, 'dataDir' | 'databaseUrl'>): Promise<Database> =>
  connect({ ...place, onError: () => undefined })

/** The folders of steps that lead from the old version to the newest, one step more in each; the caller removes them. */
export async function stepFolders(): Promise<{ folders: string[]; remove(): void }> {
  const root = mkdtempSync(join(tmpdir(), 'carillon-steps-'))
  const names = (await readMigrations(MIGRATIONS)).map(({ name }) => name)
  const old = names.filter((name) => name < FIRST_MISSING).length
  const folders = names.slice(old - 1).map((_, more) => {
    const folder = join(root, String(more))
    mkdirSync(folder)
    for (const name of names.slice(0, old + more)) cpSync(join(MIGRATIONS, name), join(folder, name))
    return folder
  })
  return { folders, remove: () => rmSync(root, { recursive: true }) }
}

/** Makes a station of the older version. `oldSteps` are its migrations. */
export async function makeOldStation(engine: 'embedded' | 'postgres', oldSteps: string): Promise<OldStation> {
  const place = await createBarePlace(engine)
  const database = await openPlace(place)
  await migrate(database, oldSteps)
  await fill(database)
  await database.close()
  return { copy: () => copyOf(place), close: () => place.remove() }
}

function embeddedPlace(): Place {
  const dataDir = mkdtempSync(join(tmpdir(), 'carillon-old-'))
  return { dataDir, databaseUrl: null, remove: async () => rmSync(dataDir, { recursive: true, force: true }) }
}

async function copyOf(place: Place): Promise<Place> {
  const copy = embeddedPlace()
  if (!place.databaseUrl) {
    const from = join(place.dataDir, 'embedded', 'database')
    cpSync(from, join(copy.dataDir, 'embedded', 'database'), { recursive: true })
    return copy
  }
  const url = new URL(place.databaseUrl)
  const original = url.pathname.slice(1)
  const name = `${original.slice(0, 20)}_${randomUUID().replaceAll('-', '')}`
  await onServer(`CREATE DATABASE ${name} TEMPLATE ${original}`)
  url.pathname = `/${name}`
  const remove = async () => {
    await onServer(`DROP DATABASE ${name} WITH (FORCE)`)
    await copy.remove()
  }
  return { dataDir: copy.dataDir, databaseUrl: url.href, remove }
}

async function onServer(statement: string): Promise<void> {
  const server = await openPlace({ dataDir: '', databaseUrl: process.env.TEST_DATABASE_URL ?? '' })
  await sql.raw(statement).execute(server.tables())
  await server.close()
}

async function fill(database: Database): Promise<void> {
  const db = database.tables()
  await sql`INSERT INTO users (email, password_hash, firstname, lastname, created_at)
    SELECT 'person' || n || '@station.test', md5(n::text), 'Person', n::text, now()
    FROM generate_series(1, ${sql.lit(PEOPLE)}) n`.execute(db)
  await sql`INSERT INTO broadcasts (title, status, scheduled_start, scheduled_end, actual_start, actual_end, end_reason,
      created_by, started_by, created_at)
    SELECT 'Show ' || n, 'ENDED', now(), now() + interval '1 hour', now(), now(), 'ENDED_BY_DJ', n, n, now()
    FROM generate_series(1, ${sql.lit(SHOWS)}) n`.execute(db)
  await sql`INSERT INTO chat_messages (broadcast_id, sender_id, content, created_at)
    SELECT 1 + n % ${sql.lit(SHOWS)}, 1 + n % ${sql.lit(PEOPLE)}, 'Message ' || md5(n::text), now()
    FROM generate_series(1, ${sql.lit(MESSAGES)}) n`.execute(db)
  await sql`INSERT INTO activities (activity_type, description, user_id, created_at)
    SELECT 'LOGIN', 'Signed in', n, now() FROM generate_series(1, ${sql.lit(PEOPLE)}) n`.execute(db)
}
