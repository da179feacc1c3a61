import { isHeaderPacket } from '@carillon/media/opus/head'
import { durationInSamples } from '@carillon/media/opus/packet'
import { wireTo } from '@carillon/testkit/cuttable-proxy'
import { type RedisServer, startRedis } from '@carillon/testkit/redis-server'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createRedisBus } from '../src/cluster/redis-bus.ts'
import { createRedisLeases } from '../src/cluster/redis-leases.ts'
import type { Bid } from '../src/features/stream/cluster/ports.ts'
import type { PlayoutPort } from '../src/features/stream/main-mount/ports.ts'
import type { SoundingItem } from '../src/features/stream/main-mount/sounding-item.ts'
import { createFolder, itemIn, oggOf, packetsOf } from '../src/features/stream/playout/testing.ts'
import { ListenerProbe, startStation } from '../src/features/stream/testing.ts'
import { pagesOf } from './support/fake-recorder.ts'

const LIMIT = { timeout: 300_000 }
/** Generous: the machine may be busy. */
const SOON = { timeout: 60_000 }
const STATION = { station: 'station', key: 'secret' }
/** Packets of 20 ms that are all different from their neighbours: half a minute. */
const PACKETS = Array.from({ length: 7 }, () => packetsOf('firefox-destination')).flat()
const SAMPLES_PER_MS = 48

let redis: RedisServer
let file: string
const closers: (() => unknown)[] = []

beforeEach(async () => {
  redis = await startRedis()
  closers.push(() => redis.stop())
  const { write } = await createFolder()
  file = await write(oggOf(PACKETS))
})
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

/**
 * One of two instances that play the same long item between shows; `cut` takes it away from the other, as a crash would. Its
 * clock is `sinceMs` ahead: for it, what the other plays began as long ago.
 */
async function open(
  id: string,
  { sinceMs = 0, ...overrides }: Partial<PlayoutPort> & { sinceMs?: number } = {},
) {
  const bus = createRedisBus(redis.url, pino({ level: 'silent' }), STATION)
  const leases = createRedisLeases<Bid>(bus, { ...STATION, now: () => performance.now() })
  const item = itemIn(file, { title: 'Harana', itemId: 1, durationMs: 33_600 })
  const begun: SoundingItem[] = []
  const playout: PlayoutPort = {
    next: async () => item,
    find: async ({ itemId }) => (itemId === item.itemId ? item : null),
    onBegin: (sounding) => begun.push(sounding),
    onBeginAgain: () => undefined,
    onEnd: () => undefined,
    due: () => null,
    onSkip: () => undefined,
    ...overrides,
  }
  /** Time from when it was read where what another played would be, to when that began. */
  let [foundAtMs, openingMs] = [0, null as number | null]
  const measured: PlayoutPort = {
    ...playout,
    find: async (sounding) => {
      foundAtMs = performance.now()
      return playout.find(sounding)
    },
    onBegin: (sounding, listeners) => {
      openingMs ??= performance.now() - foundAtMs
      playout.onBegin(sounding, listeners)
    },
  }
  let url: string | null = null
  const station = await startStation({
    playout: measured,
    clock: { now: () => Date.now() + sinceMs },
    findOnAir: async () => [],
    instances: { id, url: () => url, key: 'key', leases },
  })
  const wire = await wireTo(`http://127.0.0.1:${station.port}`)
  let isClosed = false
  const cut = async () => {
    if (isClosed) return
    isClosed = true
    await Promise.all([bus.close(), wire.close()])
    await station.close()
  }
  closers.push(cut)
  url = new URL(wire.url).origin
  await expect.poll(() => bus.isAway(), SOON).toBe(false)
  station.stream.betweenShows.set(true)
  return { ...station, begun, cut, openingMs: () => openingMs ?? 0 }
}

/** Sound that a listener got, in milliseconds; one stream without a gap in its pages and positions. */
function soundMs({ bytes }: ListenerProbe): number {
  const pages = pagesOf(bytes)
  expect(pages.map(({ sequence }) => sequence)).toEqual(pages.map((_, index) => index))
  expect(new Set(pages.map(({ serialNumber }) => serialNumber)).size).toBe(1)
  const packets = pages.flatMap((page) => page.packets).filter((packet) => !isHeaderPacket(packet))
  return packets.reduce((sum, packet) => sum + durationInSamples(packet), 0) / SAMPLES_PER_MS
}

it(
  '[MM8] the instances play one item; when the one that leads is gone another goes on at the same place',
  LIMIT,
  async () => {
    const first = await open('first')
    await expect.poll(() => first.begun.length, SOON).toBe(1)
    const second = await open('second')
    await expect.poll(() => second.stream.itemOnAir, SOON).toMatchObject({ title: 'Harana' })
    expect(second.begun).toEqual([])
    const probe = new ListenerProbe(second.streamUrl('?delay=low'))
    closers.push(() => probe.leave())
    await expect.poll(() => soundMs(probe), SOON).toBeGreaterThan(4_000)

    const beforeMs = soundMs(probe)
    await first.cut()
    await expect.poll(() => second.begun.length, SOON).toBe(1)
    // The same entry of the log, to what opening a file takes.
    const [began, resumed] = [first.begun[0]?.startedAtMs ?? 0, second.begun[0]?.startedAtMs ?? 0]
    expect(Math.abs(resumed - began)).toBeLessThan(3_000 + second.openingMs())
    await expect.poll(() => soundMs(probe), SOON).toBeGreaterThan(beforeMs + 4_000)
    expect(probe.isEnded).toBe(false)
  },
)

it('[MM8] switched off and on again, who led follows where another one plays by then', LIMIT, async () => {
  const first = await open('first')
  await expect.poll(() => first.begun.length, SOON).toBe(1)
  const second = await open('second')
  await expect.poll(() => second.stream.itemOnAir, SOON).toMatchObject({ title: 'Harana' })
  for (const { stream } of [first, second]) stream.betweenShows.set(false)
  second.stream.betweenShows.set(true)
  await expect.poll(() => second.begun.length, SOON).toBe(1)
  first.stream.betweenShows.set(true)
  await expect.poll(() => first.stream.itemOnAir, SOON).toEqual(second.stream.itemOnAir)
  const probe = new ListenerProbe(first.streamUrl('?delay=low'))
  closers.push(() => probe.leave())
  await expect.poll(() => soundMs(probe), SOON).toBeGreaterThan(6_000)
  expect([first.begun.length, second.begun.length]).toEqual([1, 1])
})

it(
  '[SP11] a planned replay goes on at another instance where it would be, and is begun there when its leader died before',
  LIMIT,
  async () => {
    const planned = { dueId: null as number | null }
    const replay = {
      ...itemIn(file, { title: 'Harana Hour', kind: 'REPLAY', durationMs: 33_600 }),
      plannedId: 7,
    }
    const port: Partial<PlayoutPort> = {
      due: () => planned.dueId,
      next: async (current) => {
        const isReplay = planned.dueId !== null && current?.plannedId !== replay.plannedId
        return isReplay ? replay : itemIn(file, { title: 'Harana', itemId: 1, durationMs: 33_600 })
      },
      find: async ({ plannedId }) => (plannedId === replay.plannedId ? replay : null),
    }
    const first = await open('first', port)
    await expect.poll(() => first.begun.map(({ title }) => title), SOON).toEqual(['Harana'])
    const second = await open('second', port)
    await expect.poll(() => second.stream.itemOnAir, SOON).toMatchObject({ title: 'Harana' })
    const probe = new ListenerProbe(second.streamUrl('?delay=low'))
    closers.push(() => probe.leave())

    planned.dueId = replay.plannedId
    await expect.poll(() => first.begun.at(-1), SOON).toMatchObject({ title: 'Harana Hour', plannedId: 7 })
    await expect.poll(() => second.stream.itemOnAir, SOON).toMatchObject({ kind: 'REPLAY' })
    await first.cut()
    await expect.poll(() => second.begun.length, SOON).toBe(1)
    const [began, resumed] = [first.begun.at(-1)?.startedAtMs ?? 0, second.begun[0]?.startedAtMs ?? 0]
    expect(Math.abs(resumed - began)).toBeLessThan(3_000 + second.openingMs())
    expect(second.begun[0]?.plannedId).toBe(7)
    expect(probe.isEnded).toBe(false)
  },
)

it('[SP11] it is begun at another instance when the one that led died before its time', LIMIT, async () => {
  const item = itemIn(file, { title: 'Harana', itemId: 1, durationMs: 33_600 })
  const replay = {
    ...itemIn(file, { title: 'Harana Hour', kind: 'REPLAY', durationMs: 33_600 }),
    plannedId: 7,
  }
  const first = await open('first')
  await expect.poll(() => first.begun.length, SOON).toBe(1)
  const second = await open('second', { due: () => 7, next: async () => replay, find: async () => item })
  await expect.poll(() => second.stream.itemOnAir, SOON).toMatchObject({ title: 'Harana' })
  await first.cut()
  await expect.poll(() => second.begun.map(({ plannedId }) => plannedId), SOON).toEqual([7])
})

it('[MM8] a bed goes on in the midst of its file, however often it was repeated', LIMIT, async () => {
  const bed = itemIn(file, { title: 'Bed', kind: 'BED', itemId: 1, durationMs: 33_600, loop: true })
  const skipped: string[] = []
  const port: Partial<PlayoutPort> = {
    next: async () => bed,
    find: async () => bed,
    onSkip: ({ title }) => skipped.push(title),
  }
  const first = await open('first', port)
  await expect.poll(() => first.begun.length, SOON).toBe(1)
  const second = await open('second', { ...port, sinceMs: 3_600_000 })
  await expect.poll(() => second.stream.itemOnAir, SOON).toMatchObject({ title: 'Bed' })
  const probe = new ListenerProbe(second.streamUrl('?delay=low'))
  closers.push(() => probe.leave())
  await expect.poll(() => soundMs(probe), SOON).toBeGreaterThan(2_000)
  await first.cut()
  await expect.poll(() => second.begun.length, SOON).toBe(1)
  const beforeMs = soundMs(probe)
  await expect.poll(() => soundMs(probe), SOON).toBeGreaterThan(beforeMs + 4_000)
  expect([skipped, probe.isEnded]).toEqual([[], false])
})

it(
  '[MM8] an item that would be over by then is not gone on with, and nobody calls it damaged',
  LIMIT,
  async () => {
    const id = itemIn(file, { title: 'Station ID', kind: 'JINGLE', itemId: 1, durationMs: 33_600 })
    const song = itemIn(file, { title: 'Harana', itemId: 2, durationMs: 33_600 })
    const skipped: string[] = []
    const port: Partial<PlayoutPort> = { find: async () => id, onSkip: ({ title }) => skipped.push(title) }
    const first = await open('first', { ...port, next: async () => id })
    await expect.poll(() => first.begun.length, SOON).toBe(1)
    const second = await open('second', { ...port, next: async () => song, sinceMs: 33_000 })
    await expect.poll(() => second.stream.itemOnAir, SOON).toMatchObject({ title: 'Station ID' })
    await first.cut()
    await expect.poll(() => second.begun.map(({ title }) => title), SOON).toEqual(['Harana'])
    expect(skipped).toEqual([])
  },
)
