import type { Logger } from 'pino'
import type { Unshowable } from '../http/show-reply.ts'

/** As many rows are remembered; more of them are one trouble, which the first ones have told. */
export const MAX_KNOWN = 1_000
/** As many notifications are written in the life of a process: the log and the metric have the rest. */
const MAX_NOTICES = 20

/** The rows that could not be shown: each is logged, counted and told once, however often it is asked for. */
export class DamagedRows {
  readonly #log: Pick<Logger, 'error'>
  readonly #known = new Set<string>()
  #notify: (row: Unshowable) => void = () => undefined

  constructor(log: Pick<Logger, 'error'>) {
    this.#log = log
  }

  /** Number of different ones met. */
  get count(): number {
    return this.#known.size
  }

  /** Sets the callback that passes them on to people. */
  onFound(notify: (row: Unshowable) => void): void {
    this.#notify = notify
  }

  report(row: Unshowable): void {
    const key = `${row.thing} ${row.id}`
    if (this.#known.has(key) || this.#known.size >= MAX_KNOWN) return
    this.#known.add(key)
    this.#log.error(row, 'a stored row cannot be shown and is left out')
    if (this.#known.size <= MAX_NOTICES) this.#notify(row)
  }
}
