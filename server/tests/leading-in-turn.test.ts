import { captureNamed } from '@carillon/media/fixtures/captures'
import { wireTo } from '@carillon/testkit/cuttable-proxy'
import { type RedisServer, startRedis } from '@carillon/testkit/redis-server'
import { createClient } from '@redis/client'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createRedisBus } from '../src/cluster/redis-bus.ts'
import { createRedisLeases } from '../src/cluster/redis-leases.ts'
import { createSigner } from '../src/cluster/signer.ts'
import { createAnalytics } from '../src/features/analytics/create-analytics.ts'
import type { Bid } from '../src/features/stream/cluster/ports.ts'
import { Line, ListenerProbe, liveBroadcast, startStation } from '../src/features/stream/testing.ts'
import { perform } from './support/fake-recorder.ts'
import { openShowPlace } from './support/show.ts'

const LIMIT = { timeout: 300_000 }
/** Generous: the machine may be busy. */
const SOON = { timeout: 60_000 }
const GRACE_SECONDS = 60
const HOLD = { by: 'Ada', since: '2026-11-20T01:00:00.000Z' }
const STATION = { station: 'station', key: 'secret' }
let redis: RedisServer
/** Added to every clock: a test that waits for a minute does not wait. */
let skipMs = 0
const closers: (() => unknown)[] = []

beforeEach(async () => {
  skipMs = 0
  redis = await startRedis()
  closers.push(() => redis.stop())
})
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

type Overrides = Parameters<typeof startStation>[0]

/** One of several instances that have the live broadcast on air; the others reach it by a wire that can be cut. */
async function open(id: string, overrides: Overrides = {}) {
  const bus = createRedisBus(redis.url, pino({ level: 'silent' }), STATION)
  let url: string | null = null
  const leases = createRedisLeases<Bid>(bus, { ...STATION, now: () => performance.now() })
  const station = await startStation({
    now: () => performance.now() + skipMs,
    clock: { now: () => Date.now() + skipMs },
    settings: { sourceGraceSeconds: GRACE_SECONDS },
    instances: { id, url: () => url, key: 'key', leases },
    ...overrides,
  })
  const wire = await wireTo(`http://127.0.0.1:${station.port}`)
  closers.push(() => Promise.all([station.close(), bus.close(), wire.close()]))
  url = new URL(wire.url).origin
  await expect.poll(() => bus.isAway(), SOON).toBe(false)
  await station.stream.restore()
  const onAir = station.stream.find(liveBroadcast.id) ?? expect.fail('not open')
  return { ...station, onAir, wire, bus }
}

type Instance = Awaited<ReturnType<typeof open>>

/** The first leads, the second follows. */
async function openTwo(overrides?: Overrides): Promise<[Instance, Instance]> {
  const first = await open('first', overrides)
  await expect.poll(() => first.onAir.leads, SOON).toBe(true)
  const second = await open('second', overrides)
  first.onAir.feed.hold(HOLD)
  await expect.poll(() => second.onAir.state.feedHold, SOON).toEqual(HOLD)
  first.onAir.feed.hold(null)
  return [first, second]
}

/** A DJ whose browser sends there. */
async function dial({ socketUrl, onAir }: Instance): Promise<Line> {
  const line = await new Line(socketUrl('/ws/live')).open()
  for (const chunk of captureNamed('chromium-desktop').chunks) line.socket.send(chunk)
  await line.nextOf('ACCEPTED')
  expect(onAir.leads).toBe(true)
  return line
}

it(
  '[IN11] the grace goes on where it was when another instance leads, and no recovery is noted that was none',
  LIMIT,
  async () => {
    const [first, second] = await openTwo()
    const line = await dial(first)
    await expect.poll(() => second.onAir.state.source, SOON).toEqual({ kind: 'BROWSER' })
    line.socket.close()
    await expect.poll(() => second.onAir.state.source, SOON).toBeNull()
    skipMs += 40_000
    await expect.poll(() => second.onAir.state.isRecovering, SOON).toBe(true)
    await expect.poll(() => second.onAir.state.silentForMs, SOON).toBeGreaterThan(40_000)

    await first.close()
    await expect.poll(() => second.onAir.leads, SOON).toBe(true)
    expect(second.stream.status().recovering).toBe(true)
    await expect
      .poll(() => second.reported.sourceEvents.map(({ type }) => type), SOON)
      .toEqual(['SOURCE_LOST'])
    expect(second.reported.ended).toEqual([])

    skipMs += 21_000
    await expect.poll(() => second.reported.ended, SOON).toEqual([liveBroadcast.id])
  },
)

it('[IN11] a DJ who comes back on another instance ends the grace there', LIMIT, async () => {
  const [first, second] = await openTwo()
  ;(await dial(first)).socket.close()
  await expect.poll(() => first.onAir.source, SOON).toBeNull()
  skipMs += 40_000
  await expect.poll(() => second.onAir.state.silentForMs > 40_000, SOON).toBe(true)
  await dial(second)
  await expect
    .poll(() => second.reported.sourceEvents.map(({ type }) => type), SOON)
    .toContain('SOURCE_RECOVERED')
  skipMs += 21_000
  await expect.poll(() => second.stream.status().recovering, SOON).toBe(true)
  expect(second.reported.ended).toEqual([])
})

it(
  '[IN22] a lease that somebody forged takes nobody off the air, and leads nobody elsewhere',
  LIMIT,
  async () => {
    const [first, second] = await openTwo()
    const dj = await perform({ socketOrigin: first.socketUrl('') }, '', liveBroadcast.id)
    closers.push(() => dj.stop())
    const eventTypes = () => first.reported.sourceEvents.map(({ type }) => type)
    await expect.poll(() => eventTypes().at(-1), SOON).toBe('SOURCE_RECOVERED')
    const before = eventTypes()
    const intruder = await createClient({ url: redis.url }).connect()
    closers.push(() => intruder.destroy())
    const bid = { instance: 'evil', url: 'http://127.0.0.1:9', term: 999, sourceKind: 'BROWSER' }
    const lease = JSON.stringify({ ...bid, id: liveBroadcast.id, renewal: 1e9, bid })
    const key = `carillon:station:lease:${liveBroadcast.id}`
    const texts = [JSON.stringify(bid), createSigner('guess', 'leases').sign(lease)]
    for (const [at, text] of texts.entries()) {
      await intruder.set(key, text)
      await expect.poll(() => intruder.get(key), SOON).not.toBe(text)
      // The first looks like no lease at all. Redis has the next lease before its answer comes here.
      await expect.poll(() => first.bus.refused().lease, SOON).toBe(at)
    }
    expect([first.onAir.leads, second.onAir.leads]).toEqual([true, false])
    expect(first.onAir.source).not.toBeNull()
    expect(eventTypes()).toEqual(before)
  },
)

it(
  '[IN13] who listens elsewhere without a name arrives once, however often instances lose each other',
  LIMIT,
  async () => {
    // Arrivals are handed on with each minute: all of it is in one, however slow the machine is.
    const clock = { now: () => Date.parse('2026-11-20T01:00:30Z') }
    const [first, second] = await openTwo({ clock })
    const probes = [new ListenerProbe(first.streamUrl()), new ListenerProbe(second.streamUrl())]
    await expect.poll(() => first.onAir.audience.count, SOON).toBe(2)
    expect(first.onAir.audience.take().arrivals).toBe(2)

    first.wire.cut()
    await expect.poll(() => first.onAir.audience.count, SOON).toBe(1)
    first.wire.mend()
    await expect.poll(() => first.onAir.audience.count, SOON).toBe(2)
    expect(first.onAir.audience.take().arrivals).toBe(0)

    await dial(second)
    await expect.poll(() => second.onAir.audience.count, SOON).toBe(2)
    expect(second.onAir.audience.take().arrivals).toBe(0)
    probes.push(new ListenerProbe(first.streamUrl()))
    await expect.poll(() => second.onAir.audience.count, SOON).toBe(3)
    expect(second.onAir.audience.take().arrivals).toBe(1)
    for (const probe of probes) probe.leave()
  },
)

/** Goes live there; gives the broadcast. */
function goLive({ stream }: Instance) {
  stream.openMount({ broadcastId: liveBroadcast.id, kind: 'live' })
  return stream.find(liveBroadcast.id) ?? expect.fail('not open')
}

/** Waits until acts of the leader have reached the follower, several times. */
async function expectFollowing(first: Instance, second: Instance): Promise<void> {
  for (const feedHold of [HOLD, null, HOLD, null]) {
    first.stream.find(liveBroadcast.id)?.feed.hold(feedHold)
    const heldThere = () => second.stream.find(liveBroadcast.id)?.state.feedHold
    await expect.poll(heldThere, SOON).toEqual(feedHold)
  }
}

it.each([
  ['first', 'the one that leads'],
  ['second', 'the one that follows'],
])(
  '[IN14] of a test that goes live nobody stays, and who is there then arrives once: %s is %s',
  LIMIT,
  async (earlier) => {
    const inTest = { ...liveBroadcast, status: 'TESTING' as const }
    // All of it is in one minute, however slow the machine is.
    const clock = { now: () => Date.parse('2026-11-20T01:00:30Z') }
    const [first, second] = await openTwo({ clock, findOnAir: async () => [inTest] })
    for (const listenerId of ['ana', 'ben', null]) second.onAir.audience.joinStream(listenerId)
    await expect.poll(() => first.onAir.audience.count, SOON).toBe(3)

    const goesLater = earlier === 'first' ? second : first
    goLive(earlier === 'first' ? first : second)
    if (goesLater === first) joinLive(second)
    await expectFollowing(first, second)
    goLive(goesLater)
    if (goesLater === second) joinLive(second)

    const { audience } = first.stream.find(liveBroadcast.id) ?? expect.fail('not open')
    const names = () => audience.names('first').sort()
    await expect.poll(names, SOON).toEqual(['+ana', '+carl', '+second connection 2'])
    await expectFollowing(first, second)
    expect(names()).toEqual(['+ana', '+carl', '+second connection 2'])
    expect(audience.take().arrivals).toBe(3)
  },
)

/** One who heard the test, one who did not, and one whose name there was another one's in the test. */
function joinLive({ stream }: Instance): void {
  const audience = stream.find(liveBroadcast.id)?.audience
  for (const listenerId of ['ana', 'carl', null]) audience?.joinStream(listenerId)
}

it('[IN13] of a minute in which the lead went and came back, nothing is lost', LIMIT, async () => {
  const place = await openShowPlace<object>('embedded')
  closers.push(() => place.close())
  const showId = await place.goLive(await place.person('DJ'))
  // All of it is in one minute, however slow the machine is.
  const clock = { now: () => Date.parse('2026-11-20T01:00:30Z') }
  const keeper = (instance: string) => {
    const { stream } = station()
    const describeNone = async () => new Map()
    const context = {
      db: place.db as never,
      canCancel: false,
      clock,
      timeZone: 'Asia/Manila',
      instance,
      stream,
    }
    return createAnalytics({ ...context, describe: describeNone })
  }
  const station = () => ({
    stream: { health: () => expect.fail(), status: () => expect.fail(), listenerCount: () => 0 },
  })
  const [here, there] = [keeper('first'), keeper('second')]
  const keep = (instance: typeof here) => ({
    clock,
    saveSample: (sample: Parameters<typeof here.saveSample>[0], turn: number) =>
      instance.saveSample({ ...sample, broadcastId: showId }, turn),
  })
  const first = await open('first', keep(here))
  await expect.poll(() => first.onAir.leads, SOON).toBe(true)
  const probes = [new ListenerProbe(first.streamUrl())]
  await expect.poll(() => first.onAir.audience.count, SOON).toBe(1)
  const second = await open('second', keep(there))
  await expect.poll(() => second.onAir.state.listenerCount, SOON).toBe(1)

  await dial(second)
  await expect.poll(() => second.onAir.audience.count, SOON).toBe(1)
  await dial(first)
  probes.push(new ListenerProbe(first.streamUrl()), new ListenerProbe(first.streamUrl()))
  await expect.poll(() => first.onAir.audience.count, SOON).toBe(3)
  await first.stream.closeMount(liveBroadcast.id)

  const { rows } = await sql`
    SELECT sum(arrivals) AS arrivals, max(peak) AS peak, sum(listeners) AS listeners
    FROM listener_samples`.execute(place.db)
  expect(rows).toEqual([{ arrivals: 3, peak: 3, listeners: 0 }])
  for (const probe of probes) probe.leave()
})
