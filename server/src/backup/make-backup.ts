import { mkdir, readdir, readFile, rename, rm, statfs } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { requireFinished } from '../db/swap.ts'
import { syncFolder } from '../kernel/sync-folder.ts'
import { oldestFirst, timestampForFileName } from '../kernel/timestamp.ts'
import { type CopiedFile, copyFile, hashFile, listFiles, makeBelow, sizeOf } from './copy-files.ts'
import { dumpDatabase } from './dump-database.ts'
import { lockPart, removeUnfinished, unlockPart } from './lock-part.ts'
import { BackupRefused, FORMAT, kindsOf, type Manifest, writeManifest } from './manifest.ts'

/** Source and target of a backup. */
export type BackupOptions = {
  databaseUrl: string | null
  dataDir: string
  /** The folder that backups are collected in. */
  folder: string
  withRecordings: boolean
  /** Number of the newest backups that stay in the folder; null: all. */
  keep: number | null
  now: Date
}

const NAME = /^carillon-\d{8}T\d{6}Z$/
/** The database and what comes while files are copied. */
const SPARE_BYTES = 200 * 1024 * 1024

/**
 * Makes a backup, also while the station runs. Gives its folder; a whole one is there or none. Throws BackupRefused, also
 * while another one is made in the same folder, and RestoreUnfinished.
 */
export async function makeBackup(options: BackupOptions): Promise<{ path: string; manifest: Manifest }> {
  const { folder, now } = options
  requireFinished(options.dataDir)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const name = `carillon-${timestampForFileName(now)}`
  const part = join(folder, `.${name}.part`)
  const path = join(folder, name)
  const lock = await lockPart(part, now)
  try {
    await removeUnfinished(folder, part, now)
    const manifest = await fill(part, options)
    await syncFolder(part)
    await rename(part, path)
    await unlockPart(path, lock)
    await syncFolder(folder)
    if (options.keep !== null) await removeOld(folder, name, options.keep)
    return { path, manifest }
  } catch (error) {
    await rm(part, { recursive: true, force: true })
    lock.release()
    throw error
  }
}

async function fill(part: string, { withRecordings, ...options }: BackupOptions): Promise<Manifest> {
  const contents = { hasRecordings: withRecordings, hasLibrary: true } as const
  const kinds = kindsOf(contents)
  await requireRoom(part, options.dataDir, kinds)
  // The database first: a file that came later is one too many, one that it names and is not there would be missed.
  const database = await dumpDatabase(options, part)
  const files = [{ path: database.path, ...(await hashFile(join(part, database.path))) }]
  for (const kind of kinds) files.push(...(await copyAll(options.dataDir, part, kind)))
  const manifest: Manifest = {
    format: FORMAT,
    madeAt: options.now.toISOString(),
    program: await programVersion(),
    database,
    ...contents,
    files,
  }
  await writeManifest(part, manifest)
  return manifest
}

async function copyAll(dataDir: string, part: string, kind: string): Promise<CopiedFile[]> {
  const copied: CopiedFile[] = []
  for (const file of await listFiles(join(dataDir, kind))) {
    const path = `${kind}/${file}`
    await makeBelow(part, dirname(path))
    const fileState = await copyFile(join(dataDir, path), join(part, path))
    if (fileState) copied.push({ path, ...fileState })
  }
  return copied
}

async function requireRoom(part: string, dataDir: string, kinds: readonly string[]): Promise<void> {
  let needed = SPARE_BYTES
  for (const kind of kinds) needed += await sizeOf(join(dataDir, kind), await listFiles(join(dataDir, kind)))
  const { bavail, bsize } = await statfs(part)
  if (bavail * bsize >= needed) return
  const megabytes = (bytes: number) => `${Math.ceil(bytes / 1024 / 1024)} MB`
  throw new BackupRefused(
    `The disk of the backup has ${megabytes(bavail * bsize)} left and ${megabytes(needed)} are needed. Make room, or use --without-recordings.`,
  )
}

async function removeOld(folder: string, newest: string, keep: number): Promise<void> {
  const backups = (await readdir(folder)).filter((name) => NAME.test(name))
  for (const name of oldestFirst(backups, newest).slice(0, -keep))
    await rm(join(folder, name), { recursive: true })
}

async function programVersion(): Promise<string> {
  const text = await readFile(join(import.meta.dirname, '../../../package.json'), 'utf8')
  return (JSON.parse(text) as { version: string }).version
}
