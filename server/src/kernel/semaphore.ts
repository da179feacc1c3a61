import { AppError } from './app-error.ts'

/** Limits how many work at once and how many wait in line; refuses the rest. */
export type Semaphore = {
  /** Throws TOO_MANY_REQUESTS when the line is full. */
  run<T>(work: () => Promise<T>): Promise<T>
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

  async function enter(): Promise<void> {
    if (atWork < maxAtWork) {
      atWork += 1
      return
    }
    if (line.length >= maxWaiting)
      throw new AppError('TOO_MANY_REQUESTS', { retryAfterSeconds: RETRY_AFTER_SECONDS })
    await new Promise<void>((resolve) => line.push(resolve))
  }

  /** The place goes to the next in line without becoming free: nobody slips in between. */
  function leave(): void {
    const next = line.shift()
    if (next) next()
    else atWork -= 1
  }

  return {
    async run(work) {
      await enter()
      try {
        return await work()
      } finally {
        leave()
      }
    },
  }
}
