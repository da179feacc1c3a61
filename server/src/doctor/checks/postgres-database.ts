import { type Kysely, sql } from 'kysely'
import { STATION_LOCK } from '../../db/claim.ts'
import { connect, DatabaseRefused } from '../../db/connect.ts'
import { findProgram } from '../../kernel/find-program.ts'
import { type Finding, fail, ok, type Patient, warn } from '../check.ts'
import { libraryFindings } from './library.ts'
import { schemaFinding } from './schema.ts'

type ServerState = {
  version: string
  encoding: string
  mayCreate: boolean
  isOwner: boolean
  room: number
  hasTables: boolean
  nowMs: number
  /** Processes that hold the station's lock. */
  stations: number
}

const LEAST_VERSION = 14
/** Connections of one instance: its pool, its claim, and what a backup or this program needs. */
const CONNECTIONS = 13
const TOLERATED_MS = 2_000

/** A PostgreSQL: whether it is there, is ours to use, and agrees about the time. */
export async function lookAtPostgres(patient: Patient, databaseUrl: string): Promise<Finding[]> {
  const { dataDir } = patient.config
  try {
    const database = await connect({ databaseUrl, dataDir, onError: () => undefined })
    try {
      const askedMs = patient.now()
      const state = await readServerState(database.tables())
      const middleMs = (askedMs + patient.now()) / 2
      return [
        ...judge(state, middleMs, patient),
        await schemaFinding(database, state.hasTables),
        ...(await libraryFindings(database.tables(), dataDir)),
      ]
    } finally {
      await database.close()
    }
  } catch (error) {
    if (error instanceof DatabaseRefused) return [fail(`${error.message}. Start PostgreSQL, or correct it.`)]
    throw error
  }
}

async function readServerState(db: Kysely<unknown>): Promise<ServerState> {
  const { rows } = await sql<ServerState>`SELECT
    current_setting('server_version') AS version,
    current_setting('server_encoding') AS encoding,
    has_schema_privilege('public', 'CREATE') AS "mayCreate",
    (SELECT pg_has_role(datdba, 'USAGE') FROM pg_database WHERE datname = current_database()) AS "isOwner",
    current_setting('max_connections')::integer - (SELECT count(*)::integer FROM pg_stat_activity
      WHERE backend_type = 'client backend') AS room,
    to_regclass('public.migrations') IS NOT NULL AS "hasTables",
    (extract(epoch FROM clock_timestamp()) * 1000)::double precision AS "nowMs",
    (SELECT count(*)::integer FROM pg_locks l JOIN pg_database d ON d.oid = l.database
      WHERE d.datname = current_database() AND l.locktype = 'advisory' AND l.granted
        AND l.classid = 0 AND l.objid = ${STATION_LOCK}) AS stations`.execute(db)
  const [state] = rows
  if (!state) throw new Error('PostgreSQL says nothing about itself')
  return state
}

function judge(
  state: ServerState,
  nowMs: number,
  { running, config: { searchPath, redisUrl } }: Patient,
): Finding[] {
  const { version, encoding, mayCreate, isOwner, room, stations } = state
  const offSeconds = (nowMs - state.nowMs) / 1_000
  return [
    Number.parseInt(version, 10) >= LEAST_VERSION
      ? ok(`PostgreSQL ${version} accepts our connection.`)
      : warn(`PostgreSQL ${version} is no longer supported by its makers: use ${LEAST_VERSION} or newer.`),
    encoding === 'UTF8'
      ? ok('Its encoding is UTF8.')
      : fail(`Its encoding is ${encoding}: create the database again with createdb -E UTF8 -T template0.`),
    mayCreate
      ? ok('We can create tables.')
      : fail('We cannot create tables: GRANT CREATE ON SCHEMA public, or own the database.'),
    isOwner
      ? ok('We own the database, as a restore needs.')
      : warn('We do not own the database: a restore needs its owner.'),
    Math.abs(offSeconds) <= TOLERATED_MS / 1_000
      ? ok('Its clock and ours agree.')
      : warn(`Its clock and ours are ${Math.abs(offSeconds).toFixed(1)} s apart: let NTP keep both.`),
    room >= CONNECTIONS
      ? ok(`It has room for ${room} connections more.`)
      : warn(
          `It has room for ${room} connections more and an instance takes ${CONNECTIONS}: raise max_connections.`,
        ),
    ...others(stations - (running === null ? 0 : 1), redisUrl),
    findProgram('pg_dump', searchPath)
      ? ok('pg_dump is installed for backups.')
      : warn('pg_dump is not on PATH: no backups. Install postgresql-client.'),
  ]
}

/**
 * Findings about others that use the database besides the station of this folder. Without Redis, `npm start` is refused
 * beside them.
 */
function others(otherSessions: number, redisUrl: string | null): Finding[] {
  if (otherSessions <= 0) return []
  if (!redisUrl)
    return [
      fail('Another instance of the station uses it. Set REDIS_URL, the same for all, or stop that one.'),
    ]
  return [ok(`${otherSessions} more processes of the station use it: all need the same REDIS_URL.`)]
}
