import {
  closeSync,
  type Dirent,
  fstatSync,
  fsyncSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  rmSync,
  statfsSync,
} from 'node:fs'
import { join, relative } from 'node:path'
import { parentPort, workerData } from 'node:worker_threads'
import { constants, crc32, deflateRawSync } from 'node:zlib'
import { errorMessage } from '../kernel/error-message.ts'
import type { DumpWorkerData, DumpWorkerReport, DumpWorkerRequest } from './dump-embedded.ts'
import { yieldToOthers } from './low-priority.ts'
import { paddingOf, TAR_END, tarHeader, writeAll } from './tar.ts'
import { CONTROL_FILE, isSegment } from './write-ahead-log.ts'

const { database, kept, path, leastFreeBytes } = workerData as DumpWorkerData

const PIECE_BYTES = 1024 * 1024
/** Twice as quick as the next one for a tenth more room; what is dumped every 15 min is not kept for long. */
const GZIP_LEVEL = 1

/** RFC 1952 s2.3: magic, deflate, no flags, no time, nothing of the compressor, an unknown system. */
const GZIP_HEADER = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255])
/** RFC 1951 s3.2.3: a last block that is empty. */
const LAST_BLOCK = Buffer.from([0x03, 0x00])

/** Made again at each start, or of no meaning in a copy; their folders are needed. The log comes from `kept`. */
const EMPTIED = /^(pg_wal|pg_stat_tmp|pg_replslot|pg_dynshmem|pg_notify|pg_serial|pg_snapshots|pg_subtrans)\//
const LEFT_OUT = /(^|\/)(postmaster\.pid|backup_label(\.old)?|pg_internal\.init.*|pgsql_tmp.*)$/

/** A gzip file that grows by pieces, each compressed by itself: no more than one is ever held. */
class GzipFile {
  readonly #file = openSync(path, 'w', 0o600)
  readonly #piece = Buffer.alloc(PIECE_BYTES)
  #filled = 0
  #sizeBytes = 0
  #checksum = 0

  constructor() {
    writeAll(this.#file, GZIP_HEADER)
  }

  add(bytes: Buffer): void {
    for (let at = 0; at < bytes.length; ) {
      const taken = bytes.copy(this.#piece, this.#filled, at)
      at += taken
      this.#filled += taken
      if (this.#filled === PIECE_BYTES) this.#flush()
    }
  }

  /** Acknowledged data is on the disk. */
  finish(): void {
    this.#flush()
    const trailer = Buffer.alloc(8)
    trailer.writeUInt32LE(this.#checksum, 0) // CRC32
    trailer.writeUInt32LE(this.#sizeBytes % 2 ** 32, 4) // ISIZE
    writeAll(this.#file, Buffer.concat([LAST_BLOCK, trailer]))
    fsyncSync(this.#file)
    closeSync(this.#file)
  }

  #flush(): void {
    const { bavail, bsize } = statfsSync(path)
    if (bavail * bsize < leastFreeBytes + PIECE_BYTES) throw new Error('The disk is nearly full')
    const piece = this.#piece.subarray(0, this.#filled)
    // Flushed to a whole byte and without a last block: the next piece may follow.
    writeAll(this.#file, deflateRawSync(piece, { level: GZIP_LEVEL, finishFlush: constants.Z_SYNC_FLUSH }))
    this.#checksum = crc32(piece, this.#checksum)
    this.#sizeBytes += piece.length
    this.#filled = 0
  }
}

const archive = new GzipFile()
const buffer = Buffer.alloc(PIECE_BYTES)

function addFolder(name: string): void {
  archive.add(tarHeader({ path: name, kind: 'folder', sizeBytes: 0, modifiedMs: Date.now() }))
}

function addBytes(name: string, bytes: Buffer): void {
  archive.add(tarHeader({ path: name, kind: 'file', sizeBytes: bytes.length, modifiedMs: Date.now() }))
  archive.add(bytes)
  archive.add(Buffer.alloc(paddingOf(bytes.length)))
}

/** As long as it is now: what grows or shrinks meanwhile is in the log. One that is gone was removed, and that is there too. */
function addFile(name: string, source: string): void {
  const file = openUnlessGone(source)
  if (file === null) return
  try {
    const { size, mtimeMs } = fstatSync(file)
    archive.add(tarHeader({ path: name, kind: 'file', sizeBytes: size, modifiedMs: mtimeMs }))
    for (let left = size; left > 0; ) {
      const read = readSync(file, buffer, 0, Math.min(left, PIECE_BYTES), size - left)
      // Cut off meanwhile: PostgreSQL's own base backup writes zeros there as well.
      const bytes = read > 0 ? buffer.subarray(0, read) : Buffer.alloc(Math.min(left, PIECE_BYTES))
      archive.add(bytes)
      left -= bytes.length
    }
    archive.add(Buffer.alloc(paddingOf(size)))
  } finally {
    closeSync(file)
  }
}

function openUnlessGone(source: string): number | null {
  try {
    return openSync(source, 'r')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  }
}

/** The segments of the log that are whole by now; their room is given back. */
function addKeptSegments(): void {
  for (const name of readdirSync(kept).filter(isSegment).sort()) {
    addFile(`pg_wal/${name}`, join(kept, name))
    rmSync(join(kept, name))
  }
}

function addDatabase(): void {
  const entries = readdirSync(database, { recursive: true, withFileTypes: true })
  const nameOf = (entry: Dirent) => relative(database, join(entry.parentPath, entry.name))
  for (const entry of entries.filter((each) => each.isDirectory())) addFolder(nameOf(entry))
  const files = entries.filter((each) => each.isFile()).map(nameOf)
  for (const name of files) {
    if (name === CONTROL_FILE || EMPTIED.test(name) || LEFT_OUT.test(name)) continue
    addFile(name, join(database, name))
    addKeptSegments()
  }
}

function finish(label: string): void {
  addKeptSegments()
  addBytes('backup_label', Buffer.from(label))
  addBytes(CONTROL_FILE, readFileSync(join(kept, 'pg_control')))
  archive.add(TAR_END)
  archive.finish()
}

function attempt(report: DumpWorkerReport, work: () => void): void {
  try {
    work()
    parentPort?.postMessage(report)
  } catch (error) {
    const failed: DumpWorkerReport = { type: 'failed', message: errorMessage(error) }
    parentPort?.postMessage(failed)
  }
}

yieldToOthers()
parentPort?.once('message', ({ label }: DumpWorkerRequest) =>
  attempt({ type: 'dumped' }, () => finish(label)),
)
attempt({ type: 'copied' }, addDatabase)
