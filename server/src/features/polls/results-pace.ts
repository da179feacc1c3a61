import { setTimeout as delay } from 'node:timers/promises'

/** The results of a poll are told at most this often, whatever the number of votes. */
export const RESULTS_INTERVAL_MS = 1_000

export type ResultsPaceOptions = {
  /** Reads the results as they are now, and tells them. */
  publishEvent(pollId: number): Promise<void>
  onError(error: unknown): void
  /** Resolves after `ms`, or as soon as `signal` aborts. */
  wait?(ms: number, signal: AbortSignal): Promise<void>
}

/**
 * Tells the results of polls that change: the first change at once, then at most once a second, and always the last.
 * What cannot be told is tried again a second later.
 */
export class ResultsPace {
  readonly #options: Required<ResultsPaceOptions>
  readonly #closing = new AbortController()
  /** Polls that were told of within the last second, and whether they have changed since. */
  readonly #hasChanged = new Map<number, boolean>()

  constructor(options: ResultsPaceOptions) {
    this.#options = { wait: untilThen, ...options }
  }

  /** A vote was counted. */
  changed(pollId: number): void {
    if (this.#closing.signal.aborted) return
    const isAtWork = this.#hasChanged.has(pollId)
    this.#hasChanged.set(pollId, true)
    if (!isAtWork) void this.#run(pollId)
  }

  /** Tells nothing more. Idempotent. */
  close(): void {
    this.#closing.abort()
  }

  async #run(pollId: number): Promise<void> {
    const { signal } = this.#closing
    while (this.#hasChanged.get(pollId) && !signal.aborted) {
      this.#hasChanged.set(pollId, false)
      await this.#publishEvent(pollId)
      await this.#options.wait(RESULTS_INTERVAL_MS, signal)
    }
    this.#hasChanged.delete(pollId)
  }

  async #publishEvent(pollId: number): Promise<void> {
    try {
      await this.#options.publishEvent(pollId)
    } catch (error) {
      this.#hasChanged.set(pollId, true)
      this.#options.onError(error)
    }
  }
}

async function untilThen(ms: number, signal: AbortSignal): Promise<void> {
  // The only reason to reject is the abort, and then there is nothing to wait for.
  await delay(ms, undefined, { signal }).catch(() => undefined)
}
