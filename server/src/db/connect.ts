import { join } from 'node:path'
import { Kysely, PostgresDialect } from 'kysely'
import { Pool, type PoolConfig, types } from 'pg'
import { reasonOf } from '../reason.ts'
import { type Embedded, startEmbedded } from './embedded.ts'

/** The station's database, whichever engine it is. */
export type Database = {
  kind: 'embedded' | 'postgres'
  /** The same connection, typed by the tables a feature knows. */
  tables<T>(): Kysely<T>
  /** Writes a dump; only the embedded database can, a PostgreSQL has its own tools. */
  dump: ((path: string) => Promise<void>) | null
  /** The connections there are, those at rest, and how many wait for one. */
  pool(): { open: number; idle: number; waiting: number }
  /** Idempotent. */
  close(): Promise<void>
}

/** Which database, and who is told of its troubles. */
export type DatabaseSettings = {
  /** PostgreSQL; null is the embedded one in `dataDir`. */
  databaseUrl: string | null
  dataDir: string
  /** Told of connections that break while idle: the next query opens another. */
  onError(error: Error): void
  /** Told when the embedded database itself has stopped: nothing but a new process brings it back. */
  onLost?(error: Error): void
}

/** PostgreSQL cannot be reached or does not let us in; the message says why, without password. */
export class DatabaseRefused extends Error {
  override readonly name = 'DatabaseRefused'
}

const CONNECT_TIMEOUT_MS = 5_000
/**
 * The pool counts waiting in its line as connecting, and all that a station does stands in the line of the embedded one:
 * a rush on a slow machine must not look as if the database were away. One that hangs is given up after this.
 */
const EMBEDDED_LINE_MS = 60_000
const POOL_SIZE = 10
const OID_INT8 = 20
const OID_DATE = 1082

/** Opens the database. Throws DatabaseRefused for what is wrong with a PostgreSQL. */
export async function connect(settings: DatabaseSettings): Promise<Database> {
  if (settings.databaseUrl) {
    const pool = { connectionString: settings.databaseUrl, max: POOL_SIZE }
    return open('postgres', pool, settings, null).catch((error: unknown) => {
      throw new DatabaseRefused(`DATABASE_URL cannot be used: ${reasonOf(error)}`, { cause: error })
    })
  }
  const embedded = await startEmbedded(
    join(settings.dataDir, 'embedded'),
    settings.onLost ?? settings.onError,
  )
  const { host, port } = embedded.address
  // PGlite has one connection: a second one would wait for the first for ever.
  const pool = {
    host,
    port,
    user: 'postgres',
    database: 'postgres',
    max: 1,
    idleTimeoutMillis: 0,
    connectionTimeoutMillis: EMBEDDED_LINE_MS,
  }
  return open('embedded', pool, settings, embedded)
}

async function open(
  kind: Database['kind'],
  pool: PoolConfig,
  { onError }: DatabaseSettings,
  embedded: Embedded | null,
): Promise<Database> {
  const connections = new Pool({
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    types: { getTypeParser },
    ...pool,
  })
  let closing: Promise<void> | null = null
  // The pool listens to idle connections only: one that breaks inside a transaction would end the process. What the
  // pool repeats has been told by then, and what breaks while we hang up is no news.
  connections.on('connect', (client) => client.on('error', (error) => closing ?? onError(error)))
  connections.on('error', () => undefined)
  const kysely = new Kysely<unknown>({ dialect: new PostgresDialect({ pool: connections }) })
  const close = async () => {
    await kysely.destroy()
    await embedded?.close()
  }
  try {
    await connections.query('SELECT 1')
  } catch (error) {
    await close()
    throw error
  }
  return {
    kind,
    // Kysely keeps no tables at run time: the type argument is a view on one and the same connection.
    tables: <T>() => kysely as Kysely<T>,
    pool: () => ({
      open: connections.totalCount,
      idle: connections.idleCount,
      waiting: connections.waitingCount,
    }),
    dump: embedded ? (path) => embedded.dump(path) : null,
    close: () => {
      closing ??= close()
      return closing
    },
  }
}

/** Counts as numbers, since none of ours passes 2^53; days as text, since a Date would shift them by the zone. */
function getTypeParser(oid: number, format?: 'text' | 'binary') {
  if (oid === OID_INT8) return Number
  if (oid === OID_DATE) return String
  return types.getTypeParser(oid, format)
}
