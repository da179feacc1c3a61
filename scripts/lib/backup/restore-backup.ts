import { mkdir, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { lockFolder } from '../../../server/src/db/lock.ts'
import { knownSteps } from '../../../server/src/db/migrate.ts'
import { momentName } from '../../../server/src/moment-name.ts'
import { copyFile, listFiles, makeBelow } from './copy-files.ts'
import { BackupRefused, type Manifest, readBackup } from './manifest.ts'
import { embeddedTarget } from './restore-embedded.ts'
import { postgresTarget } from './restore-postgres.ts'
import { freshFolder, type Swapped, swapEntries } from './swap-entries.ts'

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
  const moment = momentName(now)
  const dump = join(backup, manifest.database.path)
  const kinds = manifest.hasRecordings ? ['uploads', 'recordings'] : ['uploads']
  const aside: string[] = []
  try {
    const expected = manifest.database
    const target = databaseUrl
      ? await postgresTarget({ databaseUrl, dataDir, dump, expected, moment })
      : embeddedTarget({ dataDir, dump, expected })
    try {
      if (!isReplacing) await requireEmpty(target, dataDir, kinds)
      for (const kind of kinds) await layBeside(manifest, backup, dataDir, kind)
      await target.prepare()
      aside.push(...(await swapAll(target, dataDir, kinds, moment)))
    } finally {
      await target.close()
      for (const kind of kinds) await rm(freshFolder(join(dataDir, kind)), { recursive: true, force: true })
    }
    return { manifest, aside }
  } catch (error) {
    if (aside.length === 0) throw error
    const reason = error instanceof Error ? error.message : String(error)
    throw new Error(`${reason}. What was there before is in ${aside.join(', ')}.`, { cause: error })
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

async function layBeside(manifest: Manifest, backup: string, dataDir: string, kind: string): Promise<void> {
  const fresh = freshFolder(join(dataDir, kind))
  await rm(fresh, { recursive: true, force: true })
  await mkdir(join(dataDir, kind), { recursive: true, mode: 0o700 })
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

/** The files first: what cannot be moved shows while the database is still the old one, and they are put back. */
async function swapAll(
  target: DatabaseTarget,
  dataDir: string,
  kinds: readonly string[],
  moment: string,
): Promise<string[]> {
  const swapped: Swapped[] = []
  try {
    for (const kind of kinds) swapped.push(await swapEntries(join(dataDir, kind), moment))
    const asides = [await target.swap(), ...swapped.map(({ aside }) => aside)]
    return asides.filter((path) => path !== null)
  } catch (error) {
    for (const { undo } of swapped.reverse()) await undo()
    throw error
  }
}
