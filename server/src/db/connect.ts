import { join } from 'node:path'
import { DAY_MS } from '@carillon/contract/durations'
import { Kysely, sql } from 'kysely'
import { Pool, type PoolConfig, types } from 'pg'
import { errorMessage } from '../kernel/error-message.ts'
import { createCheckpoints } from './checkpoints.ts'
import { WatchedDialect } from './commits.ts'
import { createDump, type Dump } from './dump-embedded.ts'
import { type Embedded, startEmbedded } from './embedded.ts'
import { createGatheringSocket } from './gathering-socket.ts'
import { type CallLimits, limitPool } from './limited-pool.ts'
import { nameStatements } from './named-statements.ts'
import type { TableChanges } from './table-changes.ts'
import { sendTogether } from './together.ts'
import { watchPool } from './watched-pool.ts'
import { WriteAheadLog } from './write-ahead-log.ts'

/** The station's database, whichever engine it is. */
export type Database = {
  kind: 'embedded' | 'postgres'
  /** The same connection, typed by the tables a feature knows. */
  tables<T>(): Kysely<T>
  /** Writes a dump; only the embedded database can, a PostgreSQL has its own tools. */
  dump: Dump | null
  /** Dumps that could not be made since the start; null where there are none. */
  failedDumps(): number | null
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
  /** Of a PostgreSQL; without them it may take any time, as migrations and backups do. */
  limits?: CallLimits
  /** Told which tables are read and written. */
  changes?: TableChanges
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
/** Then the system asks whether the other end is there: it is given up after some ten questions without an answer. */
const KEEP_ALIVE_AFTER_MS = 10_000
/**
 * The pool counts waiting in its line as connecting, and all that a station does stands in the line of the embedded one:
 * a rush on a slow machine must not look as if the database were away. One that hangs is given up after this.
 */
const EMBEDDED_LINE_MS = 60_000
export const POOL_SIZE = 10
const OID_INT8 = 20
const OID_DATE = 1082
const OID_TIMESTAMPTZ = 1184
/** As far as a Date can be read in any zone. */
const FURTHEST_MS = 8.64e15 - 2 * DAY_MS

/** Opens the database. Throws DatabaseRefused for what is wrong with a PostgreSQL. */
export async function connect(settings: DatabaseSettings): Promise<Database> {
  if (settings.databaseUrl) {
    const pool = {
      connectionString: settings.databaseUrl,
      max: POOL_SIZE,
      // Kept: each new one looks a name up, on threads that others use as well.
      idleTimeoutMillis: 0,
      keepAlive: true,
      keepAliveInitialDelayMillis: KEEP_ALIVE_AFTER_MS,
    }
    try {
      return (await open('postgres', pool, settings, null)).database
    } catch (error) {
      throw new DatabaseRefused(`DATABASE_URL cannot be used: ${errorMessage(error)}`, { cause: error })
    }
  }
  const folder = join(settings.dataDir, 'embedded')
  const embedded = await startEmbedded(folder, settings.onLost ?? settings.onError)
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
  const opened = await open('embedded', pool, settings, embedded)
  return { ...opened.database, ...(await keepLog(opened, folder, settings.onError)) }
}

/** Maintenance of the embedded database, which a PostgreSQL does by itself. */
async function keepLog(
  { database, connections }: Opened,
  folder: string,
  onError: DatabaseSettings['onError'],
): Promise<Pick<Database, 'dump' | 'failedDumps' | 'close'>> {
  const log = new WriteAheadLog(database.tables(), folder)
  await log.forgetDump()
  await log.forgetSpare()
  const checkpoints = createCheckpoints(log, onError)
  connections.on('release', checkpoints.onUse)
  const { dump, failures } = createDump(log, { folder })
  return {
    dump,
    failedDumps: failures,
    async close() {
      await checkpoints.close()
      await database.close()
    },
  }
}

type Opened = { database: Database; connections: Pool }

async function open(
  kind: Database['kind'],
  pool: PoolConfig,
  { onError, limits, changes }: DatabaseSettings,
  embedded: Embedded | null,
): Promise<Opened> {
  const connections = new Pool({
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    types: { getTypeParser },
    pipeline: true,
    stream: createGatheringSocket,
    ...pool,
  })
  let closing: Promise<void> | null = null
  // The pool listens to idle connections only: one that breaks inside a transaction would end the process. What the
  // pool repeats has been told by then, and what breaks while we hang up is no news.
  connections.on('connect', (client) => client.on('error', (error) => closing ?? onError(error)))
  connections.on('error', () => undefined)
  const pooled = embedded
    ? nameStatements(connections)
    : limits
      ? limitPool(connections, limits, onError)
      : connections
  const together = sendTogether(pooled, { isLocal: embedded !== null })
  const kysely = new Kysely<unknown>({
    dialect: new WatchedDialect({ pool: changes ? watchPool(together, changes) : together }),
  })
  const close = async () => {
    await kysely.destroy()
    await embedded?.close()
  }
  try {
    await sql`SELECT 1`.execute(kysely)
  } catch (error) {
    await close()
    throw error
  }
  const database: Database = {
    kind,
    // Kysely keeps no tables at run time: the type argument is a view on one and the same connection.
    tables: <T>() => kysely as Kysely<T>,
    pool: () => ({
      open: connections.totalCount,
      idle: connections.idleCount,
      waiting: connections.waitingCount,
    }),
    dump: null,
    failedDumps: () => null,
    close: () => {
      closing ??= close()
      return closing
    },
  }
  return { database, connections }
}

/** The names of the tables that there are. */
export async function tableNames(database: Database): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    SELECT tablename AS name FROM pg_tables WHERE schemaname = current_schema()`.execute(database.tables())
  return rows.map(({ name }) => name)
}

/** Counts as numbers, since none of ours passes 2^53; days as text, since a Date would shift them by the zone. */
function getTypeParser(oid: number, format?: 'text' | 'binary') {
  if (oid === OID_INT8) return Number
  if (oid === OID_DATE) return String
  if (oid === OID_TIMESTAMPTZ) return (text: string) => timestampOf(text, types.getTypeParser(oid, format))
  return types.getTypeParser(oid, format)
}

/** Infinity and years that no Date can hold are the furthest moment that one can: what presents them does not fail. */
function timestampOf(text: string, parse: (text: string) => unknown): Date {
  const ms = Number(parse(text))
  if (Number.isNaN(ms)) return new Date(FURTHEST_MS)
  return new Date(Math.min(Math.max(ms, -FURTHEST_MS), FURTHEST_MS))
}
