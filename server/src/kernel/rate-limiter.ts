import { AppError } from './app-error.ts'

/** At most `limit` within any `windowMs`. */
export type Limit = { limit: number; windowMs: number }
/** A limit, and what it counts: an account, a device, a network. */
export type LimitedKey = Limit & { key: string }

/** Whether it was counted; else how long until it may be tried again. */
export type ConsumeResult = { ok: true } | { ok: false; retryAfterSeconds: number }

/** Counts calls by key: in memory for one instance, in Redis for several. Never rejects. */
export type RateLimiter = {
  /** Counts one on every key, or on none. */
  consume(keys: readonly LimitedKey[]): ConsumeResult | Promise<ConsumeResult>
  /** Takes the newest one back: it is not to count. */
  refund(keys: readonly LimitedKey[]): void | Promise<void>
}

/** Throws the code with the seconds to wait, unless it was counted. */
export function requireConsumed(
  consumed: ConsumeResult,
  code: 'TOO_MANY_REQUESTS' | 'TOO_MANY_ATTEMPTS' = 'TOO_MANY_REQUESTS',
): void {
  if (!consumed.ok) throw new AppError(code, { retryAfterSeconds: consumed.retryAfterSeconds })
}
