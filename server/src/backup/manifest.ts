import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Contents } from '../db/contents.ts'
import { type CopiedFile, hashFile } from './copy-files.ts'

/** Contents of a backup. Paths are below its folder, with slashes. */
export type Manifest = {
  format: typeof FORMAT
  madeAt: string
  /** Version of the program that made it. */
  program: string
  database: Contents & { kind: 'embedded' | 'postgres'; path: string }
  hasRecordings: boolean
  /** Absent in backups from before there was one. */
  hasLibrary?: true
  files: CopiedFile[]
}

/** Folders of the data folder that a backup holds beside the database. */
export function kindsOf({
  hasRecordings,
  hasLibrary,
}: Pick<Manifest, 'hasRecordings' | 'hasLibrary'>): string[] {
  return ['uploads', ...(hasRecordings ? ['recordings'] : []), ...(hasLibrary ? ['library'] : [])]
}

/** All that one may hold. */
export const KINDS = kindsOf({ hasRecordings: true, hasLibrary: true })

/** Why a backup cannot be used, in words for who wants to. */
export class BackupRefused extends Error {
  override readonly name = 'BackupRefused'
}

export const FORMAT = 1
const NAME = 'manifest.json'
const CHECKSUM_NAME = 'manifest.json.sha256'

/** Writes the manifest, and its own checksum in the form that `sha256sum -c` reads. */
export async function writeManifest(folder: string, manifest: Manifest): Promise<void> {
  const text = `${JSON.stringify(manifest, null, 2)}\n`
  await writeFile(join(folder, NAME), text, { flush: true, mode: 0o600 })
  await writeFile(join(folder, CHECKSUM_NAME), `${digestOf(text)}  ${NAME}\n`, { flush: true, mode: 0o600 })
}

/** Reads a backup's manifest and holds every file of it against its checksum. Throws BackupRefused. */
export async function readBackup(folder: string): Promise<Manifest> {
  const text = await readFile(join(folder, NAME), 'utf8').catch(() => refuse(`${folder} has no ${NAME}.`))
  const checksum = await readFile(join(folder, CHECKSUM_NAME), 'utf8').catch(() =>
    refuse(`${folder} has no ${CHECKSUM_NAME}.`),
  )
  if (checksum.split(' ', 1)[0] !== digestOf(text)) refuse(`${NAME} is damaged.`)
  // Its checksum is right, so it is as `writeManifest` wrote it.
  const manifest = JSON.parse(text) as Manifest
  if (manifest.format !== FORMAT) refuse(`This backup has format ${manifest.format}. Run a newer program.`)
  for (const file of manifest.files) await requireWhole(folder, file)
  return manifest
}

async function requireWhole(folder: string, { path, size, sha256 }: CopiedFile): Promise<void> {
  if (path.startsWith('/') || path.split('/').includes('..')) refuse(`${path} leads out of the backup.`)
  const found = await hashFile(join(folder, path)).catch(() => refuse(`${path} cannot be read.`))
  if (found.size !== size || found.sha256 !== sha256) refuse(`${path} is damaged.`)
}

function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

function refuse(why: string): never {
  throw new BackupRefused(`The backup cannot be used: ${why} Nothing was changed.`)
}
