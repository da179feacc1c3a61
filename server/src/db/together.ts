import type { PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely'
import { Undecided } from '../kernel/undecided.ts'
import { AskedClient } from './asked-client.ts'
import { isRefusal } from './failures.ts'

/** A statement that begins so is the last of its transaction: nothing may fail after it, and `commit` goes with it. */
export const LAST = '/* last */'

const READ = /^\s*select\b/i
const DONE: PostgresQueryResult<never> = { command: 'SELECT', rowCount: 0, rows: [] }

/**
 * The same pool for Kysely, which spares transactions two of their round trips: `begin` travels with the first statement
 * if that only reads or locks, and `commit` with one that is LAST. The connections must take statements before the last
 * one is answered (`pipeline`). On a connection that `isLocal`, which does not go without a word, a LAST statement that is
 * the only one is a transaction by itself; elsewhere `begin` finds out first whether anybody is there.
 */
export function sendTogether(pool: PostgresPool, { isLocal }: { isLocal: boolean }): PostgresPool {
  return {
    connect: async () => new TogetherClient(await pool.connect(), isLocal),
    end: () => pool.end(),
  }
}

class TogetherClient extends AskedClient {
  readonly #isLocal: boolean
  /** Asked for and not sent yet. */
  #isToBegin = false
  /** The answer to a `commit` that went with the last statement. */
  #commit: Promise<PostgresQueryResult<unknown>> | null = null

  constructor(client: PostgresPoolClient, isLocal: boolean) {
    super(client)
    this.#isLocal = isLocal
  }

  protected async ask<R>(sql: string, parameters: ReadonlyArray<unknown>): Promise<PostgresQueryResult<R>> {
    if (sql === 'begin') {
      this.#isToBegin = true
      return DONE
    }
    if (sql === 'commit' || sql === 'rollback') return this.#end<R>(sql)
    if (this.#isToBegin) return this.#begin<R>(sql, parameters)
    return sql.includes(LAST) ? this.#finish<R>(sql, parameters) : this.client.query<R>(sql, parameters)
  }

  /** Begins; where that fails, a transaction that only reads or locks has done nothing that stays. */
  async #begin<R>(sql: string, parameters: ReadonlyArray<unknown>): Promise<PostgresQueryResult<R>> {
    this.#isToBegin = false
    if (this.#isLocal && sql.includes(LAST)) return this.#finish<R>(sql, parameters, Promise.resolve(DONE))
    const begun = this.client.query('begin', [])
    if (!READ.test(sql)) {
      await begun
      return this.ask<R>(sql, parameters)
    }
    const [, result] = await whole([begun, this.client.query<R>(sql, parameters)])
    return result
  }

  /** Asks the last statement; `committed` is the answer to its `commit`, unless that is to be sent with it. */
  async #finish<R>(
    sql: string,
    parameters: ReadonlyArray<unknown>,
    committed?: Promise<PostgresQueryResult<unknown>>,
  ): Promise<PostgresQueryResult<R>> {
    const result = this.client.query<R>(sql, parameters)
    this.#commit = committed ?? this.client.query('commit', [])
    // It is awaited when the transaction ends.
    this.#commit.catch(() => undefined)
    try {
      return await result
    } catch (error) {
      if (isRefusal(error)) throw error
      throw new Undecided('The database did not say whether it committed', { cause: error })
    }
  }

  /** After a failure the `commit` that was sent has rolled back. */
  async #end<R>(sql: 'commit' | 'rollback'): Promise<PostgresQueryResult<R>> {
    const committed = this.#commit
    this.#commit = null
    if (committed && sql === 'commit') return (await committed) as PostgresQueryResult<R>
    if (committed) return committed.catch(() => DONE) as Promise<PostgresQueryResult<R>>
    if (!this.#isToBegin) return this.client.query<R>(sql, [])
    this.#isToBegin = false
    return DONE
  }
}

/** Both of them, once neither is at work any more. */
async function whole<A, B>(both: [Promise<A>, Promise<B>]): Promise<[A, B]> {
  await Promise.allSettled(both)
  return Promise.all(both)
}
