import { existsSync } from 'node:fs'
import { readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { lockFolder } from './lock.ts'

/**
 * Puts a dump in the place of the embedded database. What was there is moved aside; its path is returned, for who
 * wants it back. Throws FolderTaken while the station runs.
 */
export async function restoreDump(dataDir: string, dumpPath: string): Promise<string> {
  const lock = lockFolder(dataDir, new Date())
  try {
    const place = join(dataDir, 'embedded', 'database')
    const fresh = `${place}.restored`
    const aside = `${place}.${Date.now()}`
    // The dump is read completely before anything is moved: one that is broken changes nothing.
    // What an attempt that was broken off has left would be refused.
    await rm(fresh, { recursive: true, force: true })
    const restored = await PGlite.create(fresh, { loadDataDir: new Blob([await readFile(dumpPath)]) })
    await restored.query('SELECT 1')
    await restored.close()
    if (existsSync(place)) await rename(place, aside)
    await rename(fresh, place)
    return aside
  } finally {
    lock.release()
  }
}
