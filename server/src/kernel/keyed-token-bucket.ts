import type { ConsumeResult } from './rate-limiter.ts'
import { type Rate, TokenBucket } from './token-bucket.ts'

/** Keys that are remembered; beyond it, the one used longest ago starts with a full bucket again. */
export const MAX_REMEMBERED = 1_000

/** A token bucket for each key. */
export type KeyedTokenBucket<Key = number> = {
  /** Takes one token of a key if it is there. */
  consume(key: Key): ConsumeResult
  /** Returns one that was taken and is not to count. */
  refund(key: Key): void
}

/** Gives every key the same rate. `now` is monotonic milliseconds; memory is bounded. */
export function createKeyedTokenBucket<Key = number>(
  rate: Rate,
  now: () => number,
  maxRemembered = MAX_REMEMBERED,
): KeyedTokenBucket<Key> {
  const buckets = new Map<Key, TokenBucket>()
  return {
    consume(key) {
      const bucket = buckets.get(key) ?? new TokenBucket(rate, now())
      buckets.delete(key)
      buckets.set(key, bucket)
      const oldest = buckets.size > maxRemembered ? buckets.keys().next() : undefined
      if (oldest && !oldest.done) buckets.delete(oldest.value)
      if (bucket.consume(1, now())) return { ok: true }
      return { ok: false, retryAfterSeconds: Math.ceil(1 / rate.perSecond) }
    },
    refund(key) {
      buckets.get(key)?.refund(1)
    },
  }
}
