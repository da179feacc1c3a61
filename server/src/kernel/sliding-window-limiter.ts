import type { Clock } from './clock.ts'
import type { ConsumeResult, Limit, LimitedKey, RateLimiter } from './rate-limiter.ts'

/** A limiter in memory: the answer is there at once. */
export interface SlidingWindowLimiter extends RateLimiter {
  consume(keys: readonly LimitedKey[]): ConsumeResult
  refund(keys: readonly LimitedKey[]): void
}

export const MAX_KEYS = 20_000

/** Counts within windows that slide. Memory is bounded: the oldest of too many keys are forgotten. */
export function createSlidingWindowLimiter(clock: Clock, maxKeys = MAX_KEYS): SlidingWindowLimiter {
  const times = new Map<string, number[]>()

  function recent({ key, windowMs }: LimitedKey): number[] {
    const now = clock.now()
    // What lies ahead was counted before the clock was set back.
    return (times.get(key) ?? []).filter((time) => time > now - windowMs && time <= now)
  }

  function keep(key: string, kept: number[]): void {
    times.delete(key)
    if (kept.length === 0) return
    times.set(key, kept)
    const oldest = times.size > maxKeys ? times.keys().next() : undefined
    if (oldest && !oldest.done) times.delete(oldest.value)
  }

  return {
    consume(counted) {
      const waits = counted.map((one) => waitMs(recent(one), one, clock.now()))
      const longest = Math.max(0, ...waits)
      if (longest > 0) return { ok: false, retryAfterSeconds: Math.ceil(longest / 1000) }
      for (const one of counted) keep(one.key, [...recent(one), clock.now()])
      return { ok: true }
    },
    refund(counted) {
      for (const one of counted) keep(one.key, recent(one).slice(0, -1))
    },
  }
}

function waitMs(times: number[], { limit, windowMs }: Limit, now: number): number {
  const oldest = times.at(-limit)
  return oldest === undefined ? 0 : oldest + windowMs - now
}
