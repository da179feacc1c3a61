import { Client } from 'pg'
import { errorMessage } from '../kernel/error-message.ts'
import { DatabaseRefused } from './connect.ts'
import { exactlyOne } from './rows.ts'

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
  /** Interval of the checks of the connection, and the timeout of each; unless given, 5 s. */
  askEveryMs?: number
}

/** A session of PostgreSQL, as it can be told from another that gets its number later. */
type Session = { pid: number; since: string }
type Claimed = { client: Client; session: Session }

/** Any constant will do, as long as it stays and nothing else locks it. */
export const STATION_LOCK = 7_426_030
const CONNECT_TIMEOUT_MS = 5_000
const RETRY_MS = 1_000
/** A process that was killed a moment ago is forgotten by the server within this time. */
const PATIENCE_MS = 3_000
const POLL_MS = 100
export const ASK_EVERY_MS = 5_000
/** The server notices within half a minute that this machine is gone, and lets others in. */
const KEEPALIVE =
  'SET tcp_keepalives_idle = 10; SET tcp_keepalives_interval = 5; SET tcp_keepalives_count = 4'
const OWN_SESSION =
  'SELECT pid, backend_start::text AS since FROM pg_stat_activity WHERE pid = pg_backend_pid()'

const REFUSED_ALONE =
  'Another instance of the station uses this database. Set REDIS_URL, the same for all of them, or stop the other one.'
const REFUSED_SHARED =
  'Another instance of the station uses this database without REDIS_URL. Stop it and start it again with the same REDIS_URL.'

/**
 * Claims a PostgreSQL for this process, alone or beside others that know each other: a session's advisory lock, which the
 * server drops with the connection, whatever ends it. A connection that breaks, or falls silent, is replaced in the
 * background: nothing waits for that. Throws InstanceRefused, and DatabaseRefused where it cannot be reached.
 */
export async function claimDatabase(options: ClaimOptions): Promise<DatabaseClaim> {
  const { isShared, onError, askEveryMs = ASK_EVERY_MS } = options
  const stop = new AbortController()
  let retry: NodeJS.Timeout | undefined

  const onLost = () => {
    clearTimeout(retry)
    if (!stop.signal.aborted) retry = setTimeout(takeAgain, RETRY_MS)
  }
  const takeAgain = async () => {
    const again = await connectForClaim(options, onLost).catch(() => null)
    if (!again) return onLost() // the database is away, as everything else says too
    const giveUp = () => again.client.end().catch(() => undefined) // its end is the news
    try {
      await endSession(again.client, claimed.session)
      if (stop.signal.aborted || !(await lockInTime(again.client, isShared))) {
        await giveUp()
        if (!stop.signal.aborted) onError(refused(isShared))
        return
      }
      claimed = again
    } catch {
      await giveUp()
    }
  }

  let claimed = await connectForClaim(options, onLost).catch((error: unknown) => {
    throw new DatabaseRefused(`DATABASE_URL cannot be used: ${errorMessage(error)}`, { cause: error })
  })
  const ask = createAsker()
  const asking = setInterval(() => void ask(claimed.client), askEveryMs)
  const release = async () => {
    stop.abort()
    clearTimeout(retry)
    clearInterval(asking)
    await claimed.client.end().catch(() => undefined) // it is gone already
  }
  if (await lockInTime(claimed.client, isShared)) return { release }
  await release()
  throw refused(isShared)
}

function refused(isShared: boolean): InstanceRefused {
  return new InstanceRefused(isShared ? REFUSED_SHARED : REFUSED_ALONE)
}

async function connectForClaim(
  { databaseUrl, askEveryMs = ASK_EVERY_MS }: ClaimOptions,
  onLost: () => void,
): Promise<Claimed> {
  const client = new Client({
    connectionString: databaseUrl,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    keepAlive: true,
    query_timeout: askEveryMs,
  })
  // Without a listener a connection that breaks ends the process; `end` follows and is the news.
  client.on('error', () => undefined)
  await client.connect()
  try {
    await client.query(KEEPALIVE)
    const { rows } = await client.query<Session>(OWN_SESSION)
    client.once('end', onLost)
    return { client, session: exactlyOne(rows) }
  } catch (error) {
    await client.end()
    throw error
  }
}

/** Asks one question after the other; a connection that does not answer is hung up on, with the question open at once. */
function createAsker(): (client: Client) => Promise<void> {
  let isAsking = false
  return async (client) => {
    if (isAsking) return
    isAsking = true
    await client.query('SELECT 1').catch(() => client.end())
    isAsking = false
  }
}

/** The server may still take the lost connection for one that lives, and keep its lock. */
async function endSession(client: Client, { pid, since }: Session): Promise<void> {
  await client.query(
    'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid = $1 AND backend_start::text = $2',
    [pid, since],
  )
}

async function lockInTime(client: Client, isShared: boolean): Promise<boolean> {
  const until = performance.now() + PATIENCE_MS
  for (;;) {
    // Read first: where this process stood still for all of the time, there is one more try.
    const isLast = performance.now() >= until
    if (await tryLock(client, isShared)) return true
    if (isLast) return false
    await new Promise((resolve) => setTimeout(resolve, POLL_MS))
  }
}

async function tryLock(client: Client, isShared: boolean): Promise<boolean> {
  const take = isShared ? 'pg_try_advisory_lock_shared' : 'pg_try_advisory_lock'
  const { rows } = await client.query<{ isTaken: boolean }>(`SELECT ${take}($1) AS "isTaken"`, [STATION_LOCK])
  return rows[0]?.isTaken ?? false
}
