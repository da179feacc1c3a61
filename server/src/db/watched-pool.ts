import type { PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely'
import { AskedClient } from './asked-client.ts'
import type { StatementTables } from './statement-tables.ts'
import type { TableChanges } from './table-changes.ts'

/** The same pool for Kysely; `changes` is told what is read, and what is written once others can see it. */
export function watchPool(pool: PostgresPool, changes: TableChanges): PostgresPool {
  return {
    connect: async () => new WatchedClient(await pool.connect(), changes),
    end: () => pool.end(),
  }
}

class WatchedClient extends AskedClient {
  readonly #changes: TableChanges
  /** Tables that the open transaction has written; null outside of one. */
  #written: StatementTables[] | null = null

  constructor(client: PostgresPoolClient, changes: TableChanges) {
    super(client)
    this.#changes = changes
  }

  protected async ask<R>(sql: string, parameters: ReadonlyArray<unknown>): Promise<PostgresQueryResult<R>> {
    const statement = this.#changes.tablesOf(sql)
    if (!statement.isWrite) this.#changes.read(statement.tables)
    if (sql === 'begin' || sql.startsWith('start transaction')) this.#written = []
    try {
      return await this.client.query<R>(sql, parameters)
    } finally {
      // Also what has failed: a connection that was lost does not say whether it had been done.
      this.#note(sql, statement)
    }
  }

  #note(sql: string, statement: StatementTables): void {
    if (sql === 'commit') this.#publish(this.#written ?? [])
    if (sql === 'rollback') this.#written = null
    if (!statement.isWrite) return
    if (this.#written) this.#written.push(statement)
    else this.#publish([statement])
  }

  #publish(written: readonly StatementTables[]): void {
    this.#written = null
    if (written.length === 0) return
    this.#changes.changed([...new Set(written.flatMap(({ tables }) => tables))])
  }
}
