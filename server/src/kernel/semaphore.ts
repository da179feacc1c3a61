import { AppError } from './app-error.ts'

/** Limits how many work at once and how many wait in line; refuses the rest. */
export type Semaphore = {
  /** Throws TOO_MANY_REQUESTS when the line is full, and the signal's reason, leaving the line at once. */
  run<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T>
}

const RETRY_AFTER_SECONDS = 3

/** A semaphore with room for `maxAtWork`, and a line of `maxWaiting` before it. */
export function createSemaphore({
  maxAtWork,
  maxWaiting,
}: {
  maxAtWork: number
  maxWaiting: number
}): Semaphore {
  let atWork = 0
  const line: Array<() => void> = []

  async function enter(signal?: AbortSignal): Promise<void> {
    signal?.throwIfAborted()
    if (atWork < maxAtWork) {
      atWork += 1
      return
    }
    if (line.length >= maxWaiting)
      throw new AppError('TOO_MANY_REQUESTS', { retryAfterSeconds: RETRY_AFTER_SECONDS })
    await waitInLine(signal)
  }

  async function waitInLine(signal?: AbortSignal): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const leaveLine = () => {
      const place = line.indexOf(resolve)
      // Who has just got a place leaves it by its work, which sees the same signal.
      if (place < 0) return
      line.splice(place, 1)
      reject(signal?.reason)
    }
    line.push(resolve)
    signal?.addEventListener('abort', leaveLine, { once: true })
    await promise.finally(() => signal?.removeEventListener('abort', leaveLine))
  }

  /** The place goes to the next in line without becoming free: nobody slips in between. */
  function leave(): void {
    const next = line.shift()
    if (next) next()
    else atWork -= 1
  }

  return {
    async run(work, signal) {
      await enter(signal)
      try {
        return await work()
      } finally {
        leave()
      }
    },
  }
}
