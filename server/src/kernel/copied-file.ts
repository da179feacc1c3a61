import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { open, stat } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { unlessMissing } from './unless-missing.ts'

/** Length of a file, and its SHA-256 in hexadecimal; null: only the length is known. */
export type Content = { bytes: number; sha256: string | null }
/** Length and time of a file, which are known without reading it. */
export type FileState = { bytes: number; modifiedMs: number }

/** SHA-256 of a file, in hexadecimal. */
export async function digestOf(path: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return hash.digest('hex')
}

/** Opens one version of a file and gives its bytes, whatever becomes of its name; null when it is not there. */
export async function openFile(path: string): Promise<{ bytes: number; file: Readable } | null> {
  const handle = await unlessMissing(open(path))
  if (!handle) return null
  const { size } = await handle.stat()
  return { bytes: size, file: handle.createReadStream({ end: size - 1 }) }
}

/** Writes a copy to `path`, down to the disk. Throws when its content is another. */
export async function writeCopy(
  path: string,
  { bytes, sha256 }: Content,
  copy: Readable,
): Promise<FileState> {
  await pipeline(copy, createWriteStream(path, { mode: 0o600, flush: true }))
  const { size, mtimeMs } = await stat(path)
  if (size !== bytes) throw new Error(`The copy of a file has ${size} bytes, not ${bytes}`)
  if (sha256 !== null && (await digestOf(path)) !== sha256) throw new Error('The copy of a file is damaged')
  return { bytes: size, modifiedMs: mtimeMs }
}
