import type { PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely'
import type { Pool, PoolClient } from 'pg'
import { AskedClient } from './asked-client.ts'

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

class NamingClient extends AskedClient {
  readonly #pooled: PoolClient
  readonly #nameOf: (sql: string) => string | undefined

  constructor(client: PoolClient, nameOf: (sql: string) => string | undefined) {
    super(client as PostgresPoolClient)
    this.#pooled = client
    this.#nameOf = nameOf
  }

  protected ask<R>(sql: string, parameters: ReadonlyArray<unknown>): Promise<PostgresQueryResult<R>> {
    // Without values there may be several statements, as in a migration: those are sent as they are.
    const name = parameters.length > 0 ? this.#nameOf(sql) : undefined
    return this.#pooled.query({ ...(name && { name }), text: sql, values: [...parameters] }) as never
  }
}
