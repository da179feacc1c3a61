import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** The data folder belongs to another process that runs. */
export class FolderTaken extends Error {
  constructor(folder: string, holder: string) {
    super(`The data folder ${folder} is in use by ${holder}. Stop it, or set another DATA_DIR.`)
    this.name = 'FolderTaken'
  }
}

/** A folder that is held; releasing twice does nothing. */
export type FolderLock = { release(): void }

/** SQLITE_BUSY: someone else holds the lock. */
const BUSY = 5

/**
 * Takes the data folder for this process. SQLite's exclusive lock on a file that stays empty is the only lock of Node's
 * own that the system drops with the process, kill -9 included, and that two takers cannot both win: a file with a pid
 * in it has neither property. Throws FolderTaken.
 */
export function lockFolder(folder: string, now: Date): FolderLock {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const holderPath = join(folder, 'lock.json')
  const lock = new DatabaseSync(join(folder, 'lock'), { timeout: 0 })
  try {
    lock.exec('BEGIN EXCLUSIVE')
  } catch (error) {
    lock.close()
    if (error instanceof Error && 'errcode' in error && error.errcode === BUSY)
      throw new FolderTaken(folder, readHolder(holderPath))
    throw error
  }
  writeFileSync(holderPath, JSON.stringify({ pid: process.pid, since: now.toISOString() }))
  return {
    release: () => {
      if (lock.isOpen) lock.close()
    },
  }
}

function readHolder(path: string): string {
  try {
    const { pid, since } = JSON.parse(readFileSync(path, 'utf8'))
    return `process ${pid} since ${since}`
  } catch {
    // The holder has the lock but has not yet written who it is.
    return 'another process'
  }
}
