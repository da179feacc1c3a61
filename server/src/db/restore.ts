import { createReadStream, existsSync } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { PGlite } from '@electric-sql/pglite'
import { type Contents, contentsOf } from './contents.ts'
import { lockFolder } from './lock.ts'
import { requireFinished, type Swap, swapInPlace } from './swap.ts'
import { unpackTar } from './tar.ts'

/**
 * Puts a dump in the place of the embedded database. What was there is moved aside; its path is returned, for who
 * wants it back. Throws FolderTaken while the station runs and RestoreUnfinished. One that is killed is completed by `completeSwap`.
 */
export async function restoreDump(dataDir: string, dumpPath: string): Promise<string> {
  const lock = lockFolder(dataDir, new Date())
  try {
    requireFinished(dataDir)
    const fresh = freshPlace(dataDir)
    // The dump is read completely before anything is moved: one that is broken changes nothing.
    await unpackDump(dumpPath, fresh)
    const nowMs = Date.now()
    await swapInPlace(dataDir, { of: dumpPath, folders: [], ...databaseMoves(dataDir, nowMs) })
    return join(dataDir, asideOf(nowMs))
  } finally {
    lock.release()
  }
}

/** Folder in which a dump is unpacked before it takes the place of the database. */
export const freshPlace = (dataDir: string) => join(dataDir, FRESH)

/** Makes a database of a dump in `folder`, which is replaced, and tells what is in it. Rejects for what is no dump. */
export async function unpackDump(dumpPath: string, folder: string): Promise<Contents> {
  // What an attempt that was broken off has left would be refused.
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await pipeline(createReadStream(dumpPath), createGunzip(), (bytes: AsyncIterable<Buffer>) =>
    unpackTar(bytes, folder),
  )
  if (!existsSync(join(folder, 'PG_VERSION'))) throw new Error(`${dumpPath} is no dump of a database`)
  const database = await PGlite.create(folder)
  try {
    return await contentsOf(
      async (statement) => (await database.query<Record<string, unknown>>(statement)).rows,
    )
  } finally {
    await database.close()
  }
}

/** The moves that put an unpacked database where the station finds it, and the one that is there aside. */
export function databaseMoves(dataDir: string, nowMs: number): Pick<Swap, 'aside' | 'fresh'> {
  return {
    aside: existsSync(join(dataDir, PLACE)) ? [[PLACE, asideOf(nowMs)]] : [],
    fresh: [[FRESH, PLACE]],
  }
}

const PLACE = join('embedded', 'database')
const FRESH = `${PLACE}.restored`
const asideOf = (nowMs: number) => `${PLACE}.${nowMs}`
