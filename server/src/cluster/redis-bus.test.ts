import { setImmediate } from 'node:timers/promises'
import { type RedisServer, startRedis } from '@carillon/testkit/redis-server'
import { createClient, type RedisClientType } from '@redis/client'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, it, onTestFinished } from 'vitest'
import { createSlidingWindowLimiter } from '../kernel/sliding-window-limiter.ts'
import { createRedisBus, type RedisBus } from './redis-bus.ts'
import { createRedisLimiter } from './redis-limiter.ts'
import { createSigner } from './signer.ts'

const STATION = { station: 'station', key: 'secret' }
let redis: RedisServer
const AWAY = 'Redis is away: this instance goes on by itself'
const BACK = 'Redis is back'
type Line = { by: 'here' | 'there'; msg: string; sort?: string }
/** Log lines of the instances. */
let logged: Line[] = []
let [here, there]: RedisBus[] = []

beforeEach(async () => {
  redis = await startRedis()
  logged = []
  const log = pino({ level: 'info' }, { write: (line) => void logged.push(JSON.parse(line)) })
  const busOf = (by: Line['by']) => createRedisBus(redis.url, log.child({ by }), STATION)
  ;[here, there] = [busOf('here'), busOf('there')]
})
afterEach(async () => {
  await Promise.all([here?.close(), there?.close()])
  await redis.stop()
})

/** What an instance logged, in words. */
const wordsOf = (by: Line['by']) => logged.filter((line) => line.by === by).map(({ msg }) => msg)

async function expectAway(isAway: boolean, ...buses: (RedisBus | undefined)[]): Promise<void> {
  for (const bus of buses) await expect.poll(() => bus?.isAway()).toBe(isAway)
}

/** Number of commands refused since Redis started. */
async function commandsRefused(keeper: Pick<RedisClientType, 'sendCommand'>): Promise<number> {
  const errors = String(await keeper.sendCommand(['INFO', 'errorstats']))
  return Number(/NOPERM:count=(\d+)/.exec(errors)?.[1] ?? 0)
}

/** Sends messages until one has come. */
async function expectMessages(): Promise<void> {
  const received = Promise.withResolvers<void>()
  there?.on('air-changed', () => received.resolve())
  const sending = setInterval(() => here?.send('air-changed', {}), 50)
  await received.promise
  clearInterval(sending)
}

it('[IN12] a Redis that hangs counts as away, nobody waits for it, and it is back when it answers', async () => {
  await expectAway(false, here, there)
  redis.pause()
  await expectAway(true, here, there)

  await expect(here?.run('return 1', [], [])).rejects.toThrow('Redis is away')
  const local = createSlidingWindowLimiter({ now: () => 0 })
  const limiter = createRedisLimiter(here ?? expect.fail(), { station: 'one', local })
  const twice = [{ key: 'ana', limit: 2, windowMs: 60_000 }]
  for (const ok of [true, true, false]) expect(await limiter.consume(twice)).toMatchObject({ ok })

  redis.resume()
  await expectAway(false, here, there)
  await expect.poll(() => here?.run('return 1', [], []).catch(() => 0)).toBe(1)
  await expectMessages()
})

it('[FT3] attempts from before the clock of Redis was set back do not count', async () => {
  await expectAway(false, here, there)
  const bus = here ?? expect.fail()
  const local = createSlidingWindowLimiter({ now: () => 0 })
  const limiter = createRedisLimiter(bus, { station: 'one', local })
  const once = [{ key: 'ana', limit: 1, windowMs: 60_000 }]
  for (const ok of [true, false]) expect(await limiter.consume(once)).toMatchObject({ ok })
  const setBack = `for _, key in ipairs(redis.call('KEYS', 'carillon:one:attempts:*')) do
    for _, each in ipairs(redis.call('ZRANGE', key, 0, -1)) do redis.call('ZINCRBY', key, 3600000, each) end
  end return 1`
  await bus.run(setBack, [], [])
  for (const ok of [true, false]) expect(await limiter.consume(once)).toMatchObject({ ok })
})

it('[IN12] Redis counts as away while an instance cannot hear the others, though it can speak', async () => {
  await expectAway(false, here, there)
  const keeper = createClient({ url: redis.url })
  await keeper.connect()
  await keeper.sendCommand(['ACL', 'SETUSER', 'default', '-subscribe'])
  await keeper.sendCommand(['CLIENT', 'KILL', 'TYPE', 'pubsub'])
  await expectAway(true, here, there)
  await keeper.sendCommand(['CLIENT', 'KILL', 'TYPE', 'normal'])
  for (const bus of [here, there]) {
    await expect.poll(() => bus?.run('return 1', [], []).catch(() => 0)).toBe(1)
    expect(bus?.isAway()).toBe(true)
  }
  expect(logged.map(({ msg }) => msg)).not.toContain(BACK)

  await keeper.sendCommand(['ACL', 'SETUSER', 'default', '+subscribe'])
  await expectAway(false, here, there)
  await expectMessages()
  keeper.destroy()
})

it('[IN12] a process that was busy for long does not take Redis for away', async () => {
  let received: unknown[] = []
  there?.on('notified', (message) => void received.push(message))
  const beBusy = async () => {
    await expectAway(false, here, there)
    await expectMessages()
    logged = []
    received = []
    const calls = [1, 2].map((each) => here?.run(`return ${each}`, [], []).catch(() => 0))
    await setImmediate() // both are on their way
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1_200)
    const answers = await Promise.all(calls)
    here?.send('notified', { id: 7 })
    await expectMessages() // that are sent after it
    return { answers, received, logged }
  }
  // Again where Redis itself was slow for once.
  await expect.poll(beBusy).toEqual({ answers: [1, 2], received: [{ id: 7 }], logged: [] })
})

/** Words that say what was said last as well. */
const repeatsOf = (words: readonly string[]) => words.filter((each, index) => each === words[index - 1])

it('[IN12] a Redis that takes no messages is away until it does, and that is told once', async () => {
  await expectAway(false, here, there)
  const keeper = createClient({ url: redis.url })
  await keeper.connect()
  await keeper.sendCommand(['ACL', 'SETUSER', 'default', '-publish'])
  here?.send('air-changed', {})
  there?.send('air-changed', {})
  await expectAway(true, here, there)
  // Each is asked several times.
  const asked = await commandsRefused(keeper)
  await expect.poll(() => commandsRefused(keeper)).toBeGreaterThan(asked + 6)
  expect([here?.isAway(), there?.isAway()]).toEqual([true, true])
  // A Redis that was slow for once before was away, and back.
  for (const by of ['here', 'there'] as const) {
    expect(wordsOf(by).at(-1)).toBe(AWAY)
    expect(repeatsOf(wordsOf(by))).toEqual([])
  }

  await keeper.sendCommand(['ACL', 'SETUSER', 'default', '+publish'])
  await expectAway(false, here, there)
  await expectMessages()
  for (const by of ['here', 'there'] as const) {
    await expect.poll(() => wordsOf(by).slice(-2)).toEqual([AWAY, BACK])
    expect(repeatsOf(wordsOf(by))).toEqual([])
  }
  keeper.destroy()
})

it('[IN12] an instance that stops tells nothing of Redis', async () => {
  await expectAway(false, here, there)
  logged = []
  redis.pause()
  here?.send('air-changed', {})
  await setImmediate() // it is on its way
  await here?.close()
  redis.resume()
  await expectAway(false, there)
  expect(wordsOf('here')).toEqual([])
})

it('[IN12] a Redis that is not there when an instance starts is found when it comes', async () => {
  await redis.stop()
  const late = createRedisBus(redis.url, pino({ level: 'silent' }), STATION)
  expect(late.isAway()).toBe(true)
  await redis.start()
  await expectAway(false, late)
  await late.close()
})

it('[IN5] what a station tells, another one on the same Redis does not hear', async () => {
  const other = createRedisBus(redis.url, pino({ level: 'silent' }), { station: 'other', key: 'secret' })
  await expectAway(false, here, there, other)
  const strange: unknown[] = []
  there?.on('notified', (message) => void strange.push(message))
  other.send('notified', { id: 7 })
  // When this is answered Redis has passed the message on, and those that are sent now come after it.
  await other.run('return 1', [], [])
  await expectMessages()
  await other.close()
  expect(strange).toEqual([])
})

/** Takes what is published on the channel of the station, and publishes there. The test ends it. */
async function openIntruder() {
  const client = createClient({ url: redis.url })
  const listening = client.duplicate()
  // Redis ends before they do.
  for (const each of [client, listening]) each.on('error', () => undefined)
  await Promise.all([client.connect(), listening.connect()])
  const seen: string[] = []
  await listening.subscribe('carillon:station', (text) => void seen.push(text))
  onTestFinished(() => {
    for (const each of [client, listening]) each.destroy()
  })
  return { seen, publish: (text: string) => client.publish('carillon:station', text) }
}

/** Log lines of the instances, but of a Redis that was slow for once. */
const loggedWords = () =>
  logged.filter(({ msg }) => msg !== AWAY && msg !== BACK).map(({ msg, sort }) => ({ msg, sort }))

it('[IN21] a message that no instance signed reaches nobody, is counted, and logged once', async () => {
  await expectMessages()
  const intruder = await openIntruder()
  const taken: unknown[] = []
  there?.on('notified', (message) => void taken.push(message))
  const json = JSON.stringify({ from: crypto.randomUUID(), number: 1, kind: 'notified', message: { id: 7 } })
  const otherKey = createSigner('another key', 'bus').sign(json)
  const otherPurpose = createSigner(STATION.key, 'leases').sign(json)
  const texts = ['', 'no message', json, `${'A'.repeat(43)}${json}`, otherKey, otherPurpose]
  for (const text of [...texts, 'x'.repeat(2 ** 21)]) await intruder.publish(text)
  await expect.poll(() => there?.refused().forged).toBe(7)
  await expectMessages()
  expect(taken).toEqual([])
  const msg = 'Redis holds what no instance of this station wrote'
  // Once by each of the two.
  await expect.poll(() => here?.refused().forged).toBe(7)
  expect(loggedWords()).toEqual([
    { msg, sort: 'forged' },
    { msg, sort: 'forged' },
  ])
})

it('[IN21] a message that was recorded is not received again, by nobody, also when its sender is gone', async () => {
  const intruder = await openIntruder()
  const third = createRedisBus(redis.url, pino({ level: 'silent' }), STATION)
  await expectAway(false, here, there, third)
  const taken: unknown[] = []
  third.on('air-changed', (message) => void taken.push(message))
  await expectMessages()
  await sendUntil(
    () => here?.send('air-changed', {}),
    () => taken.length > 0,
  )
  await here?.close()
  // A pulse of this one comes after all that was sent.
  const before = intruder.seen.length
  await expect.poll(() => intruder.seen.length).toBeGreaterThan(before)
  const [count, recorded] = [taken.length, [...intruder.seen]]

  const late = createRedisBus(redis.url, pino({ level: 'silent' }), STATION)
  const fresh: unknown[] = []
  late.on('air-changed', (message) => void taken.push(message))
  late.on('notified', (message) => void fresh.push(message))
  await expectAway(false, late)
  for (const text of recorded) await intruder.publish(text)
  const refused = () => [there, third].map((bus) => bus?.refused().replayed ?? 0)
  await expect.poll(() => Math.min(...refused())).toBeGreaterThan(count)
  // Who came later never knew the sender; that it takes what is sent now shows that it has read all of that.
  await sendUntil(
    () => there?.send('notified', { id: 7 }),
    () => fresh.length > 0,
  )
  expect(taken.length).toBe(count)
  await Promise.all([third.close(), late.close()])
})

async function sendUntil(send: () => void, isDone: () => boolean): Promise<void> {
  const sending = setInterval(send, 20)
  await expect.poll(isDone).toBe(true)
  clearInterval(sending)
}

it('[IN23] an instance says once of each peer that it is new, before the first of its messages', async () => {
  const seen: string[] = []
  there?.onPeer(() => void seen.push('peer'))
  there?.on('air-changed', () => void seen.push('message'))
  await expectAway(false, here, there)
  await sendUntil(
    () => here?.send('air-changed', {}),
    () => seen.includes('message'),
  )
  expect(seen.indexOf('peer')).toBe(0)
  const third = createRedisBus(redis.url, pino({ level: 'silent' }), STATION)
  onTestFinished(() => third.close())
  const peers = () => seen.filter((each) => each === 'peer').length
  await expect.poll(peers).toBe(2)
  const fresh: unknown[] = []
  there?.on('notified', (message) => void fresh.push(message))
  await sendUntil(
    () => third.send('notified', { id: 7 }),
    () => fresh.length > 0,
  )
  expect(peers()).toBe(2)
})
