import { AppError } from './app-error.ts'
import { Undecided } from './undecided.ts'

/**
 * Runs one piece of work at a time; `personId` is whose it is. What waits runs in rounds, one piece of each person, and in
 * order for each of them.
 */
export type RunExclusive = <T>(work: () => Promise<T>, personId?: number) => Promise<T>

/** Limits of a queue: how much it holds, and for how long. */
export type SerialQueueLimits = {
  /** Of one person; the next one is refused with TOO_MANY_REQUESTS. */
  waitingEach: number
  /** In all; the next one is refused with BUSY. */
  waiting: number
  /** Work that has waited for this long is refused with BUSY. */
  waitMs: number
  /** Work that takes longer goes on, but nobody waits for it: it fails with Undecided, and the next one begins. */
  workMs: number
}

/** An embedded database that is busy may take up to a minute (OP7); a PostgreSQL ends each statement far sooner. */
export const LIMITS: SerialQueueLimits = { waitingEach: 20, waiting: 1_000, waitMs: 60_000, workMs: 65_000 }
const RETRY_AFTER_SECONDS = 1

type Waiting = { begin(): void; refuse(error: Error): void; timer: NodeJS.Timeout }

/** A queue in memory: what waits is lost with the process. A failure reaches its own caller alone. */
export function createSerialQueue(limits: SerialQueueLimits = LIMITS): RunExclusive {
  /** By person, in the order in which they are next; what is nobody's stands under null. */
  const lines = new Map<number | null, Waiting[]>()
  let waiting = 0
  let isAtWork = false

  function next(): void {
    isAtWork = false
    const [first] = lines
    if (!first) return
    const [person, line] = first
    const turn = line.shift()
    lines.delete(person)
    // Behind everybody else who waits.
    if (line.length > 0) lines.set(person, line)
    waiting--
    isAtWork = true
    turn?.begin()
  }

  function leave(person: number | null, turn: Waiting): void {
    const line = lines.get(person) ?? []
    line.splice(line.indexOf(turn), 1)
    if (line.length === 0) lines.delete(person)
    waiting--
    turn.refuse(new AppError('BUSY'))
  }

  function waitForTurn(person: number | null): Promise<void> {
    const line = lines.get(person) ?? []
    if (person !== null && line.length >= limits.waitingEach)
      throw new AppError('TOO_MANY_REQUESTS', { retryAfterSeconds: RETRY_AFTER_SECONDS })
    if (waiting >= limits.waiting) throw new AppError('BUSY')
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => leave(person, turn), limits.waitMs)
      const begin = () => {
        clearTimeout(timer)
        resolve()
      }
      const turn = { begin, refuse: reject, timer }
      line.push(turn)
      lines.set(person, line)
      waiting++
    })
  }

  return async (work, personId) => {
    if (isAtWork) await waitForTurn(personId ?? null)
    isAtWork = true
    return within(limits.workMs, work).finally(next)
  }
}

async function within<T>(limitMs: number, work: () => Promise<T>): Promise<T> {
  const { promise: tooLate, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Undecided('Work took longer than its turn')), limitMs)
  try {
    return await Promise.race([work(), tooLate])
  } finally {
    clearTimeout(timer)
  }
}
