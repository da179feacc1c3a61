import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { keepWasmLean } from './lean-wasm.ts'

/** Address of the embedded database for `pg`: a folder with a unix socket in it, or a loopback port. */
export type Address = { host: string; port: number }
/** Options of the worker. */
export type WorkerData = { folder: string; address: Address }
/** Requests to the worker. */
export type WorkerRequest = { type: 'close' }
/** Messages of the worker; `failed` ends the request. */
export type WorkerReport =
  | { type: 'ready'; address: Address }
  | { type: 'failed'; message: string }
  | { type: 'closed' }

/** A PGlite in a thread of its own, so that a heavy query never delays audio. Speaks to one connection at a time. */
export type Embedded = {
  address: Address
  /** Idempotent. */
  close(): Promise<void>
}

/** Part of the name that libpq and `pg` give a unix socket. */
const SOCKET_PORT = 5432
/** sockaddr_un holds 108 bytes on Linux, 104 on macOS, with the file's name and a final zero. */
const MAX_SOCKET_FOLDER_BYTES = 80

/** Starts the database in this folder. The caller holds the lock of the data folder: two on one folder destroy it. */
export async function startEmbedded(folder: string, onExit: (error: Error) => void): Promise<Embedded> {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  keepWasmLean()
  const socketFolder = makeSocketFolder(folder)
  const workerData: WorkerData = {
    folder,
    address: socketFolder ? { host: socketFolder.path, port: SOCKET_PORT } : { host: '127.0.0.1', port: 0 },
  }
  const worker = new Worker(new URL('./embedded-worker.ts', import.meta.url), { workerData })
  const ready = await nextReport(worker, 'ready')
  let closing: Promise<void> | null = null
  worker.on('error', (error) => onExit(error))
  worker.on('exit', () => closing ?? onExit(new Error('the embedded database stopped')))

  async function close(): Promise<void> {
    const closed = nextReport(worker, 'closed')
    ask(worker, { type: 'close' })
    await closed
    await worker.terminate()
    if (socketFolder?.isTemporary) rmSync(socketFolder.path, { recursive: true, force: true })
  }

  return {
    address: ready.address,
    close() {
      closing ??= close()
      return closing
    },
  }
}

/** Beside the database, where only its owner may enter; in the temporary folder when that path is too long. */
function makeSocketFolder(folder: string): { path: string; isTemporary: boolean } | null {
  if (process.platform === 'win32') return null
  const path = join(folder, 'socket')
  if (Buffer.byteLength(path) > MAX_SOCKET_FOLDER_BYTES)
    return { path: mkdtempSync(join(tmpdir(), 'carillon-')), isTemporary: true }
  rmSync(path, { recursive: true, force: true })
  mkdirSync(path, { mode: 0o700 })
  return { path, isTemporary: false }
}

function ask(worker: Worker, request: WorkerRequest): void {
  worker.postMessage(request)
}

function nextReport<T extends WorkerReport['type']>(
  worker: Worker,
  type: T,
): Promise<Extract<WorkerReport, { type: T }>> {
  const { promise, resolve, reject } = Promise.withResolvers<Extract<WorkerReport, { type: T }>>()
  const isExpected = (report: WorkerReport): report is Extract<WorkerReport, { type: T }> =>
    report.type === type
  const onMessage = (report: WorkerReport) => {
    if (isExpected(report)) settle(() => resolve(report))
    else if (report.type === 'failed') settle(() => reject(new Error(report.message)))
  }
  const onEnd = (cause: unknown) =>
    settle(() => reject(cause instanceof Error ? cause : new Error('the embedded database stopped')))
  function settle(action: () => void): void {
    worker.off('message', onMessage).off('error', onEnd).off('exit', onEnd)
    action()
  }
  worker.on('message', onMessage).on('error', onEnd).on('exit', onEnd)
  return promise
}
