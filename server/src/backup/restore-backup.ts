import { mkdir, rm } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { lockFolder } from '../db/lock.ts'
import { knownSteps } from '../db/migrate.ts'
import { findUnfinished, requireFinished, type Swap, swapInPlace } from '../db/swap.ts'
import { timestampForFileName } from '../kernel/timestamp.ts'
import { copyFile, listFiles, makeBelow } from './copy-files.ts'
import type { DatabaseTarget } from './database-target.ts'
import { BackupRefused, kindsOf, type Manifest, readBackup } from './manifest.ts'
import { freshFolder, planEntries } from './plan-entries.ts'
import { embeddedTarget } from './restore-embedded.ts'
import { postgresTarget } from './restore-postgres.ts'

/** Source and target of a restore. */
export type RestoreOptions = {
  databaseUrl: string | null
  dataDir: string
  backup: string
  /** Moves a station that is there aside; without it one is refused. */
  isReplacing: boolean
  now: Date
}

/**
 * Restores a backup. Everything is checked and laid beside what is there before anything is moved: what goes wrong until
 * then changes nothing, and one that is killed later is completed by `completeRestore`. Gives where that is now which was
 * there before. Throws BackupRefused, FolderTaken, RestoreUnfinished and InstanceRefused.
 */
export async function restoreBackup(
  options: RestoreOptions,
): Promise<{ manifest: Manifest; aside: string[] }> {
  const { backup, dataDir, databaseUrl, isReplacing, now } = options
  const manifest = await readBackup(backup)
  await requireKnown(manifest, databaseUrl)
  const lock = lockFolder(dataDir, now)
  const timestamp = timestampForFileName(now)
  const dump = join(backup, manifest.database.path)
  const kinds = kindsOf(manifest)
  try {
    requireFinished(dataDir)
    const expected = manifest.database
    const target = databaseUrl
      ? await postgresTarget({ databaseUrl, dataDir, dump, expected, timestamp })
      : embeddedTarget({ dataDir, dump, expected, now })
    try {
      if (!isReplacing) await requireEmpty(target, dataDir, kinds)
      for (const kind of kinds) await layBeside(manifest, backup, dataDir, kind)
      await target.prepare()
      const swap = await planSwap(target, options, kinds, timestamp)
      await swapInPlace(dataDir, swap, () => target.swap())
      return { manifest, aside: placesBefore(swap, dataDir) }
    } finally {
      // What could not be put back is completed with it.
      if (!findUnfinished(dataDir)) await discard(target, dataDir, kinds)
      await target.close()
    }
  } finally {
    lock.release()
  }
}

/** Places that now hold the files from before a swap. */
export function placesBefore({ folders, aside, postgres }: Swap, dataDir: string): string[] {
  const database = aside.map(([, to]) => to).filter((to) => !folders.includes(dirname(to)))
  const schema = postgres?.before ? [`the schema ${postgres.before} of the database`] : []
  return [...schema, ...[...database, ...folders].map((path) => join(dataDir, path))]
}

/** The database last: what cannot be moved shows while it is still the old one, and everything is put back. */
async function planSwap(
  target: DatabaseTarget,
  { backup, dataDir }: RestoreOptions,
  kinds: readonly string[],
  timestamp: string,
): Promise<Swap> {
  const files = await Promise.all(kinds.map((kind) => planEntries(dataDir, kind, timestamp)))
  const { aside, fresh, ...database } = target.plan()
  return {
    of: resolve(backup),
    folders: files.flatMap(({ folders }) => folders),
    aside: [...files.flatMap((plan) => plan.aside), ...aside],
    fresh: [...files.flatMap((plan) => plan.fresh), ...fresh],
    ...database,
  }
}

async function discard(target: DatabaseTarget, dataDir: string, kinds: readonly string[]): Promise<void> {
  await target.discard()
  for (const kind of kinds) await rm(freshFolder(join(dataDir, kind)), { recursive: true, force: true })
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
