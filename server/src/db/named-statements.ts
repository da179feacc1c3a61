import type { PostgresCursor, PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely'
import type { Pool, PoolClient } from 'pg'

/** A station has about three hundred statements; those that hold a list are as many as there are lengths. */
export const MAX_PREPARED = 400

/**
 * The same pool for Kysely, whose statements are parsed and planned once on a connection: PostgreSQL, PREPARE. For a
 * database whose tables nobody else changes: a prepared statement fails when the shape of its result has changed.
 */
export function nameStatements(pool: Pool): PostgresPool {
  const names = new Map<string, string>()

  function nameOf(sql: string): string | undefined {
    const known = names.get(sql)
    if (known || names.size >= MAX_PREPARED) return known
    const name = `s${names.size}`
    names.set(sql, name)
    return name
  }

  return {
    connect: async () => new NamingClient(await pool.connect(), nameOf),
    end: () => pool.end(),
  }
}

class NamingClient implements PostgresPoolClient {
  readonly #client: PoolClient
  readonly #nameOf: (sql: string) => string | undefined

  constructor(client: PoolClient, nameOf: (sql: string) => string | undefined) {
    this.#client = client
    this.#nameOf = nameOf
  }

  query<R>(sql: string, parameters: ReadonlyArray<unknown>): Promise<PostgresQueryResult<R>>
  query<R>(cursor: PostgresCursor<R>): PostgresCursor<R>
  query<R>(
    asked: string | PostgresCursor<R>,
    parameters: ReadonlyArray<unknown> = [],
  ): Promise<PostgresQueryResult<R>> | PostgresCursor<R> {
    if (typeof asked !== 'string') return (this.#client as PostgresPoolClient).query(asked)
    // Without values there may be several statements, as in a migration: those are sent as they are.
    const name = parameters.length > 0 ? this.#nameOf(asked) : undefined
    return this.#client.query({ ...(name && { name }), text: asked, values: [...parameters] }) as never
  }

  release(): void {
    this.#client.release()
  }
}
