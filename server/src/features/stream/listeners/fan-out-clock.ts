/** Five groups: each write carries five pages, a second and a quarter. */
export const FAN_OUT_TICK_MS = 250
/** A page that comes this long after the last turn brings the next one with it: one wake-up instead of two. */
export const EARLY_TURN_MS = 200

export type FanOutClockOptions = {
  /** Monotonic milliseconds. */
  now: () => number
  /** No page has come for a while: sends what the time asks for. */
  onTick: () => void
  /** The next group's turn. */
  onTurn: () => void
}

/**
 * The beat of what is on air: a group of listeners has its turn every 250 ms, together with a page where one comes at
 * about that time. Owns its timer from `start` to `stop`.
 */
export class FanOutClock {
  readonly #options: FanOutClockOptions
  #timer: NodeJS.Timeout | null = null
  #lastTurnMs = 0
  #isTicking = false

  constructor(options: FanOutClockOptions) {
    this.#options = options
  }

  /** To be called once. */
  start(): void {
    this.#lastTurnMs = this.#options.now()
    // What came while the loop was busy is read between a timer and its setImmediate: the source is late only after that.
    this.#timer = setInterval(() => setImmediate(() => this.#tick()), FAN_OUT_TICK_MS)
  }

  /** A page was added. */
  notePage(): void {
    const nowMs = this.#options.now()
    if (!this.#timer || this.#isTicking || nowMs - this.#lastTurnMs < EARLY_TURN_MS) return
    this.#lastTurnMs = nowMs
    this.#timer.refresh()
    this.#options.onTurn()
  }

  /** Idempotent. */
  stop(): void {
    if (this.#timer) clearInterval(this.#timer)
    this.#timer = null
  }

  #tick(): void {
    if (!this.#timer) return
    this.#lastTurnMs = this.#options.now()
    // Pages that the tick itself adds belong to this turn, also where adding them takes as long as a turn.
    this.#isTicking = true
    this.#options.onTick()
    this.#isTicking = false
    this.#options.onTurn()
  }
}
