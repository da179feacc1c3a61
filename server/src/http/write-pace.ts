import { MINUTE_MS } from '@carillon/contract/durations'
import type { Access, BurstRate, Endpoint, WriteRate } from '@carillon/contract/endpoint'
import type { Role } from '@carillon/contract/roles'
import { createKeyedTokenBucket, type KeyedTokenBucket } from '../kernel/keyed-token-bucket.ts'
import { type LimitedKey, type RateLimiter, requireConsumed } from '../kernel/rate-limiter.ts'
import { SAFE_METHODS, type Session } from './session.ts'

/** All that one person writes, whatever it is: two a second for long, and 120 in a row. */
const LISTENER_RATE: WriteRate = { limit: 120, windowMs: MINUTE_MS }
/** Rate of anyone who runs a show or looks after one: many things quickly, more than a connection of STOMP may send. */
const STAFF_RATE: WriteRate = { limit: 1_500, windowMs: MINUTE_MS }

const RATE_OF: Record<Role, WriteRate> = {
  LISTENER: LISTENER_RATE,
  DJ: STAFF_RATE,
  MODERATOR: STAFF_RATE,
  ADMIN: STAFF_RATE,
}

/** A call, as far as it says how often one person may make it. */
type Paced = Pick<Endpoint, 'path' | 'rate'> & { method: string }

/** Counts one write of a person, before it is made. Throws TOO_MANY_REQUESTS. */
export type PaceWrite = (session: Session, call: Paced) => Promise<void>

/**
 * Rate limits on one person's writes: all of them together, and those that have a `rate` of their own by that as well.
 * `factor` multiplies what is allowed.
 */
export function createWritePace(limiter: RateLimiter, factor = 1): PaceWrite {
  return async ({ person }, { method, path, rate }) => {
    const counted: LimitedKey[] = [{ key: `writes of ${person.id}`, ...RATE_OF[person.role] }]
    if (rate && 'limit' in rate) counted.push({ key: `${method} ${path} of ${person.id}`, ...rate })
    requireConsumed(await limiter.consume(counted.map((one) => ({ ...one, limit: one.limit * factor }))))
  }
}

/** Counts one call of a person, where its rate allows bursts. Throws TOO_MANY_REQUESTS. */
export type PaceBurst = (session: Session | null, rate: Endpoint['rate']) => void

/** Rate limits with bursts, each with a bucket for each person; calls share those of a rate that they share. */
export function createBurstPace(now: () => number): PaceBurst {
  const bucketsOf = new Map<BurstRate, KeyedTokenBucket>()
  return (session, rate) => {
    if (!session || !rate || !('burst' in rate)) return
    const buckets = bucketsOf.get(rate) ?? createKeyedTokenBucket(rate, now)
    bucketsOf.set(rate, buckets)
    requireConsumed(buckets.consume(session.person.id))
  }
}

/** Whether it counts as something that a person writes; what visitors may do has limits by address. */
export function isPaced({ method, access }: { method: string; access: Access }): boolean {
  return access !== 'public' && !SAFE_METHODS.has(method)
}
