import { Allowance, type Rate } from './allowance.ts'

/** Whose allowance is remembered; beyond it, who came first begins anew. */
const MAX_REMEMBERED = 1_000

/** Allowances by who has them. */
export type Allowances = {
  /** Takes one of somebody's if it is there; else gives the seconds until there is one again. */
  take(id: number): { ok: true } | { ok: false; retryAfterSeconds: number }
}

/** Gives everybody the same rate, each for themselves. `now` is monotonic milliseconds; memory is bounded. */
export function createAllowances(rate: Rate, now: () => number): Allowances {
  const allowances = new Map<number, Allowance>()
  return {
    take(id) {
      const allowance = allowances.get(id) ?? new Allowance(rate, now())
      allowances.delete(id)
      allowances.set(id, allowance)
      const [oldest] = allowances.keys()
      if (allowances.size > MAX_REMEMBERED && oldest !== undefined) allowances.delete(oldest)
      if (allowance.take(1, now())) return { ok: true }
      return { ok: false, retryAfterSeconds: Math.ceil(1 / rate.perSecond) }
    },
  }
}
