import { createServer } from 'node:net'
import { join } from 'node:path'
import { parentPort, workerData } from 'node:worker_threads'
import { PGlite } from '@electric-sql/pglite'
import { PGLiteSocketServer } from '@electric-sql/pglite-socket'
import type { Address, WorkerData, WorkerReport, WorkerRequest } from './embedded.ts'
import { answerWhole } from './whole-replies.ts'

const { folder, address } = workerData as WorkerData

function report(message: WorkerReport): void {
  parentPort?.postMessage(message)
}

async function freePort(): Promise<number> {
  const { promise, resolve } = Promise.withResolvers<number>()
  const probe = createServer().listen(0, '127.0.0.1', () => {
    const bound = probe.address()
    probe.close(() => resolve(typeof bound === 'object' && bound ? bound.port : 0))
  })
  return promise
}

async function serve(db: PGlite): Promise<{ server: PGLiteSocketServer; address: Address }> {
  if (address.port === 0) {
    const loopback = { host: address.host, port: await freePort() }
    return { server: new PGLiteSocketServer({ db, ...loopback }), address: loopback }
  }
  const path = join(address.host, `.s.PGSQL.${address.port}`)
  return { server: new PGLiteSocketServer({ db, path }), address }
}

/**
 * 16 MB of shared buffers: a station's working set, and a checkpoint is short. What a checkpoint has written down is
 * removed from the log, not kept for later: a dump carries what is there.
 */
const SETTINGS = {
  shared_buffers: '16MB',
  max_wal_size: '32MB',
  min_wal_size: '32MB',
  wal_recycle: 'off',
}
const startParams = [
  ...PGlite.defaultStartParams,
  ...Object.entries(SETTINGS).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
]
/** Megabytes. A dump ends a segment wherever it is; a database that was made before this keeps its 16. */
const initDbStartParams = ['--wal-segsize=1']

try {
  const db = await PGlite.create(join(folder, 'database'), { startParams, initDbStartParams })
  const served = await serve(answerWhole(db))
  await served.server.start()
  const close = async () => {
    await served.server.stop()
    await db.close()
    report({ type: 'closed' })
  }
  parentPort?.on('message', (_request: WorkerRequest) => {
    close().catch((error: unknown) => report({ type: 'failed', message: String(error) }))
  })
  report({ type: 'ready', address: served.address })
} catch (error) {
  report({ type: 'failed', message: String(error) })
}
