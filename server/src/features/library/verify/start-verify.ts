import { fork } from 'node:child_process'
import { once } from 'node:events'
import { MINUTE_MS } from '@carillon/contract/durations'
import { AppError } from '../../../kernel/app-error.ts'
import { createSemaphore } from '../../../kernel/semaphore.ts'
import type { Checked } from './file-fault.ts'
import type { Verified, VerifyJob } from './verify-file.ts'

/** Codes of the system for a disk, or one's part of it, that is full. */
const NO_ROOM = new Set(['ENOSPC', 'EDQUOT'])
const SCRIPT = new URL('./run-verify.ts', import.meta.url)
/** An hour of sound takes about half a minute of one core. */
export const VERIFY_LIMIT_MS = 5 * MINUTE_MS
/** At work, and in the line; all that may be uploading at once. */
export const VERIFY_SEMAPHORE = { maxAtWork: 2, maxWaiting: 8 }

/**
 * Checks an upload. Rejects with NO_ROOM; with BUSY when it takes too long; when the process died; and with the signal's
 * reason.
 */
export type Verify = (job: VerifyJob, signal: AbortSignal) => Promise<Checked<Verified>>

/** Checks uploads in processes of their own, two at once: the air neither waits for them nor falls with them. */
export function createVerify(limitMs = VERIFY_LIMIT_MS): Verify {
  const semaphore = createSemaphore(VERIFY_SEMAPHORE)
  return (job, signal) =>
    semaphore.run(async () => {
      signal.throwIfAborted()
      const limit = AbortSignal.timeout(limitMs)
      try {
        return await verify(job, AbortSignal.any([signal, limit]))
      } catch (error) {
        signal.throwIfAborted()
        if (limit.aborted) throw new AppError('BUSY')
        throw error
      }
    }, signal)
}

async function verify(job: VerifyJob, signal: AbortSignal): Promise<Checked<Verified>> {
  const child = fork(SCRIPT, {
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    execArgv: ['--max-old-space-size=256'],
    env: {},
  })
  try {
    const exited = once(child, 'exit', { signal }).then(([code]): never => {
      throw new Error(`the check of an upload ended with ${code}`)
    })
    child.send(job, () => undefined) // one that cannot be reached exits
    const [answer]: (Checked<Verified> | { failed: string })[] = await Promise.race([
      once(child, 'message', { signal }),
      exited,
    ])
    if (!answer) throw new Error('the check of an upload gave nothing')
    if ('failed' in answer)
      throw NO_ROOM.has(answer.failed) ? new AppError('NO_ROOM') : new Error(answer.failed)
    return answer
  } finally {
    child.kill()
  }
}
