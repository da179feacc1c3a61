import { createHash, randomUUID } from 'node:crypto'
import type { Attempts, Counted, LocalAttempts } from '../kernel/sliding-window-limiter.ts'
import type { RedisBus } from './redis-bus.ts'

/** By the clock of Redis, which is one for all. Answers 0 when it was counted, else the milliseconds until it may be. */
const TAKE = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local longest = 0
for i, key in ipairs(KEYS) do
  local limit, window = tonumber(ARGV[2 * i]), tonumber(ARGV[2 * i + 1])
  redis.call('ZREMRANGEBYSCORE', key, '-inf', now - window)
  local nth = redis.call('ZRANGE', key, -limit, -limit, 'WITHSCORES')
  if #nth > 0 then longest = math.max(longest, nth[2] + window - now) end
end
if longest > 0 then return longest end
for i, key in ipairs(KEYS) do
  redis.call('ZADD', key, now, ARGV[1])
  redis.call('PEXPIRE', key, ARGV[2 * i + 1])
end
return 0`

const FORGIVE = `
for _, key in ipairs(KEYS) do redis.call('ZREMRANGEBYRANK', key, -1, -1) end
return 1`

/**
 * Counts attempts in Redis, for all instances together; while it is away, what this one has seen counts in `local`.
 * Redis learns no address and no e-mail, only hashes of them. `station` keeps those of different stations apart.
 */
export function createRedisAttempts(
  redis: Pick<RedisBus, 'run'>,
  { station, local }: { station: string; local: LocalAttempts },
): Attempts {
  const keysOf = (counted: readonly Counted[]) =>
    counted.map(
      ({ key }) => `carillon:${station}:attempts:${createHash('sha256').update(key).digest('base64url')}`,
    )
  return {
    async take(counted) {
      const limits = counted.flatMap(({ limit, windowMs }) => [String(limit), String(windowMs)])
      // Counted here as well, so that it is known when Redis goes away.
      const here = local.take(counted)
      try {
        const waitMs = Number(await redis.run(TAKE, keysOf(counted), [randomUUID(), ...limits]))
        if (waitMs <= 0) return { ok: true }
        if (here.ok) local.forgive(counted)
        return { ok: false, retryAfterSeconds: Math.ceil(waitMs / 1_000) }
      } catch {
        return here // the bus tells that Redis is away
      }
    },
    async forgive(counted) {
      local.forgive(counted)
      await redis.run(FORGIVE, keysOf(counted), []).catch(() => undefined)
    },
  }
}
