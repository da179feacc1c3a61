import type { Clock } from './clock.ts'

/** At most `limit` within any `windowMs`. */
export type Limit = { limit: number; windowMs: number }
/** A limit, and whom it counts. */
export type Counted = Limit & { key: string }

/** Whether an attempt was counted; else how long until it may be made. */
export type Taken = { ok: true } | { ok: false; retryAfterSeconds: number }

/** Counts attempts: in memory for one instance, in one place for several. Never rejects. */
export type Attempts = {
  /** Counts an attempt on every key, or none. */
  take(counted: readonly Counted[]): Taken | Promise<Taken>
  /** Takes the newest attempt back: it was no failure. */
  forgive(counted: readonly Counted[]): void | Promise<void>
}

/** Attempts that are counted in memory: the answer is there at once. */
export type LocalAttempts = {
  take(counted: readonly Counted[]): Taken
  forgive(counted: readonly Counted[]): void
}

export const MAX_KEYS = 20_000

/** The oldest keys are forgotten when there are too many: memory is bounded, whoever asks. */
export function createAttempts(clock: Clock, maxKeys = MAX_KEYS): LocalAttempts {
  const times = new Map<string, number[]>()

  function recent({ key, windowMs }: Counted): number[] {
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
    take(counted) {
      const waits = counted.map((one) => waitMs(recent(one), one, clock.now()))
      const longest = Math.max(0, ...waits)
      if (longest > 0) return { ok: false, retryAfterSeconds: Math.ceil(longest / 1000) }
      for (const one of counted) keep(one.key, [...recent(one), clock.now()])
      return { ok: true }
    },
    forgive(counted) {
      for (const one of counted) keep(one.key, recent(one).slice(0, -1))
    },
  }
}

function waitMs(times: number[], { limit, windowMs }: Limit, now: number): number {
  const oldest = times.at(-limit)
  return oldest === undefined ? 0 : oldest + windowMs - now
}
