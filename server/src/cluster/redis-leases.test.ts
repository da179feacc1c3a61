import { type RedisServer, startRedis } from '@carillon/testkit/redis-server'
import { createClient } from '@redis/client'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { createRedisBus, type RedisBus } from './redis-bus.ts'
import { createRedisLeases, type LeaseBid } from './redis-leases.ts'
import { createSigner } from './signer.ts'

const STATION = { station: 'station', key: 'secret' }
const LEASE_MS = 3_000
const keyOf = (id: number) => `carillon:station:lease:${id}`

let redis: RedisServer
let bus: RedisBus
let nowMs = 0
/** Anyone who reaches Redis. */
let intruder: ReturnType<typeof createClient>
let [here, there]: ReturnType<typeof createRedisLeases<LeaseBid>>[] = []
let id = 0

beforeAll(async () => {
  redis = await startRedis()
  bus = createRedisBus(redis.url, pino({ level: 'silent' }), STATION)
  intruder = createClient({ url: redis.url })
  await intruder.connect()
  await vi.waitFor(() => expect(bus.isAway()).toBe(false), { timeout: 30_000 })
})
afterAll(async () => {
  intruder.destroy()
  await bus.close()
  await redis.stop()
})
beforeEach(() => {
  id += 1
  nowMs = 0
  ;[here, there] = [1, 2].map(() => createRedisLeases<LeaseBid>(bus, { ...STATION, now: () => nowMs }))
})

const first = (term: number) => ({ instance: 'first', term })
const second = (term: number) => ({ instance: 'second', term })

it('[IN22] the higher term has a lease, and of the same term who has it', async () => {
  expect(await here?.claim(id, first(1))).toEqual(first(1))
  expect(await there?.claim(id, second(1))).toEqual(first(1))
  expect(await there?.claim(id, second(2))).toEqual(second(2))
  expect(await here?.claim(id, first(2))).toEqual(second(2))
  await here?.release(id, 'first')
  expect(await here?.claim(id, first(2))).toEqual(second(2))
  await there?.release(id, 'second')
  expect(await here?.claim(id, first(2))).toEqual(first(2))
})

const lease = (ofId: number) => {
  const bid = { instance: 'evil', term: 999 }
  return JSON.stringify({ id: ofId, renewal: 1e9, ...bid, bid })
}
it.each([
  ['words', () => 'no lease', 0],
  ['a lease without a signature', () => lease(id), 0],
  ['a lease with a signature of somebody else', () => createSigner('guess', 'leases').sign(lease(id)), 2],
  ['a signed message', () => createSigner(STATION.key, 'bus').sign(lease(id)), 2],
  ['a lease of something else', () => createSigner(STATION.key, 'leases').sign(lease(id + 1_000)), 2],
])(
  '[IN22] %s in place of a lease is not believed, counted where it looks like one, and its holder has it still',
  async (_, text, refused) => {
    await here?.claim(id, first(1))
    await intruder.set(keyOf(id), text())
    const before = bus.refused().lease
    expect(await here?.claim(id, first(1))).toEqual(first(1))
    await intruder.set(keyOf(id), text())
    expect(await there?.claim(id, second(3))).toEqual(second(3))
    expect(bus.refused().lease - before).toBe(refused)
  },
)

it('[IN22] a list in place of a lease is replaced', async () => {
  await intruder.lPush(keyOf(id), 'no lease')
  expect(await here?.claim(id, first(1))).toEqual(first(1))
})

it('[IN22] a lease that is played back keeps nobody off, once its holder has been seen to be gone', async () => {
  await here?.claim(id, first(7))
  const recorded = String(await intruder.get(keyOf(id)))
  expect(await there?.claim(id, second(1))).toEqual(first(7))
  nowMs += LEASE_MS
  // Renewed all the time, the holder has it for as long as it likes.
  await here?.claim(id, first(7))
  expect(await there?.claim(id, second(1))).toEqual(first(7))
  nowMs += LEASE_MS + 1
  await intruder.set(keyOf(id), recorded)
  expect(await there?.claim(id, second(1))).toEqual(second(1))
})
