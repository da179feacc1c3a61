import { sql } from 'kysely'
import { claimDatabase } from '../../../server/src/db/claim.ts'
import { connect } from '../../../server/src/db/connect.ts'
import { contentsOf } from '../../../server/src/db/contents.ts'
import type { Manifest } from './manifest.ts'
import { requireTool, runPostgresTool } from './postgres-tools.ts'
import { requireSame } from './require-same.ts'
import type { DatabaseTarget } from './restore-backup.ts'

type Options = {
  databaseUrl: string
  dataDir: string
  dump: string
  expected: Manifest['database']
  moment: string
}

/**
 * A PostgreSQL, claimed for nobody else. Tables live in the schema `public`: what is there is renamed while the backup is
 * brought in, and gets its name back when that fails. Throws InstanceRefused while a station uses it.
 */
export async function postgresTarget({
  databaseUrl,
  expected,
  moment,
  ...options
}: Options): Promise<DatabaseTarget> {
  const onError = () => undefined // a query that fails says so itself
  const claim = await claimDatabase({ databaseUrl, isShared: false, onError })
  const database = await connect({ databaseUrl, dataDir: options.dataDir, onError })
  const db = database.tables()
  const aside = `before_restore_${moment.toLowerCase()}`
  const contents = () =>
    contentsOf(async (statement) => (await sql.raw<Record<string, unknown>>(statement).execute(db)).rows)
  let hadTables = false

  const putBack = async () => {
    await db.transaction().execute(async (trx) => {
      await sql`DROP SCHEMA public CASCADE`.execute(trx)
      await sql`ALTER SCHEMA ${sql.id(aside)} RENAME TO public`.execute(trx)
    })
  }

  return {
    isEmpty: async () => Object.keys((await contents()).tables).length === 0,
    async prepare() {
      const before = await contents()
      hadTables = Object.keys(before.tables).length > 0
      await requireTool('pg_restore', before.version)
      await db.transaction().execute(async (trx) => {
        await sql`ALTER SCHEMA public RENAME TO ${sql.id(aside)}`.execute(trx)
        await sql`CREATE SCHEMA public`.execute(trx)
      })
      try {
        await runPostgresTool('pg_restore', databaseUrl, [
          '--schema=public',
          '--no-owner',
          '--no-privileges',
          '--exit-on-error',
          '--single-transaction',
          options.dump,
        ])
        requireSame(expected, await contents())
      } catch (error) {
        await putBack()
        throw error
      }
    },
    async swap() {
      if (hadTables) return `the schema ${aside} of the database`
      await sql`DROP SCHEMA ${sql.id(aside)} CASCADE`.execute(db)
      return null
    },
    async close() {
      await database.close()
      await claim.release()
    },
  }
}
