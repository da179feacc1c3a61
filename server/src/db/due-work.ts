import { MINUTE_MS } from '@carillon/contract/durations'
import type { Clock } from '../kernel/clock.ts'
import type { TableChanges } from './table-changes.ts'

/** A change that came from elsewhere, or whose message was lost, is seen within so long. */
export const LONGEST_QUIET_MS = MINUTE_MS

export type DueWorkOptions = {
  changes: Pick<TableChanges, 'count' | 'isUnchanged' | 'watchReads'>
  clock: Clock
  /** Does all that is due. */
  work(): Promise<void>
  /** When there is something to do as things stand: past where there is now, null for never. */
  findNext(): Promise<Date | null>
}

type Quiet = { sinceMs: number; untilMs: number; tables: ReadonlySet<string>; count: number }

/**
 * Work of a station's clock that asks the database only where there can be something to do: when something falls due, or
 * what that was read from has changed.
 */
export class DueWork {
  readonly #options: DueWorkOptions
  #quiet: Quiet | null = null

  constructor(options: DueWorkOptions) {
    this.#options = options
  }

  /** Does what is due, if there is any. Rejects as the work does, which is then due again. */
  async run(): Promise<void> {
    if (this.#isQuiet) return
    this.#quiet = null
    const quiet = await this.#look()
    if (this.#options.clock.now() < quiet.untilMs) this.#quiet = quiet
    else await this.#options.work()
  }

  async #look(): Promise<Quiet> {
    const { changes, clock, findNext } = this.#options
    // Before the reading, which what changes meanwhile may have missed.
    const { count } = changes
    const sinceMs = clock.now()
    const { value: next, tables } = await changes.watchReads(findNext)
    return { sinceMs, untilMs: next?.getTime() ?? Number.POSITIVE_INFINITY, tables, count }
  }

  get #isQuiet(): boolean {
    if (!this.#quiet) return false
    const { changes, clock } = this.#options
    const { sinceMs, untilMs, tables, count } = this.#quiet
    const nowMs = clock.now()
    const isRecent = Math.abs(nowMs - sinceMs) < LONGEST_QUIET_MS
    return isRecent && nowMs < untilMs && changes.isUnchanged(tables, count)
  }
}
