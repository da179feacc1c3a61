import { join } from 'node:path'
import { parentPort, workerData } from 'node:worker_threads'
import { PGlite } from '@electric-sql/pglite'
import type { WorkerData, WorkerReport, WorkerRequest } from './embedded.ts'
import { EmbeddedSocket } from './embedded-socket.ts'

const { folder, address } = workerData as WorkerData
const isUnixSocket = address.port !== 0
const socketPath = join(address.host, `.s.PGSQL.${address.port}`)

function report(message: WorkerReport): void {
  parentPort?.postMessage(message)
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
  const socket = new EmbeddedSocket(db)
  const port = await socket.listen(isUnixSocket ? { path: socketPath } : { host: address.host })
  const close = async () => {
    await socket.close()
    await db.close()
    report({ type: 'closed' })
  }
  parentPort?.on('message', (_request: WorkerRequest) => {
    close().catch((error: unknown) => report({ type: 'failed', message: String(error) }))
  })
  report({ type: 'ready', address: isUnixSocket ? address : { ...address, port } })
} catch (error) {
  report({ type: 'failed', message: String(error) })
}
