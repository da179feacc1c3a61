import type { RedisBus, StationIdentity } from './redis-bus.ts'
import { createSigner, SIGNATURE_LENGTH } from './signer.ts'

/** Duration of a lease without a renewal; there is one twice a second. */
const LEASE_MS = 3_000
/** Tries against forged leases in one claim; faster forgers are dealt with at the next. */
const MAX_TRIES = 3
/** Of this many leases it is remembered how they were renewed. A station has a few broadcasts on air. */
export const MAX_REMEMBERED = 256

/** A lease: the higher term gets it, and of equal terms the holder keeps it. */
export type LeaseBid = { instance: string; term: number }

/** As it stands in Redis, after its signature. `renewal` grows each time that the holder asks. */
type Lease<Bid> = { id: number; renewal: number; instance: string; term: number; bid: Bid }

/** Of what Redis holds, only what looks like a lease counts; whether it is one, its signature says, which Lua cannot read. */
const READ = `
local held = redis.pcall('GET', KEYS[1])
local function holderOf(text)
  if type(text) ~= 'string' then return nil end
  local isRead, holder = pcall(cjson.decode, string.sub(text, ${SIGNATURE_LENGTH + 1}))
  if isRead and type(holder) == 'table' and type(holder.term) == 'number' then return holder end
end`

/** Gives the lease to who asks unless another has it with the same or a higher term; answers who has it. ARGV[5] has none. */
const CLAIM = `${READ}
local holder = holderOf(held)
if holder and held ~= ARGV[5] and holder.instance ~= ARGV[2] and holder.term >= tonumber(ARGV[3]) then return held end
redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[4])
return ARGV[1]`

const RELEASE = `${READ}
local holder = holderOf(held)
if holder and holder.instance == ARGV[1] then redis.call('DEL', KEYS[1]) end
return 1`

export type RedisLeasesOptions = StationIdentity & {
  /** Monotonic milliseconds. */
  now(): number
}

/**
 * Leases in Redis, by number. A lease that no instance of the station signed, or whose holder has not renewed it for
 * longer than a lease lasts, is nobody's, however long Redis holds it. Both calls reject while Redis is away.
 */
export function createRedisLeases<Bid extends LeaseBid>(
  redis: Pick<RedisBus, 'run' | 'refuse'>,
  { station, key, now }: RedisLeasesOptions,
) {
  const keyOf = (id: number) => `carillon:${station}:lease:${id}`
  const signer = createSigner(key, 'leases')
  const isRenewed = watchRenewals(now)
  let renewal = 0

  /** Holder of the lease, as stored in Redis; null: nobody. */
  const read = (id: number, text: string): Bid | null => {
    const signed = signer.verify(text)
    // Who has the key writes leases and nothing else.
    const lease = signed === null ? null : (JSON.parse(signed) as Lease<Bid>)
    return lease?.id === id && isRenewed(lease) ? lease.bid : null
  }

  return {
    /** Asks for a lease, or asks it again; gives who has it. */
    async claim(id: number, bid: Bid): Promise<Bid> {
      const { instance, term } = bid
      renewal += 1
      const mine = signer.sign(JSON.stringify({ id, renewal, instance, term, bid } satisfies Lease<Bid>))
      let refused = ''
      for (let tries = 0; tries < MAX_TRIES; tries++) {
        const args = [mine, instance, String(term), String(LEASE_MS), refused]
        const held = String(await redis.run(CLAIM, [keyOf(id)], args))
        if (held === mine) return bid
        const holder = read(id, held)
        if (holder) return holder
        refused = held
        redis.refuse('lease')
      }
      throw new Error('Redis is full of leases that nobody has')
    },
    /** Gives a lease back, if it is this instance's. */
    release: (id: number, instance: string): Promise<unknown> => redis.run(RELEASE, [keyOf(id)], [instance]),
  }
}

/** Tells whether the holder of a lease renews it, as far as has been seen here: one that was recorded stays as it was. */
function watchRenewals(now: () => number): (lease: Lease<unknown>) => boolean {
  const seen = new Map<string, { renewal: number; atMs: number }>()
  return ({ id, instance, renewal }) => {
    const name = `${id} ${instance}`
    const last = seen.get(name)
    if (last && renewal <= last.renewal) return now() - last.atMs <= LEASE_MS
    seen.delete(name)
    seen.set(name, { renewal, atMs: now() })
    const [oldest] = seen.keys()
    if (seen.size > MAX_REMEMBERED && oldest !== undefined) seen.delete(oldest)
    return true
  }
}
