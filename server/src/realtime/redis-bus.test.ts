import { createClient } from '@redis/client'
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
  ;[here, there] = [createRedisBus(redis.url, log), createRedisBus(redis.url, log)]
})
afterEach(async () => {
  await Promise.all([here?.close(), there?.close()])
  await redis.stop()
})

async function expectAway(isAway: boolean, ...buses: (RedisBus | undefined)[]): Promise<void> {
  for (const bus of buses) await expect.poll(() => bus?.isAway(), SOON).toBe(isAway)
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

it('[IN12] a Redis that is not there when an instance starts is found when it comes', {
  timeout: 90_000,
}, async () => {
  await redis.stop()
  const late = createRedisBus(redis.url, pino({ level: 'silent' }))
  expect(late.isAway()).toBe(true)
  await redis.start()
  await expectAway(false, late)
  await late.close()
})
