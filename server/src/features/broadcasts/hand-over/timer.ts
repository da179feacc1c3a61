/** Tries of a hand-over that is due and cannot be made yet: this often. */
const RETRY_MS = 250

export type HandOverTimerOptions = {
  clock: { now(): number }
  /** Time after which a hand-over that could not be made is left to people. */
  lateLimitMs: number
  /** Carries it out if it can be made; true when there is nothing more to try. Never rejects. */
  attempt(broadcastId: number): Promise<boolean>
}

/** A hand-over to come: the live broadcast, and when. */
export type DueHandOver = { broadcastId: number; atMs: number }

/** Clock of the planned hand-over: there is one at most. Owns its timer; `set(null)` ends it. */
export class HandOverTimer {
  readonly #options: HandOverTimerOptions
  #due: DueHandOver | null = null
  #timer: NodeJS.Timeout | null = null

  constructor(options: HandOverTimerOptions) {
    this.#options = options
  }

  /** Sets it, in the place of the one before. Set to the same again it goes on. */
  set(due: DueHandOver | null): void {
    if (due?.broadcastId === this.#due?.broadcastId && due?.atMs === this.#due?.atMs) return
    if (this.#timer) clearTimeout(this.#timer)
    this.#due = due
    this.#timer = null
    if (due && this.#options.clock.now() < due.atMs + this.#options.lateLimitMs) this.#wait(due)
  }

  #wait(due: DueHandOver): void {
    const leftMs = due.atMs - this.#options.clock.now()
    this.#timer = setTimeout(() => void this.#ring(due), leftMs > 0 ? leftMs : RETRY_MS)
  }

  async #ring(due: DueHandOver): Promise<void> {
    const { clock, lateLimitMs, attempt } = this.#options
    // The clock of timers is not that of the plan: it may ring early.
    const isOver = clock.now() >= due.atMs && (await attempt(due.broadcastId))
    if (due !== this.#due || isOver || clock.now() >= due.atMs + lateLimitMs) return
    this.#wait(due)
  }
}
