/** Rate limit: at most `burst` at once, refilled by `perSecond`. */
export type Rate = { burst: number; perSecond: number }

/** A token bucket. Pure: time comes in as monotonic milliseconds. */
export class TokenBucket {
  readonly #rate: Rate
  #tokens: number
  #filledMs: number

  constructor(rate: Rate, nowMs: number) {
    this.#rate = rate
    this.#tokens = rate.burst
    this.#filledMs = nowMs
  }

  /** Takes `amount` if it is there. */
  consume(amount: number, nowMs: number): boolean {
    const refill = ((nowMs - this.#filledMs) / 1_000) * this.#rate.perSecond
    this.#tokens = Math.min(this.#rate.burst, this.#tokens + refill)
    this.#filledMs = nowMs
    if (this.#tokens < amount) return false
    this.#tokens -= amount
    return true
  }

  /** Returns what was taken and is not to count. */
  refund(amount: number): void {
    this.#tokens = Math.min(this.#rate.burst, this.#tokens + amount)
  }
}
