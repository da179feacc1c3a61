import { type Kysely, sql } from 'kysely'
import { claimDatabase } from '../db/claim.ts'
import { connect } from '../db/connect.ts'
import { contentsOf } from '../db/contents.ts'
import type { DatabaseTarget } from './database-target.ts'
import { BackupRefused, type Manifest } from './manifest.ts'
import { requireTool, restoreInTransaction } from './postgres-tools.ts'
import { requireSame } from './require-same.ts'

type Options = {
  databaseUrl: string
  dataDir: string
  dump: string
  expected: Manifest['database']
  timestamp: string
}

/** Schema in which restored tables wait until they replace the current ones. */
const FRESH = 'being_restored'

/**
 * A PostgreSQL, claimed for nobody else. A dump names the schema `public`: what is there is renamed, and gets its name back,
 * in the transaction that brings the dump in. Nobody else ever sees that, and a kill undoes it. Throws InstanceRefused while
 * a station uses it.
 */
export async function postgresTarget({
  databaseUrl,
  expected,
  ...options
}: Options): Promise<DatabaseTarget> {
  const onError = () => undefined // a query that fails says so itself
  const claim = await claimDatabase({ databaseUrl, isShared: false, onError })
  const database = await connect({ databaseUrl, dataDir: options.dataDir, onError })
  const db = database.tables()
  const aside = `before_restore_${options.timestamp.toLowerCase()}`
  const contents = (schema?: string) =>
    contentsOf(
      async (statement) => (await sql.raw<Record<string, unknown>>(statement).execute(db)).rows,
      schema,
    )
  const removeFresh = () => sql`DROP SCHEMA IF EXISTS ${sql.id(FRESH)} CASCADE`.execute(db)
  let before: string | null = null

  return {
    isEmpty: async () => Object.keys((await contents()).tables).length === 0,
    async prepare() {
      const { tables, version } = await contents()
      if (Object.keys(tables).length > 0) before = aside
      await requireTool('pg_restore', version)
      await requireTool('psql', version)
      await removeFresh()
      await restoreInTransaction(databaseUrl, {
        dump: options.dump,
        before: `ALTER SCHEMA public RENAME TO ${aside}; CREATE SCHEMA public;`,
        after: `ALTER SCHEMA public RENAME TO ${FRESH}; ALTER SCHEMA ${aside} RENAME TO public;`,
      })
      requireSame(expected, await contents(FRESH))
    },
    plan: () => ({ aside: [], fresh: [], postgres: { before } }),
    swap: () => swapSchemas(db, before),
    async discard() {
      await removeFresh().catch(() => undefined) // the next restore removes it
    },
    async close() {
      await database.close()
      await claim.release()
    },
  }
}

/** Puts what was brought in in place, unless a restore that was interrupted had done so. Throws BackupRefused, InstanceRefused. */
export async function completePostgres(
  { databaseUrl, dataDir }: Pick<Options, 'databaseUrl' | 'dataDir'>,
  before: string | null,
): Promise<void> {
  const onError = () => undefined // a query that fails says so itself
  const claim = await claimDatabase({ databaseUrl, isShared: false, onError })
  const database = await connect({ databaseUrl, dataDir, onError })
  try {
    const db = database.tables()
    const { rows } = await sql<{ name: string }>`SELECT nspname AS name FROM pg_namespace`.execute(db)
    const schemas = rows.map(({ name }) => name)
    if (schemas.includes(FRESH)) await swapSchemas(db, before)
    else if (before !== null && !schemas.includes(before))
      throw new BackupRefused(
        'Nothing was brought into this database. Set the DATABASE_URL that the restore had.',
      )
  } finally {
    await database.close()
    await claim.release()
  }
}

async function swapSchemas(db: Kysely<unknown>, before: string | null): Promise<void> {
  await db.transaction().execute(async (trx) => {
    if (before !== null) await sql`ALTER SCHEMA public RENAME TO ${sql.id(before)}`.execute(trx)
    else await sql`DROP SCHEMA public CASCADE`.execute(trx)
    await sql`ALTER SCHEMA ${sql.id(FRESH)} RENAME TO public`.execute(trx)
  })
}
