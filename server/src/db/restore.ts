import { existsSync } from 'node:fs'
import { mkdir, readFile, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { type Contents, contentsOf } from './contents.ts'
import { lockFolder } from './lock.ts'

/**
 * Puts a dump in the place of the embedded database. What was there is moved aside; its path is returned, for who
 * wants it back. Throws FolderTaken while the station runs.
 */
export async function restoreDump(dataDir: string, dumpPath: string): Promise<string> {
  const lock = lockFolder(dataDir, new Date())
  try {
    const fresh = freshPlace(dataDir)
    // The dump is read completely before anything is moved: one that is broken changes nothing.
    await unpackDump(dumpPath, fresh)
    return await putInPlace(dataDir, fresh)
  } finally {
    lock.release()
  }
}

/** Where a dump is unpacked before it takes the place of the database. */
export const freshPlace = (dataDir: string) => join(dataDir, 'embedded', 'database.restored')

/** Makes a database of a dump in `folder`, which is replaced, and tells what is in it. Rejects for what is no dump. */
export async function unpackDump(dumpPath: string, folder: string): Promise<Contents> {
  // What an attempt that was broken off has left would be refused.
  await rm(folder, { recursive: true, force: true })
  await mkdir(dirname(folder), { recursive: true, mode: 0o700 })
  const database = await PGlite.create(folder, { loadDataDir: new Blob([await readFile(dumpPath)]) })
  try {
    return await contentsOf(
      async (statement) => (await database.query<Record<string, unknown>>(statement)).rows,
    )
  } finally {
    await database.close()
  }
}

/** Moves an unpacked database to where the station finds it. Gives where the one before went. The caller holds the lock. */
export async function putInPlace(dataDir: string, fresh: string): Promise<string> {
  const place = join(dataDir, 'embedded', 'database')
  const aside = `${place}.${Date.now()}`
  if (existsSync(place)) await rename(place, aside)
  await rename(fresh, place)
  return aside
}
