import { mkdir, readdir, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type FolderLock, FolderTaken, lockFolder } from '../db/lock.ts'
import { BackupRefused } from './manifest.ts'

const UNFINISHED = /^\.carillon-.*\.part$/

/** Makes the folder that a backup is written in, and holds it for this process. Throws BackupRefused. */
export async function lockPart(part: string, now: Date): Promise<FolderLock> {
  await mkdir(part, { mode: 0o700 }).catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') refuse(part)
    throw error
  })
  return takePart(part, now)
}

/**
 * Removes what attempts that were killed have left, and nothing that somebody writes: each is locked first. The own one is
 * locked already, so of two that begin together at most one goes on. Throws BackupRefused.
 */
export async function removeUnfinished(folder: string, own: string, now: Date): Promise<void> {
  const parts = (await readdir(folder))
    .filter((name) => UNFINISHED.test(name))
    .map((name) => join(folder, name))
  for (const part of parts.filter((each) => each !== own)) {
    const lock = takePart(part, now)
    try {
      await rm(part, { recursive: true, force: true })
    } finally {
      lock.release()
    }
  }
}

/** Lets go of a backup that has its name now: the lock is no part of it. */
export async function unlockPart(path: string, lock: FolderLock): Promise<void> {
  for (const name of ['lock', 'lock-journal', 'lock.json']) await rm(join(path, name), { force: true })
  lock.release()
}

function takePart(part: string, now: Date): FolderLock {
  try {
    return lockFolder(part, now)
  } catch (error) {
    if (error instanceof FolderTaken) refuse(part)
    throw error
  }
}

function refuse(part: string): never {
  throw new BackupRefused(
    `Another backup is being made in ${dirname(part)}. Wait until it is done, or choose another folder.`,
  )
}
