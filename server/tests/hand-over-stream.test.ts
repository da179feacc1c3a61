import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { SOURCE_CLOSE } from '@carillon/contract/stream/schemas'
import { isHeaderPacket } from '@carillon/media/opus/head'
import { durationInSamples } from '@carillon/media/opus/packet'
import { afterEach, describe, expect, it } from 'vitest'
import type { KnownBroadcast } from '../src/features/stream/ports.ts'
import { ListenerProbe, liveBroadcast, startStation } from '../src/features/stream/testing.ts'
import { pagesOf, perform } from './support/fake-recorder.ts'
import { requireOneStream } from './support/one-stream.ts'

const LIMIT = { timeout: 300_000 }
const FROM = liveBroadcast.id
const TO = FROM + 1
const closers: (() => unknown)[] = []

afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

type Station = Awaited<ReturnType<typeof startStation>>

/** Chromium records packets of 60 ms, Firefox of 20 ms, as silence is. */
const isOfFirst = (packet: Uint8Array) => durationInSamples(packet) === 2_880
const isSilence = (packet: Uint8Array) => packet.filter((byte) => byte === 0).length > packet.length * 0.9

/** A station with a show on air, sent by Chromium, and the next in its waiting room, sent by Firefox. */
async function start(isAroundTheClock: boolean) {
  const next = async () => null
  const nothing = () => undefined
  const events = { onBegin: nothing, onBeginAgain: nothing, onEnd: nothing, onSkip: nothing }
  const port = { next, find: next, due: () => null, ...events }
  const station = await startStation(isAroundTheClock ? { playout: port } : {})
  closers.push(() => station.close())
  station.stream.betweenShows.set(isAroundTheClock)
  station.stream.openMount({ broadcastId: FROM, kind: 'live' })
  const first = await send(station, FROM, 'chromium-desktop')
  station.stream.openMount({ broadcastId: TO, kind: 'test' })
  const second = await send(station, TO, 'firefox-destination')
  await expect.poll(() => station.stream.isReceiving(TO), LIMIT).toBe(true)
  return { ...station, first, second }
}

async function send({ socketUrl }: Pick<Station, 'socketUrl'>, broadcastId: number, capture: string) {
  const recorder = await perform({ socketOrigin: socketUrl('') }, '', broadcastId, capture)
  closers.push(() => recorder.stop())
  return recorder
}

function listen({ streamUrl }: Station): ListenerProbe {
  const probe = new ListenerProbe(streamUrl('?delay=low&listener=6f7f1a1c-5f0b-4e8c-9d43-111111111111'))
  closers.push(() => probe.leave())
  return probe
}

const packetsOf = (probe: ListenerProbe) => requireOneStream(pagesOf(probe.bytes))
const hears = async (probe: ListenerProbe, isMeant: (packet: Uint8Array) => boolean) =>
  expect.poll(() => packetsOf(probe).some(isMeant), LIMIT).toBe(true)
const isOfSecond = (packet: Uint8Array) => !isOfFirst(packet) && !isSilence(packet)

/** Listens from the one show into the other. */
async function listenThrough(station: Awaited<ReturnType<typeof start>>): Promise<ListenerProbe> {
  const probe = listen(station)
  await hears(probe, isOfFirst)
  station.stream.handOver(FROM, TO)
  await hears(probe, isOfSecond)
  return probe
}

describe.each([
  ['with a mount of each show', false],
  ['around the clock', true],
])('a hand-over %s', (_, isAroundTheClock) => {
  it(
    '[HO1] listeners hear one stream, without a cut, silence or a lost packet between two shows',
    LIMIT,
    async () => {
      const station = await start(isAroundTheClock)
      const probe = await listenThrough(station)
      const from = packetsOf(probe).findIndex(isOfSecond)
      await expect.poll(() => packetsOf(probe).length, LIMIT).toBeGreaterThan(from + 50)
      const packets = packetsOf(probe)
      const last = packets.findLastIndex(isOfFirst)
      const between = packets
        .slice(last + 1, from)
        .reduce((sum, packet) => sum + durationInSamples(packet), 0)
      expect(between / 48).toBeLessThanOrEqual(20)
      expect(packets.slice(from).some(isOfFirst)).toBe(false)
      expect(probe.isEnded).toBe(false)
    },
  )

  it('[HO2] each show is recorded by itself, whole', LIMIT, async () => {
    const station = await start(isAroundTheClock)
    const probe = await listenThrough(station)
    await expect.poll(() => station.reported.recorded, LIMIT).toEqual([FROM])
    await station.stream.closeMount(TO)
    const recorded = async (id: number) =>
      pagesOf(await readFile(join(station.dataDir, 'recordings', `${id}.ogg`))).flatMap(
        ({ packets }) => packets,
      )
    const [first, second] = [await recorded(FROM), await recorded(TO)]
    expect(first.some(isOfFirst)).toBe(true)
    expect(first.filter((packet) => !isHeaderPacket(packet)).some(isOfSecond)).toBe(false)
    const sound = second.filter((packet) => !isHeaderPacket(packet))
    expect(sound.some(isOfFirst)).toBe(false)
    // The last packet is the station's own.
    expect(sound.slice(0, -1).every(isOfSecond)).toBe(true)
    const received = packetsOf(probe).filter(isOfSecond).length
    expect(sound.length).toBeGreaterThanOrEqual(received)
  })

  it('[HO3] who listens is counted in the show that follows, as one arrival of it', LIMIT, async () => {
    const station = await start(isAroundTheClock)
    const probe = listen(station)
    await hears(probe, isOfFirst)
    expect(station.stream.status()).toMatchObject({ broadcastId: FROM, listenerCount: 1 })
    station.stream.handOver(FROM, TO)
    expect(station.stream.status()).toMatchObject({ broadcastId: TO, listenerCount: 1, isLive: true })
    probe.leave()
    await expect.poll(() => station.stream.status().listenerCount, LIMIT).toBe(0)
  })

  it(
    '[HO4] when the new sound is lost within seconds, the DJ before is on the air until it is back',
    LIMIT,
    async () => {
      const station = await start(isAroundTheClock)
      const probe = await listenThrough(station)
      station.second.stop()
      const before = packetsOf(probe).length
      await expect.poll(() => packetsOf(probe).slice(before).some(isOfFirst), LIMIT).toBe(true)
      const back = await send(station, TO, 'firefox-destination')
      expect(await station.first.closed).toBe(SOURCE_CLOSE.BROADCAST_ENDED)
      const lost = packetsOf(probe).length
      await expect.poll(() => packetsOf(probe).slice(lost).some(isOfSecond), LIMIT).toBe(true)
      expect(back.socket.readyState).toBe(back.socket.OPEN)
      expect(probe.isEnded).toBe(false)
    },
  )

  it(
    '[HO6] a show that was handed over hands over again, and ends its listeners with its own end',
    LIMIT,
    async () => {
      const station = await start(isAroundTheClock)
      const probe = listen(station)
      await hears(probe, isOfFirst)
      station.stream.handOver(FROM, TO)
      station.stream.openMount({ broadcastId: TO + 1, kind: 'test' })
      await send(station, TO + 1, 'chromium-desktop')
      await hears(probe, isOfSecond)
      const until = packetsOf(probe).length
      station.stream.handOver(TO, TO + 1)
      await expect.poll(() => packetsOf(probe).slice(until).some(isOfFirst), LIMIT).toBe(true)
      await station.stream.closeMount(TO + 1)
      await expect.poll(() => probe.isEnded, LIMIT).toBe(true)
    },
  )
})

it(
  '[HO7] an instance that learns of two hand-overs together carries its listeners over both',
  LIMIT,
  async () => {
    const station = await start(false)
    const probe = listen(station)
    await hears(probe, isOfFirst)
    const last: KnownBroadcast = { ...liveBroadcast, id: TO + 1, tookOverFrom: TO }
    station.stream.reconcile([last], station.stream.open)
    expect(station.stream.open).toEqual([TO + 1])
    await send(station, TO + 1, 'firefox-destination')
    await hears(probe, isOfSecond)
    expect(probe.isEnded).toBe(false)
  },
)

it('[HO7] another instance does as the database says: it hands over what it has open', LIMIT, async () => {
  const station = await start(false)
  const probe = listen(station)
  await hears(probe, isOfFirst)
  const next: KnownBroadcast = { ...liveBroadcast, id: TO, tookOverFrom: FROM }
  station.stream.reconcile([next], station.stream.open)
  expect(station.stream.open).toEqual([TO])
  await hears(probe, isOfSecond)
  expect(probe.isEnded).toBe(false)
})

// Slow: ten seconds of real sound.
it('[HO5] the DJ before who is not needed is let go after ten seconds', LIMIT, async () => {
  const station = await start(false)
  station.stream.handOver(FROM, TO)
  expect(station.stream.find(TO)?.sources).toHaveLength(2)
  expect(await station.first.closed).toBe(SOURCE_CLOSE.BROADCAST_ENDED)
  expect(station.stream.find(TO)?.sources).toHaveLength(1)
})
