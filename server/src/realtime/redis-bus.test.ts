import { setImmediate } from 'node:timers/promises'
import { createClient, type RedisClientType } from '@redis/client'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type RedisServer, startRedis } from '../../../scripts/lib/redis-server.ts'
import { createAttempts } from '../attempts.ts'
import { createRedisAttempts } from './redis-attempts.ts'
import { createRedisBus, type RedisBus } from './redis-bus.ts'

/** Generous: the machine may be busy. */
const SOON = { timeout: 30_000 }
let redis: RedisServer
/** What the instances log. */
let logged: string[] = []
let [here, there]: RedisBus[] = []

beforeEach(async () => {
  redis = await startRedis()
  logged = []
  const log = pino({ level: 'info' }, { write: (line) => void logged.push(line) })
  ;[here, there] = [createRedisBus(redis.url, log, 'station'), createRedisBus(redis.url, log, 'station')]
})
afterEach(async () => {
  await Promise.all([here?.close(), there?.close()])
  await redis.stop()
})

async function expectAway(isAway: boolean, ...buses: (RedisBus | undefined)[]): Promise<void> {
  for (const bus of buses) await expect.poll(() => bus?.isAway(), SOON).toBe(isAway)
}

/** How many commands were refused since Redis started. */
async function commandsRefused(keeper: Pick<RedisClientType, 'sendCommand'>): Promise<number> {
  const errors = String(await keeper.sendCommand(['INFO', 'errorstats']))
  return Number(/NOPERM:count=(\d+)/.exec(errors)?.[1] ?? 0)
}

/** Sends letters until one has come. */
async function expectLetters(): Promise<void> {
  const heard = Promise.withResolvers<void>()
  there?.on('news', () => heard.resolve())
  const sending = setInterval(() => here?.send('news', {}), 50)
  await heard.promise
  clearInterval(sending)
}

it('[IN12] a Redis that hangs counts as away, nobody waits for it, and it is back when it answers', {
  timeout: 90_000,
}, async () => {
  await expectAway(false, here, there)
  redis.pause()
  await expectAway(true, here, there)

  await expect(here?.run('return 1', [], [])).rejects.toThrow('Redis is away')
  const local = createAttempts({ now: () => 0 })
  const attempts = createRedisAttempts(here ?? expect.fail(), { station: 'one', local })
  const twice = [{ key: 'ana', limit: 2, windowMs: 60_000 }]
  for (const ok of [true, true, false]) expect(await attempts.take(twice)).toMatchObject({ ok })

  redis.resume()
  await expectAway(false, here, there)
  expect(await here?.run('return 1', [], [])).toBe(1)
  await expectLetters()
})

it('[IN12] Redis counts as away while an instance cannot hear the others, though it can speak', {
  timeout: 90_000,
}, async () => {
  await expectAway(false, here, there)
  const keeper = createClient({ url: redis.url })
  await keeper.connect()
  await keeper.sendCommand(['ACL', 'SETUSER', 'default', '-subscribe'])
  await keeper.sendCommand(['CLIENT', 'KILL', 'TYPE', 'pubsub'])
  await expectAway(true, here, there)
  await keeper.sendCommand(['CLIENT', 'KILL', 'TYPE', 'normal'])
  for (const bus of [here, there]) {
    await expect.poll(() => bus?.run('return 1', [], []).catch(() => 0), SOON).toBe(1)
    expect(bus?.isAway()).toBe(true)
  }
  expect(logged.join()).not.toContain('Redis is back')

  await keeper.sendCommand(['ACL', 'SETUSER', 'default', '+subscribe'])
  await expectAway(false, here, there)
  await expectLetters()
  keeper.destroy()
})

it('[IN12] a process that was busy for long does not take Redis for away', { timeout: 90_000 }, async () => {
  await expectAway(false, here, there)
  await expectLetters()
  const call = here?.run('return 1', [], [])
  const other = here?.run('return 2', [], [])
  await setImmediate() // both are on their way
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1_200)
  expect(await Promise.all([call, other])).toEqual([1, 2])
  const heard = Promise.withResolvers<unknown>()
  there?.on('news', heard.resolve)
  here?.send('news', { after: true })
  expect(await heard.promise).toEqual({ after: true })
  expect(logged).toEqual([])
})

it('[IN12] a Redis that takes no letters is away until it does, and that is told once', {
  timeout: 90_000,
}, async () => {
  await expectAway(false, here, there)
  const keeper = createClient({ url: redis.url })
  await keeper.connect()
  await keeper.sendCommand(['ACL', 'SETUSER', 'default', '-publish'])
  here?.send('news', {})
  there?.send('news', {})
  await expectAway(true, here, there)
  // Each is asked several times.
  const asked = await commandsRefused(keeper)
  await expect.poll(() => commandsRefused(keeper), SOON).toBeGreaterThan(asked + 6)
  expect([here?.isAway(), there?.isAway()]).toEqual([true, true])
  const words = () => logged.map((line) => JSON.parse(line).msg)
  const away = 'Redis is away: this instance goes on by itself'
  expect(words()).toEqual([away, away])

  await keeper.sendCommand(['ACL', 'SETUSER', 'default', '+publish'])
  await expectAway(false, here, there)
  await expectLetters()
  expect(words()).toEqual([away, away, 'Redis is back', 'Redis is back'])
  keeper.destroy()
})

it('[IN12] an instance that stops tells nothing of Redis', async () => {
  await expectAway(false, here, there)
  redis.pause()
  here?.send('news', {})
  await setImmediate() // it is on its way
  await here?.close()
  redis.resume()
  await expectAway(false, there)
  expect(logged).toEqual([])
})

it('[IN12] a Redis that is not there when an instance starts is found when it comes', {
  timeout: 90_000,
}, async () => {
  await redis.stop()
  const late = createRedisBus(redis.url, pino({ level: 'silent' }), 'station')
  expect(late.isAway()).toBe(true)
  await redis.start()
  await expectAway(false, late)
  await late.close()
})

it('[IN5] what a station tells, another one on the same Redis does not hear', async () => {
  const other = createRedisBus(redis.url, pino({ level: 'silent' }), 'other')
  await expectAway(false, here, there, other)
  const strange: unknown[] = []
  there?.on('strange', (letter) => void strange.push(letter))
  other.send('strange', {})
  // When this is answered Redis has passed the letter on, and the letters that are sent now come after it.
  await other.run('return 1', [], [])
  await expectLetters()
  await other.close()
  expect(strange).toEqual([])
})
