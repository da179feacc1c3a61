import { startResponseTimeout } from '../kernel/response-timeout.ts'

export const ASK_EVERY_MS = 1_000
/** Time without an answer after which Redis counts as hanging, even with an open connection. */
const ANSWER_LIMIT_MS = 2_000

/** A connection to Redis, as far as it is watched. */
type Watched = {
  readonly isReady: boolean
  ping(): Promise<unknown>
  on(event: 'error', listener: (err: unknown) => void): unknown
  on(event: 'ready', listener: () => void): unknown
}

export type RedisPulseOptions = {
  /** Done before each question; what is in place already costs nothing. */
  prepare?: () => Promise<unknown>
  /** It can be used from now on, or no longer: then with the reason. */
  onChange(err?: unknown): void
}

/**
 * Whether one connection to Redis can be used: it is asked once a second, and counts as lost when it does not answer in
 * time. One question at a time: a connection that hangs falls silent, and its own time limit ends it. `close` ends the asking.
 */
export class RedisPulse {
  readonly #client: Watched
  readonly #options: RedisPulseOptions
  readonly #timer: NodeJS.Timeout
  #isUsable = false
  #isAsking = false
  #isClosed = false
  /** Number of losses: a question that outlived a connection says nothing of the next one. */
  #losses = 0

  constructor(client: Watched, options: RedisPulseOptions) {
    this.#client = client
    this.#options = options
    client.on('error', (err) => this.lose(err))
    client.on('ready', () => void this.#ask())
    this.#timer = setInterval(() => void this.#ask(), ASK_EVERY_MS)
  }

  get isUsable(): boolean {
    return this.#isUsable
  }

  /** Somebody found that it cannot be used; it is asked again. What ends because it is closed is no news. */
  lose(err: unknown): void {
    if (this.#isClosed) return
    this.#isUsable = false
    this.#losses++
    this.#options.onChange(err)
  }

  /** Idempotent. */
  close(): void {
    this.#isClosed = true
    this.#isUsable = false
    clearInterval(this.#timer)
  }

  async #ask(): Promise<void> {
    if (this.#isAsking || !this.#client.isReady) return
    this.#isAsking = true
    const losses = this.#losses
    const onLate = () => this.lose(new Error('Redis does not answer'))
    const answered = startResponseTimeout(ANSWER_LIMIT_MS, onLate)
    try {
      await this.#options.prepare?.()
      await this.#client.ping()
      if (this.#isClosed || losses !== this.#losses) return
      this.#isUsable = true
      this.#options.onChange()
    } catch (err) {
      this.lose(err)
    } finally {
      answered()
      this.#isAsking = false
    }
  }
}
