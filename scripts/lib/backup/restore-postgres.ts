import { sql } from 'kysely'
import { claimDatabase } from '../../../server/src/db/claim.ts'
import { connect } from '../../../server/src/db/connect.ts'
import { contentsOf } from '../../../server/src/db/contents.ts'
import type { Manifest } from './manifest.ts'
import { requireTool, restoreInTransaction } from './postgres-tools.ts'
import { requireSame } from './require-same.ts'
import type { DatabaseTarget } from './restore-backup.ts'

type Options = {
  databaseUrl: string
  dataDir: string
  dump: string
  expected: Manifest['database']
  moment: string
}

/** What is brought in waits in this schema until it gets its place. */
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
  const aside = `before_restore_${options.moment.toLowerCase()}`
  const contents = (schema?: string) =>
    contentsOf(
      async (statement) => (await sql.raw<Record<string, unknown>>(statement).execute(db)).rows,
      schema,
    )
  const removeFresh = () => sql`DROP SCHEMA IF EXISTS ${sql.id(FRESH)} CASCADE`.execute(db)
  let hadTables = false

  return {
    isEmpty: async () => Object.keys((await contents()).tables).length === 0,
    async prepare() {
      const before = await contents()
      hadTables = Object.keys(before.tables).length > 0
      await requireTool('pg_restore', before.version)
      await requireTool('psql', before.version)
      await removeFresh()
      await restoreInTransaction(databaseUrl, {
        dump: options.dump,
        before: `ALTER SCHEMA public RENAME TO ${aside}; CREATE SCHEMA public;`,
        after: `ALTER SCHEMA public RENAME TO ${FRESH}; ALTER SCHEMA ${aside} RENAME TO public;`,
      })
      requireSame(expected, await contents(FRESH))
    },
    async swap() {
      await db.transaction().execute(async (trx) => {
        if (hadTables) await sql`ALTER SCHEMA public RENAME TO ${sql.id(aside)}`.execute(trx)
        else await sql`DROP SCHEMA public CASCADE`.execute(trx)
        await sql`ALTER SCHEMA ${sql.id(FRESH)} RENAME TO public`.execute(trx)
      })
      return hadTables ? `the schema ${aside} of the database` : null
    },
    async close() {
      await removeFresh().catch(() => undefined) // the next restore removes it
      await database.close()
      await claim.release()
    },
  }
}
