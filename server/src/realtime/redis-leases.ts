import type { RedisBus } from './redis-bus.ts'

/** How long a lease is had without being asked for anew; that is done twice a second. */
const LEASE_MS = 3_000

/** What is leased: the higher term gets it, and of the same term who has it. */
export type LeaseBid = { instance: string; term: number }

/** Gives the lease to who asks unless another has it with the same or a higher term; answers who has it. */
const CLAIM = `
local held = redis.call('GET', KEYS[1])
if held then
  local holder = cjson.decode(held)
  if holder.instance ~= ARGV[2] and holder.term >= tonumber(ARGV[3]) then return held end
end
redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[4])
return ARGV[1]`

const RELEASE = `
local held = redis.call('GET', KEYS[1])
if held and cjson.decode(held).instance == ARGV[1] then redis.call('DEL', KEYS[1]) end
return 1`

/** Leases in Redis, by number; `station` keeps those of different stations apart. Both calls reject while it is away. */
export function createRedisLeases<Bid extends LeaseBid>(redis: Pick<RedisBus, 'run'>, station: string) {
  const keyOf = (id: number) => `carillon:${station}:lease:${id}`
  return {
    /** Asks for a lease, or asks it anew; gives who has it. */
    async claim(id: number, bid: Bid): Promise<Bid> {
      const args = [JSON.stringify(bid), bid.instance, String(bid.term), String(LEASE_MS)]
      // Only instances of this version write there.
      return JSON.parse(String(await redis.run(CLAIM, [keyOf(id)], args))) as Bid
    },
    /** Gives a lease back, if it is this instance's. */
    release: (id: number, instance: string): Promise<unknown> => redis.run(RELEASE, [keyOf(id)], [instance]),
  }
}
