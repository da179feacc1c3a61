import type { Writable } from 'node:stream'
import { AppError } from '../kernel/app-error.ts'
import type { Session } from './session.ts'

/** A page sends a few calls at once; what sends more has gone wrong, or means harm. */
export const MAX_WRITES_AT_ONCE = 100
const RETRY_AFTER_SECONDS = 1

/** Counts the writes of each person that are at work: those of others would wait for them in the line of the database. */
export class WritesAtOnce {
  readonly #limit: number
  readonly #countOf = new Map<number, number>()

  constructor(limit = MAX_WRITES_AT_ONCE) {
    this.#limit = limit
  }

  /** Counts one until its reply is closed. Throws TOO_MANY_REQUESTS. */
  enter(session: Session | null, { raw }: { raw: Writable }): void {
    // One whose caller has left says so no more.
    if (!session || raw.closed || raw.destroyed) return
    const { id } = session.person
    const count = this.#countOf.get(id) ?? 0
    if (count >= this.#limit)
      throw new AppError('TOO_MANY_REQUESTS', { retryAfterSeconds: RETRY_AFTER_SECONDS })
    this.#countOf.set(id, count + 1)
    raw.once('close', () => this.#leave(id))
  }

  #leave(id: number): void {
    const left = (this.#countOf.get(id) ?? 1) - 1
    if (left > 0) this.#countOf.set(id, left)
    else this.#countOf.delete(id)
  }
}
