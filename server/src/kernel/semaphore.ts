import { AppError } from '../http/app-error.ts'

/** Lets so many work at once, so many wait in line, and refuses the rest. */
export type Gate = {
  /** Throws TOO_MANY_REQUESTS when the line is full. */
  pass<T>(work: () => Promise<T>): Promise<T>
}

const RETRY_AFTER_SECONDS = 3

/** A gate with room for `maxAtWork`, and a line of `maxWaiting` before it. */
export function createGate({ maxAtWork, maxWaiting }: { maxAtWork: number; maxWaiting: number }): Gate {
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
    async pass(work) {
      await enter()
      try {
        return await work()
      } finally {
        leave()
      }
    },
  }
}
