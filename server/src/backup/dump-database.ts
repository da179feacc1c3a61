import { rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { connect, type Database } from '../db/connect.ts'
import { type Contents, contentsOf } from '../db/contents.ts'
import { requestDump } from '../db/dump-requests.ts'
import { FolderTaken, lockFolder } from '../db/lock.ts'
import { unpackDump } from '../db/restore.ts'
import { copyFile } from './copy-files.ts'
import type { Manifest } from './manifest.ts'
import { requireTool, runPostgresTool } from './postgres-tools.ts'

type Place = { databaseUrl: string | null; dataDir: string }

/** A large station is dumped in well under this time. */
const DUMP_LIMIT_MS = 10 * 60_000

/** Writes the database, as it is at one moment, into `folder`, whether the station runs or not; tells what is in it. */
export async function dumpDatabase(place: Place, folder: string): Promise<Manifest['database']> {
  if (place.databaseUrl) return dumpPostgres(place.databaseUrl, place.dataDir, folder)
  const path = 'database.tar.gz'
  const dumped = join(folder, path)
  await dumpEmbedded(place.dataDir, dumped)
  // Who cannot be unpacked is no backup: better known now.
  const unpacked = join(folder, '.unpacked')
  const contents = await unpackDump(dumped, unpacked)
  await rm(unpacked, { recursive: true })
  return { kind: 'embedded', path, ...contents }
}

async function dumpEmbedded(dataDir: string, path: string): Promise<void> {
  const lock = lockUnlessTaken(dataDir)
  if (!lock) return moveFile(await requestDump(dataDir, DUMP_LIMIT_MS), path)
  try {
    const database = await open({ databaseUrl: null, dataDir })
    try {
      await database.dump?.(path)
    } finally {
      await database.close()
    }
  } finally {
    lock.release()
  }
}

/** Null while the station runs: it is asked then. */
function lockUnlessTaken(dataDir: string) {
  try {
    return lockFolder(dataDir, new Date())
  } catch (error) {
    if (error instanceof FolderTaken) return null
    throw error
  }
}

async function dumpPostgres(
  databaseUrl: string,
  dataDir: string,
  folder: string,
): Promise<Manifest['database']> {
  const path = 'database.pgdump'
  const database = await open({ databaseUrl, dataDir })
  try {
    const contents = await database
      .tables()
      .transaction()
      .setIsolationLevel('repeatable read')
      .setAccessMode('read only')
      .execute(async (trx): Promise<Contents> => {
        // What is counted here and what pg_dump writes are of one and the same moment.
        const { rows } = await sql<{ id: string }>`SELECT pg_export_snapshot() AS id`.execute(trx)
        const contents = await contentsOf(
          async (statement) => (await sql.raw<Record<string, unknown>>(statement).execute(trx)).rows,
        )
        await requireTool('pg_dump', contents.version)
        // pg_dump keeps the mode of a file that is there.
        await writeFile(join(folder, path), '', { mode: 0o600 })
        const file = `--file=${join(folder, path)}`
        await runPostgresTool('pg_dump', databaseUrl, [
          '--format=custom',
          '--schema=public',
          '--no-owner',
          '--no-privileges',
          `--snapshot=${rows[0]?.id}`,
          file,
        ])
        return contents
      })
    return { kind: 'postgres', path, ...contents }
  } finally {
    await database.close()
  }
}

function open(place: Place): Promise<Database> {
  return connect({ ...place, onError: () => undefined }) // a query that fails says so itself
}

/** The backup may be on another disk, where nothing can be renamed to. */
async function moveFile(from: string, to: string): Promise<void> {
  await rename(from, to).catch(() => copyFile(from, to))
  await rm(from, { force: true })
}
