import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { connect } from '../../db/connect.ts'
import { contentsOf } from '../../db/contents.ts'
import { lockFolder } from '../../db/lock.ts'
import { type Finding, ok, type Patient, warn } from '../check.ts'
import { libraryFindings } from './library.ts'
import { schemaFinding } from './schema.ts'

const PROMISE =
  'The embedded database survives a crash of the program, not a power cut: make backups, or set DATABASE_URL.'

/** The embedded database: opened when no station has it, which cannot be shared. */
export async function lookAtEmbedded({ config: { dataDir }, running, now }: Patient): Promise<Finding[]> {
  const promise = warn(PROMISE)
  if (running) return [ok(`The running station has it (process ${running.pid ?? 'unknown'}).`), promise]
  if (!existsSync(join(dataDir, 'embedded', 'database')))
    return [ok('There is none yet: the first start creates it.'), promise]
  const lock = lockFolder(dataDir, new Date(now()))
  try {
    const database = await connect({ databaseUrl: null, dataDir, onError: () => undefined })
    try {
      const db = database.tables()
      const { tables, version } = await contentsOf(
        async (statement) => (await sql.raw<Record<string, unknown>>(statement).execute(db)).rows,
      )
      const rows = Object.values(tables).reduce((sum, count) => sum + count, 0)
      const hasTables = Object.keys(tables).length > 0
      return [
        ok(`It opens, and holds ${rows} rows (${version}).`),
        await schemaFinding(database, hasTables),
        ...(await libraryFindings(db, dataDir)),
        promise,
      ]
    } finally {
      await database.close()
    }
  } finally {
    lock.release()
  }
}
