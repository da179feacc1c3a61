import { RECOVERING_AFTER_MS, SOURCE_CLOSE } from '@carillon/contract/stream/schemas'
import { headerPages } from '@carillon/media/ogg/page'
import { durationInSamples } from '@carillon/media/opus/packet'
import { wireTo } from '@carillon/testkit/cuttable-proxy'
import { IcecastServer } from '@carillon/testkit/icecast-server'
import { type RedisServer, startRedis } from '@carillon/testkit/redis-server'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createRedisBus } from '../src/cluster/redis-bus.ts'
import { createRedisLeases } from '../src/cluster/redis-leases.ts'
import type { Bid } from '../src/features/stream/cluster/ports.ts'
import type { KnownBroadcast, StreamSettings } from '../src/features/stream/ports.ts'
import { ListenerProbe, liveBroadcast, startStation } from '../src/features/stream/testing.ts'
import { pagesOf, perform } from './support/fake-recorder.ts'
import { isSource } from './support/icecast.ts'
import { requireOneStream } from './support/one-stream.ts'

const LIMIT = { timeout: 300_000 }
/** Generous: the machine may be busy. */
const SOON = { timeout: 60_000 }
const STATION = { station: 'station', key: 'secret' }
const FROM = liveBroadcast.id
const TO = FROM + 1
const waiting: KnownBroadcast = { ...liveBroadcast, id: TO, status: 'TESTING', onAir: null }
const after: KnownBroadcast = { ...liveBroadcast, id: TO, tookOverFrom: FROM }
let redis: RedisServer
const closers: (() => unknown)[] = []

beforeEach(async () => {
  redis = await startRedis()
  closers.push(() => redis.stop())
})
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

/** One of two instances, with a show on air and one that waits; the other reaches it by a wire that can be cut. */
async function open(id: string, settings: Partial<StreamSettings>) {
  const bus = createRedisBus(redis.url, pino({ level: 'silent' }), STATION)
  let url: string | null = null
  const leases = createRedisLeases<Bid>(bus, { ...STATION, now: () => performance.now() })
  const station = await startStation({
    settings,
    findOnAir: async () => [liveBroadcast, waiting],
    instances: { id, url: () => url, key: 'key', leases },
  })
  const wire = await wireTo(`http://127.0.0.1:${station.port}`)
  let isCut = false
  const cut = async () => {
    if (isCut) return
    isCut = true
    await Promise.all([station.close(), bus.close(), wire.close()])
  }
  closers.push(cut)
  url = new URL(wire.url).origin
  await expect.poll(() => bus.isAway(), SOON).toBe(false)
  await station.stream.restore()
  const probe = () => {
    const listener = new ListenerProbe(station.streamUrl('?delay=low'))
    closers.push(() => listener.leave())
    return listener
  }
  const reconcile = () => station.stream.reconcile([after], station.stream.open)
  return { ...station, wire, probe, cut, reconcile }
}

/** The show on air is sent to the first instance, the one that waits to the second. */
async function openTwo(settings: Partial<StreamSettings> = {}) {
  const [first, second] = [await open('first', settings), await open('second', settings)]
  const send = async ({ socketUrl }: typeof first, broadcastId: number, capture: string) => {
    const recorder = await perform({ socketOrigin: socketUrl('') }, '', broadcastId, capture)
    closers.push(() => recorder.stop())
    return recorder
  }
  const before = await send(first, FROM, 'chromium-desktop')
  const next = await send(second, TO, 'firefox-destination')
  for (const { stream } of [first, second]) {
    await expect.poll(() => stream.isReceiving(FROM), SOON).toBe(true)
    await expect.poll(() => stream.isReceiving(TO), SOON).toBe(true)
  }
  return { first, second, send, before, next }
}

const isOfFirst = (packet: Uint8Array) => durationInSamples(packet) === 2_880
const isSilence = (packet: Uint8Array) => packet.filter((byte) => byte === 0).length > packet.length * 0.9
const isOfSecond = (packet: Uint8Array) => !isOfFirst(packet) && !isSilence(packet)
const packetsOf = (probe: ListenerProbe) => requireOneStream(pagesOf(probe.bytes))
const packetsAtIcecast = (probe: ListenerProbe) => {
  const pages = pagesOf(probe.bytes)
  return requireOneStream(pages, pages[headerPages]?.sequence)
}
const hears = (probe: ListenerProbe, isMeant: (packet: Uint8Array) => boolean, packets = packetsOf) =>
  expect.poll(() => packets(probe).some(isMeant), SOON).toBe(true)

/** Silence between the two shows, in milliseconds. */
function betweenMs(probe: ListenerProbe): number {
  const packets = packetsOf(probe)
  const last = packets.findLastIndex(isOfFirst)
  const first = packets.findIndex((packet, at) => at > last && isOfSecond(packet))
  return packets.slice(last + 1, first).reduce((sum, packet) => sum + durationInSamples(packet), 0) / 48
}

it(
  '[HO8] a show on one instance hands over to one on another, and listeners of both hear one stream',
  LIMIT,
  async () => {
    const { first, second } = await openTwo()
    const probes = [first.probe(), second.probe()]
    for (const probe of probes) await hears(probe, isOfFirst)
    first.reconcile()
    second.reconcile()
    for (const probe of probes) await hears(probe, isOfSecond)
    await expect.poll(() => second.stream.find(TO)?.leads, SOON).toBe(true)
    expect(first.stream.find(TO)?.leads).toBe(false)
    await expect.poll(() => probes.map((probe) => betweenMs(probe)), SOON).toEqual([0, 0])
    expect(probes.map(({ isEnded }) => isEnded)).toEqual([false, false])
    for (const { stream } of [first, second])
      await expect.poll(() => stream.status(), SOON).toMatchObject({ broadcastId: TO, listenerCount: 2 })
  },
)

it(
  '[IC16] a show of another instance follows, and who listens at Icecast hears one stream',
  LIMIT,
  async () => {
    const icecast = await IcecastServer.start()
    closers.push(() => icecast.close())
    const listen = async () => {
      await isSource(icecast)
      const listener = new ListenerProbe(icecast.listenUrl)
      closers.push(() => listener.leave())
      return listener
    }
    const { first, second, before } = await openTwo({ icecast: icecast.settings })
    const listener = await listen()
    await hears(listener, isOfFirst, packetsAtIcecast)
    await expect.poll(() => second.stream.status().listenerCount, SOON).toBe(1)

    first.reconcile()
    second.reconcile()
    await hears(listener, isOfSecond, packetsAtIcecast)
    await expect.poll(() => second.stream.find(TO)?.leads, SOON).toBe(true)
    for (const { stream } of [first, second])
      await expect.poll(() => stream.status(), SOON).toMatchObject({ broadcastId: TO, listenerCount: 1 })
    await expect.poll(() => second.stream.health().icecastServer, SOON).toBe('UP')
    expect(listener.isEnded).toBe(false)

    // The first one, which feeds, does not reach the second any more, and nobody stands in there.
    before.stop()
    second.wire.cut()
    await expect.poll(() => listener.isEnded, SOON).toBe(true)
    const again = await listen()
    await hears(again, isOfSecond, packetsAtIcecast)
    second.wire.mend()
    await expect.poll(() => first.stream.isReceiving(TO), SOON).toBe(true)
    expect(again.isEnded).toBe(false)

    await second.cut()
    await expect.poll(() => again.isEnded, SOON).toBe(true)
    await isSource(icecast)
  },
)

it('[HO17] each instance knows when no sound comes from who stands by', LIMIT, async () => {
  const { first, second, next } = await openTwo()
  next.stall()
  for (const { stream } of [first, second]) await expect.poll(() => stream.isReceiving(TO), SOON).toBe(false)
  expect(first.stream.find(TO)?.state.sourceUserId).not.toBeNull()
})

it('[HO4] nobody stands in for a DJ who moves to another instance', LIMIT, async () => {
  const { first, second, send } = await openTwo()
  const probe = second.probe()
  await hears(probe, isOfFirst)
  first.reconcile()
  second.reconcile()
  await hears(probe, isOfSecond)
  await send(first, TO, 'firefox-destination')
  await expect.poll(() => first.stream.find(TO)?.leads, SOON).toBe(true)
  await send(second, TO, 'firefox-destination')
  await expect.poll(() => second.stream.find(TO)?.leads, SOON).toBe(true)
  const moved = packetsOf(probe).length
  await expect.poll(() => packetsOf(probe).length, SOON).toBeGreaterThan(moved + 100)
  expect(packetsOf(probe).slice(moved).some(isOfFirst)).toBe(false)
  expect(first.stream.find(TO)?.source).toBeNull()
})

it('[HO4] a DJ whose sound is lost comes back after the one who stood in elsewhere', LIMIT, async () => {
  const { first, second, send, before, next } = await openTwo()
  const probe = second.probe()
  await hears(probe, isOfFirst)
  first.reconcile()
  second.reconcile()
  await hears(probe, isOfSecond)
  const handedOver = packetsOf(probe).length
  next.stall()
  await expect.poll(() => packetsOf(probe).slice(handedOver).some(isOfFirst), SOON).toBe(true)
  expect(first.stream.find(TO)?.leads).toBe(true)
  // A page comes back after this one.
  expect(await next.closed).toBe(SOURCE_CLOSE.SERVER_RESTARTING)
  const lost = packetsOf(probe).length
  await send(second, TO, 'firefox-destination')
  await expect.poll(() => packetsOf(probe).slice(lost).some(isOfSecond), SOON).toBe(true)
  expect(await before.closed).toBe(SOURCE_CLOSE.BROADCAST_ENDED)
  expect(probe.isEnded).toBe(false)
})

it('[HO4] nobody stands in for a DJ whose sound the station itself did not read', LIMIT, async () => {
  const { first, second } = await openTwo()
  const probe = second.probe()
  await hears(probe, isOfFirst)
  first.reconcile()
  second.reconcile()
  await hears(probe, isOfSecond)
  const before = packetsOf(probe).length
  // Longer than a source may be silent: both instances stand still.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, RECOVERING_AFTER_MS + 1_500)
  const after = () => packetsOf(probe).slice(before)
  await expect.poll(() => after().filter(isOfSecond).length, SOON).toBeGreaterThan(200)
  expect(after().some(isOfFirst)).toBe(false)
  expect(second.stream.find(TO)?.leads).toBe(true)
})

it('[HO9] when the instance that handed over is gone, the other is on air', LIMIT, async () => {
  const { first, second } = await openTwo()
  const probe = second.probe()
  await hears(probe, isOfFirst)
  first.reconcile()
  second.reconcile()
  await first.cut()
  await hears(probe, isOfSecond)
  expect(second.stream.find(TO)?.leads).toBe(true)
  expect(probe.isEnded).toBe(false)
})
