import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { Joined, JoinJob } from './join-parts.ts'

/** Joins the parts in a thread of its own. Rejects when that fails, or is aborted. */
export async function startJoin(job: JoinJob, signal: AbortSignal): Promise<Joined | null> {
  const worker = new Worker(new URL('./join-worker.ts', import.meta.url), {
    workerData: job,
    // The decoder complains there about packets that it cannot read.
    stderr: true,
  })
  worker.stderr.resume()
  try {
    const exited = once(worker, 'exit').then(([code]): never => {
      throw new Error(`the joining of a recording ended with ${code}`)
    })
    const [joined]: (Joined | null)[] = await Promise.race([once(worker, 'message', { signal }), exited])
    return joined ?? null
  } finally {
    await worker.terminate()
  }
}
