import type { PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely'
import type { Pool, PoolClient } from 'pg'
import { startResponseTimeout } from '../kernel/response-timeout.ts'
import { Undecided } from '../kernel/undecided.ts'
import { AskedClient } from './asked-client.ts'
import { isRefusal } from './failures.ts'

/** Timeouts of PostgreSQL for whatever a caller waits for. */
export type CallLimits = {
  /** For one statement: the server itself ends it, and the connection stays. */
  statementMs: number
  /** Between two statements of a transaction: the server ends it, with the locks that it holds. */
  idleInTransactionMs: number
  /** Longer than a statement may take: a connection that has answered nothing by then is silent. */
  silentMs: number
}

/**
 * Each call of the station, and its figures over three years, take well under a second. The server's limits are shorter
 * than ours, so that one that is only slow keeps its connections.
 */
export const CALL_LIMITS: CallLimits = { statementMs: 6_000, idleInTransactionMs: 8_000, silentMs: 8_000 }

/** One at rest has nothing else to do than to answer. */
const AT_REST_MS = 1_000
/** The server notices within half a minute that this machine is gone, and ends what it had begun. */
const SESSION = `SELECT set_config('statement_timeout', $1, false),
  set_config('idle_in_transaction_session_timeout', $2, false), set_config('tcp_keepalives_idle', '10', false),
  set_config('tcp_keepalives_interval', '5', false), set_config('tcp_keepalives_count', '4', false)`
const DONE: PostgresQueryResult<never> = { command: 'SELECT', rowCount: 0, rows: [] }

/** A connection answered nothing for longer than any statement may take: it was given up. */
export class ConnectionSilent extends Error {
  override readonly name = 'ConnectionSilent'
}

/**
 * The same pool for Kysely, whose connections are given up when they fall silent, as they do when a database moves to
 * another machine or a router forgets them: no packet says so. When one is, those at rest are asked whether they still
 * answer, so that nobody has to find out one by one. `onSilent` is told of each.
 */
export function limitPool(
  pool: Pool,
  limits: CallLimits,
  onSilent: (error: ConnectionSilent) => void,
): PostgresPool {
  const prepared = new WeakSet<PoolClient>()
  let isLooking = false

  const lend = (client: PoolClient) =>
    new LimitedClient(client, limits.silentMs, () => {
      onSilent(new ConnectionSilent('A connection to PostgreSQL fell silent and was given up'))
      void lookAtThoseAtRest()
    })

  async function lookAtThoseAtRest(): Promise<void> {
    if (isLooking) return
    isLooking = true
    await Promise.all(Array.from({ length: pool.idleCount }, look))
    isLooking = false
  }

  /** Never rejects: what became of a connection is known by its release. */
  async function look(): Promise<void> {
    const client = await pool.connect().catch(() => null)
    if (!client) return
    const limited = new LimitedClient(client, Math.min(AT_REST_MS, limits.silentMs), () => undefined)
    await limited.query('SELECT 1', []).catch(() => undefined)
    limited.release()
  }

  return {
    async connect() {
      const client = await pool.connect()
      const limited = lend(client)
      if (prepared.has(client)) return limited
      try {
        await limited.query(SESSION, [String(limits.statementMs), String(limits.idleInTransactionMs)])
        prepared.add(client)
        return limited
      } catch (error) {
        limited.release()
        throw error
      }
    },
    end: () => pool.end(),
  }
}

/** A connection that is lent: hung up on when it falls silent, or when what it had begun cannot be undone. */
class LimitedClient extends AskedClient {
  readonly #return: (isBroken: boolean) => void
  readonly #silentMs: number
  readonly #onSilent: () => void
  #isReleased = false
  #isBroken = false

  constructor(client: PoolClient, silentMs: number, onSilent: () => void) {
    super(client as PostgresPoolClient)
    this.#return = (isBroken) => {
      // With a question open, it would wait for the answer before it hangs up.
      if (isBroken) client.connection.stream.destroy()
      client.release(isBroken)
    }
    this.#silentMs = silentMs
    this.#onSilent = onSilent
  }

  protected ask<R>(sql: string, parameters: ReadonlyArray<unknown>): Promise<PostgresQueryResult<R>> {
    if (sql === 'commit') return this.#commit()
    return sql === 'rollback' ? this.#rollBack() : this.#answer(sql, parameters)
  }

  override release(): void {
    if (this.#isReleased) return
    this.#isReleased = true
    this.#return(this.#isBroken)
  }

  async #answer<R>(sql: string, parameters: ReadonlyArray<unknown>): Promise<PostgresQueryResult<R>> {
    const answered = startResponseTimeout(this.#silentMs, () => this.#giveUp())
    try {
      return await this.client.query<R>(sql, parameters)
    } finally {
      answered()
    }
  }

  /** Released with a question open it is hung up on, and the question fails. */
  #giveUp(): void {
    this.#isBroken = true
    this.release()
    this.#onSilent()
  }

  /** Commits; where the answer is lost nobody knows what the server did. */
  async #commit<R>(): Promise<PostgresQueryResult<R>> {
    try {
      return await this.#answer('commit', [])
    } catch (error) {
      if (isRefusal(error)) throw error
      throw new Undecided('The database did not say whether it committed', { cause: error })
    }
  }

  /** One that cannot be sent is done by the server. Thrown, it would hide what it was for. */
  async #rollBack<R>(): Promise<PostgresQueryResult<R>> {
    try {
      return await this.#answer('rollback', [])
    } catch {
      this.#isBroken = true
      return DONE
    }
  }
}
