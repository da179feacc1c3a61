import { rename, rm, statfs } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { syncFolder } from '../kernel/sync-folder.ts'
import type { WriteAheadLog } from './write-ahead-log.ts'

/** Writes a dump to this path, whole or not at all. `signal` gives it up. */
export type Dump = (path: string, signal?: AbortSignal) => Promise<void>

/** Options of the worker: folders, the file to write, and how much the disk has to keep. */
export type DumpWorkerData = { database: string; kept: string; path: string; leastFreeBytes: number }
/** Said once, when the worker has copied: what the database gave at the end of the copy. */
export type DumpWorkerRequest = { label: string }
/** Messages of the worker; `failed` is its last. */
export type DumpWorkerReport = { type: 'copied' } | { type: 'dumped' } | { type: 'failed'; message: string }

/** The database lives on the same disk: dumps leave it this much, as recordings do. */
export const LEAST_FREE_BYTES = 100 * 1024 * 1024

/** The disk has no room for a dump, or a worker has failed; nothing of it is left. */
export class DumpFailed extends Error {
  override readonly name = 'DumpFailed'
}

/**
 * Dumps the embedded database while it is used: its files are copied as they change and the log of that time is put
 * beside them, from which PostgreSQL makes a whole database when it is restored. Calls wait for a checkpoint at its
 * beginning and its end alone. One dump at a time.
 */
export function createDump(
  log: WriteAheadLog,
  { folder, leastFreeBytes = LEAST_FREE_BYTES }: { folder: string; leastFreeBytes?: number },
): { dump: Dump; failures(): number } {
  let last: Promise<unknown> = Promise.resolve()
  let failures = 0
  const attempt = async (path: string, signal?: AbortSignal) => {
    try {
      await dumpNow(log, { folder, leastFreeBytes, path, signal })
    } catch (error) {
      if (!signal?.aborted) failures += 1
      throw error
    }
  }
  return {
    dump(path, signal) {
      const dumped = last.then(() => attempt(path, signal))
      last = dumped.catch(() => undefined) // anyone who asked is notified
      return dumped
    },
    failures: () => failures,
  }
}

type Order = { folder: string; path: string; leastFreeBytes: number; signal: AbortSignal | undefined }

async function dumpNow(log: WriteAheadLog, { folder, path, leastFreeBytes, signal }: Order): Promise<void> {
  signal?.throwIfAborted()
  const part = `${path}.part`
  await requireRoom(dirname(path), leastFreeBytes)
  try {
    await log.beginDump()
    signal?.throwIfAborted()
    await copyInWorker(log, {
      data: { database: join(folder, 'database'), kept: log.kept, path: part, leastFreeBytes },
      signal,
    })
    // A reader sees a whole dump or none.
    await rename(part, path)
    await syncFolder(dirname(path))
  } finally {
    await rm(part, { force: true })
    await log.forgetDump()
  }
}

async function requireRoom(folder: string, leastFreeBytes: number): Promise<void> {
  const { bavail, bsize } = await statfs(folder)
  if (bavail * bsize < leastFreeBytes) throw new DumpFailed('The disk is nearly full')
}

async function copyInWorker(
  log: WriteAheadLog,
  { data, signal }: { data: DumpWorkerData; signal: AbortSignal | undefined },
): Promise<void> {
  const worker = new Worker(new URL('./dump-worker.ts', import.meta.url), { workerData: data })
  const { promise: dumped, resolve, reject } = Promise.withResolvers<void>()
  const giveUp = () => reject(signal?.reason)
  const answers: Record<DumpWorkerReport['type'], (report: DumpWorkerReport) => void> = {
    copied: () => log.endDump().then((label) => worker.postMessage({ label }), reject),
    dumped: () => resolve(),
    failed: (report) => reject(new DumpFailed('message' in report ? report.message : report.type)),
  }
  worker.on('message', (report: DumpWorkerReport) => answers[report.type](report))
  worker.on('error', reject).on('exit', () => reject(new DumpFailed('The dump was ended')))
  signal?.addEventListener('abort', giveUp, { once: true })
  try {
    await dumped
  } finally {
    signal?.removeEventListener('abort', giveUp)
    await worker.terminate()
  }
}
