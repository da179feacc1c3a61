import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { SOURCE_CLOSE } from '@carillon/contract/stream/schemas'
import { durationInSamples } from '@carillon/media/opus/packet'
import { OpusDecoder } from 'opus-decoder'
import { afterEach, expect, it } from 'vitest'
import type { PlayoutPort } from '../src/features/stream/main-mount/ports.ts'
import type { PlayoutItem } from '../src/features/stream/playout/playout-item.ts'
import { createFolder, itemIn, oggOf, packetsOf } from '../src/features/stream/playout/testing.ts'
import { Line, ListenerProbe, liveBroadcast, startStation } from '../src/features/stream/testing.ts'
import { pagesOf, perform } from './support/fake-recorder.ts'
import { requireOneStream } from './support/one-stream.ts'

const LIMIT = { timeout: 300_000 }
const ITEM = packetsOf('firefox-destination')
const { id } = liveBroadcast
const closers: (() => unknown)[] = []

afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

type Station = Awaited<ReturnType<typeof startStation>>

/** A station that plays between shows: the given items, then nothing; or one that comes back in the midst of a show. */
async function start(items: PlayoutItem[], isOn = true, isRestored = false) {
  const queue = [...items]
  const log: string[] = []
  const playout: PlayoutPort = {
    next: async () => queue.shift() ?? null,
    find: async () => null,
    due: () => null,
    onBegin: ({ title }) => log.push(`begin ${title}`),
    onBeginAgain: ({ title }) => log.push(`again ${title}`),
    onEnd: ({ title }, end) => log.push(`${end.toLowerCase()} ${title}`),
    onSkip: ({ title }) => log.push(`skip ${title}`),
  }
  const station = await startStation({ playout })
  closers.push(() => station.close())
  if (isRestored) await station.stream.restore(isOn)
  station.stream.betweenShows.set(isOn)
  /** Until so many items have begun. */
  const begun = (count: number) =>
    expect.poll(() => log.filter((line) => line.startsWith('begin')).length, LIMIT).toBe(count)
  return { ...station, queue, log, begun }
}

/** Items that last about 4.8 s each. */
async function itemsIn(...titles: string[]): Promise<PlayoutItem[]> {
  const { write } = await createFolder()
  const file = await write(oggOf(ITEM))
  return titles.map((title) => itemIn(file, { title, durationMs: 4_800 }))
}

function listen({ streamUrl }: Station): ListenerProbe {
  const probe = new ListenerProbe(streamUrl('?delay=low'))
  closers.push(() => probe.leave())
  return probe
}

/** A DJ goes live and sends until the end of the test. */
async function goLive({ stream, socketUrl }: Station) {
  stream.openMount({ broadcastId: id, kind: 'live' })
  const recorder = await perform({ socketOrigin: socketUrl('') }, '', id)
  closers.push(() => recorder.stop())
  return recorder
}

/** Chromium records packets of 60 ms, Firefox of 20 ms, as silence is. */
const isLive = (packet: Uint8Array) => durationInSamples(packet) === 2_880
const ITEM_PACKETS = new Set(ITEM.map((packet) => Buffer.from(packet).toString('base64')))
const isItem = (packet: Uint8Array) => ITEM_PACKETS.has(Buffer.from(packet).toString('base64'))

/** Level of packets in dB below full scale, as they sound after others. */
async function levelOf(packets: readonly Uint8Array[], after: readonly Uint8Array[] = []): Promise<number> {
  const decoder = new OpusDecoder({ channels: 2, forceStereo: true })
  await decoder.ready
  decoder.decodeFrames(after.slice(-10))
  const [sound = new Float32Array()] = decoder.decodeFrames([...packets]).channelData
  decoder.free()
  return 10 * Math.log10(sound.reduce((sum, sample) => sum + sample * sample, 1e-12) / sound.length)
}

it(
  '[MM1] off, the default, nothing plays between shows, and a show has a mount of its own',
  LIMIT,
  async () => {
    const station = await start(await itemsIn('one'), false)
    await goLive(station)
    const probe = listen(station)
    await probe.received(10_000)
    await station.stream.closeMount(id)
    await probe.ended()
    expect(station.log).toEqual([])
    expect(station.stream.onAir).toBeNull()
  },
)

/** One stream goes on through items, a show and the pause after it, of which this is the length. */
async function pauseAfterShowMs(): Promise<number> {
  const station = await start(await itemsIn('one', 'two', 'three', 'four', 'five'))
  await station.begun(1)
  const probe = listen(station)
  await expect.poll(() => station.log, LIMIT).toContain('begin two')
  await goLive(station)
  const hasLive = () => pagesOf(probe.bytes).some(({ packets }) => packets.some(isLive))
  await expect.poll(hasLive, LIMIT).toBe(true)
  await expect.poll(() => station.log.at(-1)).toMatch(/^cut/)
  expect(station.log.slice(0, 3)).toEqual(['begin one', 'played one', 'begin two'])
  const begun = station.log.filter((line) => line.startsWith('begin')).length
  // Beside its end, which takes as long as the disk does: the pause may be over by then.
  await Promise.all([
    station.stream.closeMount(id),
    expect
      .poll(() => station.stream.status())
      .toMatchObject({ isLive: false, isStreaming: true, onAir: null }),
  ])
  await station.begun(begun + 1)
  expect(probe.isEnded).toBe(false)
  await expect
    .poll(() => requireOneStream(pagesOf(probe.bytes)).findLastIndex(isItem), LIMIT)
    .toBeGreaterThan(requireOneStream(pagesOf(probe.bytes)).findLastIndex(isLive))
  const packets = requireOneStream(pagesOf(probe.bytes))
  const afterLive = packets.slice(packets.findLastIndex(isLive) + 1)
  const pause = afterLive.slice(0, afterLive.findIndex(isItem))
  return pause.reduce((sum, packet) => sum + durationInSamples(packet), 0) / 48
}

it('[MM2] one stream goes on through items, a show and the pause after it', LIMIT, async () => {
  let pauseMs = 0
  // Again where this machine stood still in the pause: what is wrong is so each time.
  for (let shows = 0; shows < 5 && !(pauseMs > 1_500 && pauseMs < 3_000); shows++)
    pauseMs = await pauseAfterShowMs()
  expect(pauseMs).toBeGreaterThan(1_500)
  expect(pauseMs).toBeLessThan(3_000)
})

it('[PT15] each time that a bed begins again is noted', LIMIT, async () => {
  const [bed] = (await itemsIn('bed')).map((item) => ({ ...item, loop: true }))
  const station = await start(Array.from({ length: 3 }, () => bed as PlayoutItem))
  await expect.poll(() => station.log, LIMIT).toContain('again bed')
  expect(station.log.slice(0, 2)).toEqual(['begin bed', 'again bed'])
})

it(
  '[MM3] the recording of a show is a stream of its own, from its first packet to its last',
  LIMIT,
  async () => {
    const station = await start(await itemsIn('one'))
    await expect.poll(() => station.log).toContain('begin one')
    await goLive(station)
    const { live } = station.stream
    await expect.poll(() => live?.feed.hasReceived).toBe(true)
    await expect.poll(() => station.stream.itemOnAir, LIMIT).toBeNull()
    const seen = listen(station)
    const liveSeen = () => requireOneStream(pagesOf(seen.bytes)).filter(isLive).length
    await expect.poll(liveSeen, LIMIT).toBeGreaterThan(20)
    await station.stream.closeMount(id)
    const pages = pagesOf(await readFile(join(station.dataDir, 'recordings', `${id}.ogg`)))
    const packets = requireOneStream(pages)
    expect(pages.at(-1)?.isLast).toBe(true)
    expect(packets.some(isItem)).toBe(false)
    expect(packets.filter(isLive).length).toBeGreaterThan(20)
  },
)

it(
  '[MM4] until the DJ is heard the item goes on, and a show that nobody heard leaves no recording',
  LIMIT,
  async () => {
    const station = await start(await itemsIn('one', 'two'))
    await expect.poll(() => station.log).toContain('begin one')
    station.stream.openMount({ broadcastId: id, kind: 'live' })
    expect(station.stream.onAir).toMatchObject({ kind: 'TRACK', title: 'one' })
    await expect.poll(() => station.log, LIMIT).toContain('begin two')
    await station.stream.closeMount(id)
    expect(station.log).toEqual(['begin one', 'played one', 'begin two'])
    await expect(readFile(join(station.dataDir, 'recordings', `${id}.ogg`))).rejects.toThrow('ENOENT')
  },
)

it(
  '[MM5] who listens between shows is counted in the show while it is on, and not after it',
  LIMIT,
  async () => {
    // More than are heard: with nothing to play the mount would close.
    const station = await start(await itemsIn('one', 'two', 'three', 'four', 'five', 'six'))
    await expect.poll(() => station.log).toContain('begin one')
    const probe = listen(station)
    await probe.received(1_000)
    const player = await new Line(station.socketUrl('/ws/listener')).open()
    closers.push(() => player.socket.terminate())
    player.socket.send(
      JSON.stringify({ type: 'START_LISTENING', listenerId: '11111111-1111-4111-8111-111111111111' }),
    )
    await expect.poll(() => station.stream.status()).toMatchObject({ isLive: false, listenerCount: 2 })
    expect(station.stream.metrics().audience).toBe(2)
    const recorder = await goLive(station)
    await expect
      .poll(() => station.stream.status())
      .toMatchObject({ isLive: true, listenerCount: 2, peakListenerCount: 2 })
    const { live } = station.stream
    await station.stream.closeMount(id)
    expect(await recorder.closed).toBe(SOURCE_CLOSE.BROADCAST_ENDED)
    expect(live?.audience.count).toBe(0)
    expect(station.stream.status()).toMatchObject({ isLive: false, listenerCount: 2 })
  },
)

it(
  '[MM6] with nothing to play the mount closes, and opens when there is something again',
  LIMIT,
  async () => {
    const [one, two] = await itemsIn('one', 'two')
    const station = await start([one ?? expect.fail()])
    await expect.poll(() => station.log).toContain('begin one')
    const probe = listen(station)
    await probe.ended()
    expect(pagesOf(probe.bytes).at(-1)?.isLast).toBe(true)
    expect(station.stream.betweenShows.publicAudience).toBeNull()
    expect(station.stream.onAir).toBeNull()
    station.queue.push(two ?? expect.fail())
    await expect.poll(() => station.stream.onAir, LIMIT).toMatchObject({ title: 'two' })
    expect((await listen(station).head).statusCode).toBe(200)
  },
)

it(
  '[MM7] switched off between shows it is silent at once; during a show, when that has ended',
  LIMIT,
  async () => {
    const station = await start(await itemsIn('one', 'two', 'three', 'four'))
    await station.begun(1)
    const first = listen(station)
    await first.received(1_000)
    station.stream.betweenShows.set(false)
    await first.ended()
    station.stream.betweenShows.set(true)
    await station.begun(2)
    await goLive(station)
    const second = listen(station)
    await expect.poll(() => station.stream.itemOnAir).toBeNull()
    const items = station.log.filter((line) => line.startsWith('begin')).length
    station.stream.betweenShows.set(false)
    await second.received(40_000)
    expect(second.isEnded).toBe(false)
    await station.stream.closeMount(id)
    await second.ended()
    await station.begun(items)
  },
)

it(
  '[MM13] after a restart in a show it has the main mount again, and its end cuts nobody',
  LIMIT,
  async () => {
    const station = await start(await itemsIn('one', 'two'), true, true)
    const probe = listen(station)
    await probe.received(10_000)
    expect(station.log).toEqual([])
    expect(station.stream.status()).toMatchObject({ isLive: true, isStreaming: true })
    await goLive(station)
    const hasLive = () => pagesOf(probe.bytes).some(({ packets }) => packets.some(isLive))
    await expect.poll(hasLive, LIMIT).toBe(true)
    await station.stream.closeMount(id)
    await station.begun(1)
    const hasItem = () => requireOneStream(pagesOf(probe.bytes)).some(isItem)
    await expect.poll(hasItem, LIMIT).toBe(true)
    expect(probe.isEnded).toBe(false)
  },
)

it('[MM14] switched off during a show, the show that it hands over to has its listeners', LIMIT, async () => {
  const station = await start([])
  await goLive(station)
  const probe = listen(station)
  await probe.received(10_000)
  station.stream.betweenShows.set(false)
  const next = id + 1
  station.stream.openMount({ broadcastId: next, kind: 'test' })
  station.stream.handOver(id, next)
  const before = probe.bytes.length
  await expect.poll(() => probe.bytes.length, LIMIT).toBeGreaterThan(before + 20_000)
  requireOneStream(pagesOf(probe.bytes))
  expect(probe.isEnded).toBe(false)
  await station.stream.closeMount(next)
  await probe.ended()
})

/** Level of the quietest of three packets: the DJ clicks once a second. */
async function quietestOf(packets: readonly Uint8Array[], from: number): Promise<number> {
  const places = [from, from + 1, from + 2]
  return Math.min(
    ...(await Promise.all(places.map((at) => levelOf(packets.slice(at, at + 1), packets.slice(0, at))))),
  )
}

/**
 * Levels around the packet with which a show takes over that is silent but for a click a second: of the item before it, and
 * at once, 0.3, 0.6 and 1.1 s after it.
 */
async function levelsAtTakeOver(goLive: (station: Station) => Promise<unknown>): Promise<number[]> {
  const { write } = await createFolder()
  const file = await write(oggOf(Array.from({ length: 4 }, () => ITEM).flat()))
  const station = await start([itemIn(file, { title: 'one', durationMs: 19_200 })])
  await station.begun(1)
  const probe = listen(station)
  const packets = () => requireOneStream(pagesOf(probe.bytes))
  await expect.poll(() => packets().filter(isItem).length, LIMIT).toBeGreaterThan(20)
  await goLive(station)
  await expect.poll(() => packets().filter(isLive).length, LIMIT).toBeGreaterThan(30)
  const all = packets()
  const from = all.findIndex(isLive)
  return Promise.all([-10, 0, 5, 10, 18].map((at) => quietestOf(all, from + at)))
}

function isFade([item = 0, first = 0, later = 0, last = 0, after = 0]: number[]): boolean {
  return Math.abs(first - item) < 6 && later < first && last < later - 3 && after < -60
}

/** A show fades what it cuts, unless this machine is too busy for once. */
async function requireFade(goLive: (station: Station) => Promise<unknown>) {
  await expect.poll(async () => isFade(await levelsAtTakeOver(goLive)), { ...LIMIT, interval: 1 }).toBe(true)
}

/** A DJ's browser that sends silence, and a click each second. */
async function connect(station: Station): Promise<void> {
  const recorder = await perform({ socketOrigin: station.socketUrl('') }, '', id, 'chromium-160k')
  closers.push(() => recorder.stop())
}

it('[MM10] what a show cuts fades out below its first second, without a gap', LIMIT, () =>
  requireFade(async (station) => {
    station.stream.openMount({ broadcastId: id, kind: 'live' })
    // A DJ who opens the page and then speaks: by then everything stands ready.
    await delay(1_000)
    await connect(station)
  }),
)

it('[MM10] and so where the DJ was in test, whose sound goes live at once', LIMIT, () =>
  requireFade(async (station) => {
    station.stream.openMount({ broadcastId: id, kind: 'test' })
    await connect(station)
    await delay(1_000)
    station.stream.openMount({ broadcastId: id, kind: 'live' })
  }),
)
