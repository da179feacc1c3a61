import type { PostgresCursor, PostgresPoolClient, PostgresQueryResult } from 'kysely'

/** A connection that is lent to Kysely, of which only statements are of interest; cursors pass as they are. */
export abstract class AskedClient implements PostgresPoolClient {
  protected readonly client: PostgresPoolClient

  constructor(client: PostgresPoolClient) {
    this.client = client
  }

  query<R>(sql: string, parameters: ReadonlyArray<unknown>): Promise<PostgresQueryResult<R>>
  query<R>(cursor: PostgresCursor<R>): PostgresCursor<R>
  query<R>(
    asked: string | PostgresCursor<R>,
    parameters: ReadonlyArray<unknown> = [],
  ): Promise<PostgresQueryResult<R>> | PostgresCursor<R> {
    return typeof asked === 'string' ? this.ask<R>(asked, parameters) : this.client.query(asked)
  }

  release(): void {
    this.client.release()
  }

  protected abstract ask<R>(sql: string, parameters: ReadonlyArray<unknown>): Promise<PostgresQueryResult<R>>
}
