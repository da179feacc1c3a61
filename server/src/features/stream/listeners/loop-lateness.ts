/** Late by this much on average, pages go out in batches only. */
const LATE_MS = 80
/** Back to normal only under this, so that it does not flicker. */
const IN_TIME_MS = 20
/** Weight of the newest interval: a few seconds count. */
const WEIGHT = 0.15

/** Lateness of the event loop, from the intervals of a timer that should come every `intervalMs`. Pure. */
export class LoopLateness {
  readonly #intervalMs: number
  #lastMs: number
  #lateMs = 0
  #averageMs = 0
  #isLate = false

  constructor(intervalMs: number, nowMs: number) {
    this.#intervalMs = intervalMs
    this.#lastMs = nowMs
  }

  get isLate(): boolean {
    return this.#isLate
  }

  /** Lateness of the newest tick, in milliseconds. */
  get lateMs(): number {
    return this.#lateMs
  }

  tick(nowMs: number): void {
    this.#lateMs = Math.max(0, nowMs - this.#lastMs - this.#intervalMs)
    this.#lastMs = nowMs
    this.#averageMs += (this.#lateMs - this.#averageMs) * WEIGHT
    this.#isLate = this.#averageMs > (this.#isLate ? IN_TIME_MS : LATE_MS)
  }
}
