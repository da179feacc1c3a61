import { rename, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { parentPort, workerData } from 'node:worker_threads'
import { PGlite } from '@electric-sql/pglite'
import { PGLiteSocketServer } from '@electric-sql/pglite-socket'
import type { Address, WorkerData, WorkerReport, WorkerRequest } from './embedded.ts'

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

async function dump(db: PGlite, path: string): Promise<void> {
  const archive = await db.dumpDataDir('gzip')
  await writeFile(`${path}.part`, new Uint8Array(await archive.arrayBuffer()))
  // A reader sees a whole dump or none.
  await rename(`${path}.part`, path)
  report({ type: 'dumped', path })
}

try {
  // 16 MB of shared buffers: a station's working set, and a dump stays a few megabytes.
  const db = await PGlite.create(join(folder, 'database'), {
    startParams: [...PGlite.defaultStartParams, '-c', 'shared_buffers=16MB'],
  })
  const served = await serve(db)
  await served.server.start()
  const answer = async (request: WorkerRequest) => {
    if (request.type === 'dump') return dump(db, request.path)
    await served.server.stop()
    await db.close()
    report({ type: 'closed' })
  }
  parentPort?.on('message', (request: WorkerRequest) => {
    answer(request).catch((error: unknown) => report({ type: 'failed', message: String(error) }))
  })
  report({ type: 'ready', address: served.address })
} catch (error) {
  report({ type: 'failed', message: String(error) })
}
