import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { type Kysely, sql } from 'kysely'
import { unlessMissing } from '../../kernel/unless-missing.ts'
import { type Finding, warn } from '../check.ts'

/** Warns of items of the library whose files are gone; nothing while all are there, or before there was a library. */
export async function libraryFindings(db: Kysely<unknown>, dataDir: string): Promise<Finding[]> {
  const { rows: tables } = await sql<{ isThere: boolean }>`
    SELECT to_regclass('library_items') IS NOT NULL AS "isThere"`.execute(db)
  if (!tables[0]?.isThere) return []
  const { rows } = await sql<{ title: string; fileName: string }>`
    SELECT title, file_name AS "fileName" FROM library_items ORDER BY id`.execute(db)
  const files = new Set(await unlessMissing(readdir(join(dataDir, 'library'))))
  const gone = rows.filter(({ fileName }) => !files.has(fileName))
  if (gone.length === 0) return []
  const first = gone[0]?.title
  return [
    warn(
      `${gone.length} of ${rows.length} files of the library are gone, that of “${first}” first: they are not played. Restore library/ from a backup, or delete the items.`,
    ),
  ]
}
