import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { type Packed, pack, versionOf } from '../packed.ts'
import type { ReaderData, ReaderFiles } from './reader-worker.ts'

/** The reader of the calls: its page, and its program at an address that names its bytes. */
export type Reader = { page: Packed; html: string; program: Packed; programName: string }

const PROGRAM = 'js/scalar.js'

/**
 * Scalar, made and compressed once. It weighs megabytes, and loading it takes a tenth of a second: a thread of its own
 * does that, and ends.
 */
export async function buildReader(data: ReaderData): Promise<Reader> {
  const worker = new Worker(new URL('./reader-worker.ts', import.meta.url), { workerData: data })
  // It holds up nobody who stops.
  worker.unref()
  const [files] = (await once(worker, 'message')) as [ReaderFiles]
  const bytes = Buffer.from(files.program)
  const programName = `js/scalar-${versionOf(bytes)}.js`
  if (!files.page.includes(PROGRAM)) throw new Error('The page of the calls does not name its program')
  const html = files.page.replaceAll(PROGRAM, programName)
  const [page, program] = await Promise.all([
    pack(Buffer.from(html), 'text/html; charset=utf-8'),
    pack(bytes, 'text/javascript; charset=utf-8'),
  ])
  return { page, html, program, programName }
}
