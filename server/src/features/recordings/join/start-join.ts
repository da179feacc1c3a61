import { fork } from 'node:child_process'
import { once } from 'node:events'
import type { Joined, JoinJob } from './join-parts.ts'

const SCRIPT = new URL('./run-join.ts', import.meta.url)

/** Joins the parts in a process of its own: the air neither waits for it nor falls with it. Rejects when that fails, or is aborted. */
export async function startJoin(job: JoinJob, signal: AbortSignal): Promise<Joined | null> {
  signal.throwIfAborted()
  const child = fork(SCRIPT, {
    serialization: 'advanced',
    // The decoder complains on stderr about packets that it cannot read.
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    execArgv: [],
    env: {},
  })
  try {
    const exited = once(child, 'exit').then(([code]): never => {
      throw new Error(`the joining of a recording ended with ${code}`)
    })
    child.send(job, () => undefined) // one that cannot be reached exits
    const [joined]: (Joined | null)[] = await Promise.race([once(child, 'message', { signal }), exited])
    return joined ?? null
  } finally {
    child.kill()
  }
}
