import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { lockFolder } from '../db/lock.ts'
import { completeSwap, findUnfinished } from '../db/swap.ts'
import { BackupRefused, KINDS } from './manifest.ts'
import { freshFolder } from './plan-entries.ts'
import { placesBefore } from './restore-backup.ts'
import { completePostgres } from './restore-postgres.ts'

type Place = { databaseUrl: string | null; dataDir: string; now: Date }

/**
 * Completes a restore that was interrupted while it moved things. Gives what was restored and where that is now which was
 * there before; null when none was. Throws BackupRefused, FolderTaken and InstanceRefused; it can be called again then.
 */
export async function completeRestore({
  databaseUrl,
  dataDir,
  now,
}: Place): Promise<{ of: string; aside: string[] } | null> {
  // The lock would make a data folder where none is.
  if (!findUnfinished(dataDir)) return null
  const lock = lockFolder(dataDir, now)
  try {
    const swap = findUnfinished(dataDir)
    if (!swap) return null
    const { of, postgres } = swap
    if (postgres && !databaseUrl)
      throw new BackupRefused(`The restore of ${of} was interrupted: set its DATABASE_URL to complete it.`)
    await completeSwap(dataDir, swap, async () => {
      if (postgres && databaseUrl) await completePostgres({ databaseUrl, dataDir }, postgres.before)
    })
    for (const kind of KINDS) await rm(freshFolder(join(dataDir, kind)), { recursive: true, force: true })
    return { of, aside: placesBefore(swap, dataDir) }
  } finally {
    lock.release()
  }
}
