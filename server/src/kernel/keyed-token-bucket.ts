import { Allowance, type Rate } from './token-bucket.ts'

/** Whose allowance is remembered; beyond it, who was last seen longest ago starts with a full one. */
export const MAX_REMEMBERED = 1_000

/** Whether there was one to take; else the seconds until there is. */
export type AllowanceTaken = { ok: true } | { ok: false; retryAfterSeconds: number }

/** Allowances by who has them. */
export type Allowances<Key = number> = {
  /** Takes one of somebody's if it is there. */
  take(key: Key): AllowanceTaken
  /** Returns one that was taken and is not to count. */
  giveBack(key: Key): void
}

/** Gives everybody the same rate, each for themselves. `now` is monotonic milliseconds; memory is bounded. */
export function createAllowances<Key = number>(
  rate: Rate,
  now: () => number,
  maxRemembered = MAX_REMEMBERED,
): Allowances<Key> {
  const allowances = new Map<Key, Allowance>()
  return {
    take(key) {
      const allowance = allowances.get(key) ?? new Allowance(rate, now())
      allowances.delete(key)
      allowances.set(key, allowance)
      const oldest = allowances.size > maxRemembered ? allowances.keys().next() : undefined
      if (oldest && !oldest.done) allowances.delete(oldest.value)
      if (allowance.take(1, now())) return { ok: true }
      return { ok: false, retryAfterSeconds: Math.ceil(1 / rate.perSecond) }
    },
    giveBack(key) {
      allowances.get(key)?.giveBack(1)
    },
  }
}
