import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, open, readdir, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { PassThrough, Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

/** A file as it was copied, by its path below the folder. */
export type CopiedFile = { path: string; size: number; sha256: string }

/** Names of files that are still being written, or that a restore moved aside. */
const LEFT_OUT = /\.(part|copy)$|(^|\/)\./

/** The files below a folder, as paths below it, in order; none when it is not there. Leaves out what is unfinished or hidden. */
export async function listFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch((error: unknown) => {
    if (isMissing(error)) return []
    throw error
  })
  const files = entries.filter((entry) => entry.isFile())
  const paths = files.map(({ parentPath, name }) => join(parentPath, name).slice(folder.length + 1))
  return paths.filter((path) => !LEFT_OUT.test(path)).sort()
}

/** Sum of the sizes of these files, in bytes. */
export async function sizeOf(folder: string, paths: readonly string[]): Promise<number> {
  let bytes = 0
  for (const path of paths) bytes += (await stat(join(folder, path)).catch(() => ({ size: 0 }))).size
  return bytes
}

/**
 * Copies a file, its time with it, into a folder that is there, and waits until it is on the disk. One that still grows is
 * copied as far as it is. Null when it is gone meanwhile.
 */
export async function copyFile(from: string, to: string): Promise<Omit<CopiedFile, 'path'> | null> {
  const source = await open(from).catch((error: unknown) => {
    if (isMissing(error)) return null
    throw error
  })
  if (!source) return null
  const { size, atime, mtime } = await source.stat()
  const hash = createHash('sha256')
  let copied = 0
  const counted = new PassThrough().on('data', (bytes: Buffer) => {
    hash.update(bytes)
    copied += bytes.length
  })
  // A stream that ends at -1 would read everything.
  const bytes = source.createReadStream({ start: 0, end: Math.max(0, size - 1) })
  await pipeline(bytes, counted, createWriteStream(to, { flush: true, mode: 0o600 }))
  await utimes(to, atime, mtime)
  return { size: copied, sha256: hash.digest('hex') }
}

/** Makes a folder and those above it, but never `top`: one that was removed meanwhile is an error, not an empty folder. */
export async function makeBelow(top: string, path: string): Promise<void> {
  let made = top
  for (const name of path.split('/')) {
    made = join(made, name)
    await mkdir(made, { mode: 0o700 }).catch((error: unknown) => {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
    })
  }
}

/** The size and checksum of a file. */
export async function hashFile(path: string): Promise<Omit<CopiedFile, 'path'>> {
  const hash = createHash('sha256')
  let size = 0
  const counted = new Writable({
    write(bytes: Buffer, _encoding, done) {
      size += bytes.length
      hash.update(bytes)
      done()
    },
  })
  await pipeline(createReadStream(path), counted)
  return { size, sha256: hash.digest('hex') }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT'
}
