import { Client } from 'pg'
import { reasonOf } from '../reason.ts'
import { DatabaseRefused } from './connect.ts'

/** Another instance uses the database, and the two cannot work together; the message says what to set. */
export class InstanceRefused extends Error {
  override readonly name = 'InstanceRefused'
}

/** A database that is claimed; releasing twice does nothing. */
export type DatabaseClaim = { release(): Promise<void> }

export type ClaimOptions = {
  databaseUrl: string
  /** Whether it knows others: they may use the database as well. */
  isShared: boolean
  /** Told when the claim was lost and could not be taken again: the station goes on. */
  onError(error: unknown): void
}

/** Any constant will do, as long as it stays and nothing else locks it. */
export const STATION_LOCK = 7_426_030
const CONNECT_TIMEOUT_MS = 5_000
const RETRY_MS = 1_000
/** A process that was killed a moment ago is forgotten by the server within this time. */
const PATIENCE_MS = 3_000
const POLL_MS = 100
/** The server notices within half a minute that this machine is gone, and lets others in. */
const KEEPALIVE =
  'SET tcp_keepalives_idle = 10; SET tcp_keepalives_interval = 5; SET tcp_keepalives_count = 4'

const REFUSED_ALONE =
  'Another instance of the station uses this database. Set REDIS_URL, the same for all of them, or stop the other one.'
const REFUSED_SHARED =
  'Another instance of the station uses this database without REDIS_URL. Stop it and start it again with the same REDIS_URL.'

/**
 * Claims a PostgreSQL for this process, alone or beside others that know each other: a session's advisory lock, which the
 * server drops with the connection, whatever ends it. A connection that breaks is replaced in the background: nothing
 * waits for that. Throws InstanceRefused, and DatabaseRefused where it cannot be reached.
 */
export async function claimDatabase(options: ClaimOptions): Promise<DatabaseClaim> {
  let isReleased = false
  let retry: NodeJS.Timeout | undefined
  const { isShared, onError } = options

  const onLost = () => {
    clearTimeout(retry)
    if (!isReleased) retry = setTimeout(takeAgain, RETRY_MS)
  }
  const takeAgain = async () => {
    try {
      const again = await connectForClaim(options, onLost)
      if (isReleased || !(await tryLock(again, isShared))) {
        await again.end()
        if (!isReleased) onError(refused(isShared))
        return
      }
      client = again
    } catch {
      onLost() // the database is away, as everything else says too
    }
  }

  let client = await connectForClaim(options, onLost).catch((error: unknown) => {
    throw new DatabaseRefused(`DATABASE_URL cannot be used: ${reasonOf(error)}`, { cause: error })
  })
  const release = async () => {
    isReleased = true
    clearTimeout(retry)
    await client.end().catch(() => undefined) // it is gone already
  }
  if (await lockInTime(client, isShared)) return { release }
  await release()
  throw refused(isShared)
}

function refused(isShared: boolean): InstanceRefused {
  return new InstanceRefused(isShared ? REFUSED_SHARED : REFUSED_ALONE)
}

async function connectForClaim({ databaseUrl }: ClaimOptions, onLost: () => void): Promise<Client> {
  const client = new Client({
    connectionString: databaseUrl,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    keepAlive: true,
  })
  // Without a listener a connection that breaks ends the process; `end` follows and is the news.
  client.on('error', () => undefined)
  await client.connect()
  client.once('end', onLost)
  await client.query(KEEPALIVE)
  return client
}

async function lockInTime(client: Client, isShared: boolean): Promise<boolean> {
  const until = performance.now() + PATIENCE_MS
  while (performance.now() < until) {
    if (await tryLock(client, isShared)) return true
    await new Promise((resolve) => setTimeout(resolve, POLL_MS))
  }
  return false
}

async function tryLock(client: Client, isShared: boolean): Promise<boolean> {
  const take = isShared ? 'pg_try_advisory_lock_shared' : 'pg_try_advisory_lock'
  const { rows } = await client.query<{ isTaken: boolean }>(`SELECT ${take}($1) AS "isTaken"`, [STATION_LOCK])
  return rows[0]?.isTaken ?? false
}
