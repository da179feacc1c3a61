import { existsSync } from 'node:fs'
import { mkdir, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { lockFolder } from '../../../server/src/db/lock.ts'
import { knownSteps } from '../../../server/src/db/migrate.ts'
import { copyFile, listFiles, makeBelow } from './copy-files.ts'
import { BackupRefused, type Manifest, readBackup } from './manifest.ts'
import { embeddedTarget } from './restore-embedded.ts'
import { postgresTarget } from './restore-postgres.ts'

/** What is restored, and where to. */
export type RestoreOptions = {
  databaseUrl: string | null
  dataDir: string
  backup: string
  /** Moves a station that is there aside; without it one is refused. */
  isReplacing: boolean
  now: Date
}

/** A database that can be put in the place of the station's. */
export type DatabaseTarget = {
  isEmpty(): Promise<boolean>
  /** Brings the backup's database beside what is there, which stays as it is. Throws BackupRefused. */
  prepare(): Promise<void>
  /** Puts what was prepared in place. Gives where the one before is, null when there was none. */
  swap(): Promise<string | null>
  /** Removes what was prepared, if it is still there, and lets go of the database. Idempotent. */
  close(): Promise<void>
}

/**
 * Restores a backup. Everything is checked and laid beside what is there before anything is moved: what goes wrong until
 * then changes nothing. Gives where that is now which was there before. Throws BackupRefused, FolderTaken and
 * InstanceRefused.
 */
export async function restoreBackup(
  options: RestoreOptions,
): Promise<{ manifest: Manifest; aside: string[] }> {
  const { backup, dataDir, databaseUrl, isReplacing, now } = options
  const manifest = await readBackup(backup)
  await requireKnown(manifest, databaseUrl)
  const lock = lockFolder(dataDir, now)
  const moment = now.toISOString().replaceAll(/[-:]|\.\d+/g, '')
  const dump = join(backup, manifest.database.path)
  const kinds = manifest.hasRecordings ? ['uploads', 'recordings'] : ['uploads']
  try {
    const expected = manifest.database
    const target = databaseUrl
      ? await postgresTarget({ databaseUrl, dataDir, dump, expected, moment })
      : embeddedTarget({ dataDir, dump, expected })
    try {
      if (!isReplacing) await requireEmpty(target, dataDir, kinds)
      for (const kind of kinds) await layBeside(manifest, backup, dataDir, kind)
      await target.prepare()
      const asides = [await target.swap()]
      for (const kind of kinds) asides.push(await swapFolder(dataDir, kind, moment))
      return { manifest, aside: asides.filter((path) => path !== null) }
    } finally {
      await target.close()
      for (const kind of kinds) await rm(freshFolder(dataDir, kind), { recursive: true, force: true })
    }
  } finally {
    lock.release()
  }
}

async function requireKnown({ database }: Manifest, databaseUrl: string | null): Promise<void> {
  const kind = databaseUrl ? 'postgres' : 'embedded'
  if (database.kind !== kind)
    throw new BackupRefused(
      databaseUrl
        ? 'This is a backup of an embedded database: unset DATABASE_URL to restore it.'
        : 'This is a backup of a PostgreSQL: set DATABASE_URL to restore it.',
    )
  if (database.schema !== null && !(await knownSteps()).includes(database.schema))
    throw new BackupRefused(
      `A newer program made this backup: it has ${database.schema}. Restore it with that one.`,
    )
}

async function requireEmpty(
  target: DatabaseTarget,
  dataDir: string,
  kinds: readonly string[],
): Promise<void> {
  const filled: string[] = []
  if (!(await target.isEmpty())) filled.push('a database')
  for (const kind of kinds) if ((await listFiles(join(dataDir, kind))).length > 0) filled.push(kind)
  if (filled.length === 0) return
  throw new BackupRefused(
    `There is a station already: it has ${filled.join(', ')}. Use --replace to move it aside.`,
  )
}

const freshFolder = (dataDir: string, kind: string) => join(dataDir, `${kind}.restored`)

async function layBeside(manifest: Manifest, backup: string, dataDir: string, kind: string): Promise<void> {
  const fresh = freshFolder(dataDir, kind)
  await rm(fresh, { recursive: true, force: true })
  await mkdir(fresh, { mode: 0o700 })
  for (const { path, sha256 } of manifest.files) {
    if (!path.startsWith(`${kind}/`)) continue
    const below = path.slice(kind.length + 1)
    await makeBelow(fresh, dirname(below))
    const copied = await copyFile(join(backup, path), join(fresh, below))
    if (copied?.sha256 !== sha256)
      throw new BackupRefused(`${path} changed while it was read. Nothing was changed.`)
  }
}

async function swapFolder(dataDir: string, kind: string, moment: string): Promise<string | null> {
  const place = join(dataDir, kind)
  const aside = `${place}.${moment}`
  const isThere = existsSync(place)
  if (isThere) await rename(place, aside)
  await rename(freshFolder(dataDir, kind), place)
  return isThere ? aside : null
}
