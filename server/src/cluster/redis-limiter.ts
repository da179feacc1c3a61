import { createHash, randomUUID } from 'node:crypto'
import type { LimitedKey, RateLimiter } from '../kernel/rate-limiter.ts'
import type { SlidingWindowLimiter } from '../kernel/sliding-window-limiter.ts'
import type { RedisBus } from './redis-bus.ts'

/** By the clock of Redis, which is one for all. Answers 0 when it was counted, else the milliseconds until it may be. */
const CONSUME = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local longest = 0
for i, key in ipairs(KEYS) do
  local limit, window = tonumber(ARGV[2 * i]), tonumber(ARGV[2 * i + 1])
  redis.call('ZREMRANGEBYSCORE', key, '-inf', now - window)
  -- From before its clock was set back.
  redis.call('ZREMRANGEBYSCORE', key, '(' .. now, '+inf')
  local nth = redis.call('ZRANGE', key, -limit, -limit, 'WITHSCORES')
  if #nth > 0 then longest = math.max(longest, nth[2] + window - now) end
end
if longest > 0 then return longest end
for i, key in ipairs(KEYS) do
  redis.call('ZADD', key, now, ARGV[1])
  redis.call('PEXPIRE', key, ARGV[2 * i + 1])
end
return 0`

const REFUND = `
for _, key in ipairs(KEYS) do redis.call('ZREMRANGEBYRANK', key, -1, -1) end
return 1`

/**
 * Counts attempts in Redis, for all instances together; while it is away, what this one has seen counts in `local`.
 * Redis learns no address and no e-mail, only hashes of them. `station` keeps those of different stations apart.
 */
export function createRedisLimiter(
  redis: Pick<RedisBus, 'run'>,
  { station, local }: { station: string; local: SlidingWindowLimiter },
): RateLimiter {
  const keysOf = (counted: readonly LimitedKey[]) =>
    counted.map(
      ({ key }) => `carillon:${station}:attempts:${createHash('sha256').update(key).digest('base64url')}`,
    )
  return {
    async consume(counted) {
      const limits = counted.flatMap(({ limit, windowMs }) => [String(limit), String(windowMs)])
      // Counted here as well, so that it is known when Redis goes away.
      const here = local.consume(counted)
      try {
        const waitMs = Number(await redis.run(CONSUME, keysOf(counted), [randomUUID(), ...limits]))
        if (waitMs <= 0) return { ok: true }
        if (here.ok) local.refund(counted)
        return { ok: false, retryAfterSeconds: Math.ceil(waitMs / 1_000) }
      } catch {
        return here // the bus tells that Redis is away
      }
    },
    async refund(counted) {
      local.refund(counted)
      await redis.run(REFUND, keysOf(counted), []).catch(() => undefined)
    },
  }
}
