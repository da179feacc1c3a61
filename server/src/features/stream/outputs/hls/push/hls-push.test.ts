import { EventEmitter, once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { silencePacket } from '@carillon/media/opus/silence'
import { ObjectStore } from '@carillon/testkit/object-store'
import { expect, it, onTestFinished, vi } from 'vitest'
import { Hls, KEPT_AFTER_END_MS } from '../hls.ts'
import { FOR_A_SECOND, FOR_EVER, INIT_SEGMENT } from '../representation.ts'
import { takeAllFrom } from '../testing.ts'
import type { Timeline } from '../timeline.ts'
import type { BucketSettings } from './bucket.ts'
import { HlsPush } from './hls-push.ts'

const LIVE = 'hls/live.m3u8'
const MAIN = 'hls/main.m3u8'
const clock = { now: () => Date.now() }

type Line = { level: 'info' | 'warn'; fields: object; message: string }

async function startStore(): Promise<ObjectStore> {
  const store = await ObjectStore.start()
  onTestFinished(() => store.close())
  return store
}

/** HLS that is pushed; `now` is its monotonic time, and lines of its log are kept. */
function open(settings: BucketSettings) {
  const directory = mkdtempSync(join(tmpdir(), 'hls-push-'))
  const logged = new EventEmitter()
  const lines: Line[] = []
  const write = (level: Line['level']) => (fields: object, message: string) => {
    lines.push({ level, fields, message })
    logged.emit('line')
  }
  const log = { info: write('info'), warn: write('warn'), error: write('warn') }
  const time = { nowMs: 0 }
  const hls = new Hls({ clock, directory, ffmpeg: null, log })
  const push = new HlsPush({ hls, settings, clock, log, now: () => time.nowMs })
  onTestFinished(async () => {
    await Promise.all([hls.close(), push.close()])
    rmSync(directory, { recursive: true, force: true })
  })
  const untilLogged = async (count: number) => {
    while (lines.length < count) await once(logged, 'line')
  }
  return { hls, push, lines, untilLogged, time }
}

/** Sends so much sound, each packet another one. */
let made = 0
function packetsFor(seconds: number): Uint8Array[] {
  return Array.from({ length: seconds * 50 }, () => {
    const packet = silencePacket(960, 40).slice()
    made += 1
    new DataView(packet.buffer).setUint32(packet.length - 4, made)
    return packet
  })
}
const play = (timeline: Timeline, seconds: number) => timeline.append(packetsFor(seconds))

/** Names in the store of the segments of a playlist. */
const namesIn = (playlist: string) =>
  playlist
    .split('\n')
    .filter((line) => /^[^#]/.test(line))
    .map((line) => `hls/${line}`)

/** Resolves when the store has the playlists that the station has, and the push knows. */
async function untilPushed(store: ObjectStore, { hls, push }: { hls: Hls; push: HlsPush }): Promise<void> {
  await store.until(
    () => store.text(LIVE) === hls.livePlaylist() && store.text(MAIN) === hls.multivariantPlaylist(),
  )
  await expect.poll(() => push.metrics().behindSeconds).toBe(0)
}

/** Each playlist of the live sound that was put named nothing but what had been put before it. */
function expectPlaylistsInOrder({ puts }: ObjectStore): void {
  for (const [at, { name, bytes }] of puts.entries()) {
    if (name !== LIVE) continue
    const before = new Set(puts.slice(0, at).map((put) => put.name))
    expect(namesIn(bytes.toString()).filter((each) => !before.has(each))).toEqual([])
  }
}

it('[HL32] the bucket gets what the station gives under the same addresses, and nothing of shows', async () => {
  const store = await startStore()
  const pushed = open(store.settings)
  const { hls, push } = pushed
  const timeline = hls.open()
  hls.beginShow(7)
  play(timeline, 9)
  await untilPushed(store, pushed)
  play(timeline, 21)
  await untilPushed(store, pushed)
  const { epoch, listed } = timeline
  const names = listed.map(({ number }) => `hls/${epoch}/${number}.m4s`)
  expect([...store.objects.keys()].sort()).toEqual([LIVE, MAIN, `hls/${epoch}/init.mp4`, ...names].sort())
  for (const { number, bytes } of listed)
    expect(store.objects.get(`hls/${epoch}/${number}.m4s`)).toEqual({
      bytes: Buffer.from(bytes),
      type: 'audio/mp4',
      caching: FOR_EVER,
    })
  expect(store.objects.get(`hls/${epoch}/init.mp4`)?.bytes).toEqual(Buffer.from(INIT_SEGMENT))
  expect(store.objects.get(LIVE)).toMatchObject({
    type: 'application/vnd.apple.mpegurl',
    caching: FOR_A_SECOND,
  })
  expectPlaylistsInOrder(store)
  expect(store.puts.filter(({ name }) => name.endsWith('init.mp4'))).toHaveLength(1)
  expect(push.metrics()).toMatchObject({ segments: 7, behindSeconds: 0 })
})

it('[HL34] of a store that was away gets what is still listed, in order, and one line of log each way', async () => {
  const store = await startStore()
  const pushed = open(store.settings)
  const { hls, push, lines, untilLogged } = pushed
  const timeline = hls.open()
  play(timeline, 8)
  await untilPushed(store, pushed)
  await store.stop()
  for (let count = 1; count <= 3; count++) {
    play(timeline, 40)
    expect(namesIn(hls.livePlaylist() ?? '').at(-1)).toContain(`/${timeline.nextNumber - 1}.m4s`)
    await expect.poll(() => push.metrics().failures['no answer']).toBeGreaterThanOrEqual(count)
  }
  expect(push.metrics().behindSeconds).toBe(120)
  const before = store.puts.length
  await store.run()
  await untilPushed(store, pushed)
  await untilLogged(2)
  const put = store.puts.slice(before).map(({ name }) => name)
  expect(put.filter((name) => name.endsWith('.m4s'))).toEqual(namesIn(hls.livePlaylist() ?? ''))
  expectPlaylistsInOrder(store)
  expect(lines).toEqual([
    {
      level: 'warn',
      fields: { kind: 'no answer', status: null, code: expect.stringMatching(/^(ECONN|UND_ERR)/) },
      message: 'The object store does not take HLS; it is tried again',
    },
    { level: 'info', fields: {}, message: 'The object store takes HLS again' },
  ])
  expect(push.metrics()).toMatchObject({ segments: 17, behindSeconds: 0 })
})

it('[HL34] one request that fails alone is made again with the next try, and is no line of the log', async () => {
  const store = await startStore()
  const pushed = open(store.settings)
  const { hls, push, lines } = pushed
  store.refused = { method: 'PUT', status: 503, code: 'SlowDown' }
  const timeline = hls.open()
  play(timeline, 8)
  await expect.poll(() => push.metrics().failures.failed).toBe(1)
  store.refused = null
  play(timeline, 4)
  await untilPushed(store, pushed)
  expect(lines).toEqual([])
})

it('[HL34] a slow store has one request at a time, and the station waits for none', async () => {
  const store = await startStore()
  const pushed = open(store.settings)
  const { hls, push } = pushed
  const timeline = hls.open()
  store.hold()
  play(timeline, 8)
  await store.until(() => store.waiting === 1)
  for (let count = 3; count <= 10; count++) {
    play(timeline, 4)
    expect(namesIn(hls.livePlaylist() ?? '')).toHaveLength(count)
  }
  expect([store.waiting, store.objects.size]).toEqual([1, 0])
  expect(push.metrics().behindSeconds).toBe(40)
  store.release()
  await untilPushed(store, pushed)
  expectPlaylistsInOrder(store)
})

it('[HL34] a store that refuses is one line with its code and without the secret, until it takes again', async () => {
  const store = await startStore()
  const settings = { ...store.settings, secret: 'another-secret' }
  const pushed = open(settings)
  const { hls, push, lines, untilLogged } = pushed
  const timeline = hls.open()
  for (let count = 1; count <= 4; count++) {
    play(timeline, 8)
    await expect.poll(() => push.metrics().failures.refused).toBeGreaterThanOrEqual(count)
  }
  expect(lines).toHaveLength(1)
  expect(lines[0]?.fields).toEqual({ kind: 'refused', status: 403, code: 'SignatureDoesNotMatch' })
  expect(JSON.stringify(lines)).not.toMatch(/secret|StringToSign/)
  expect(push.metrics()).toMatchObject({ segments: 0, behindSeconds: 32 })
  settings.secret = store.settings.secret
  play(timeline, 4)
  await untilLogged(2)
  expect(store.text(LIVE)).toBe(hls.livePlaylist())
})

it('[HL35] two minutes after an object left the playlist it is deleted', async () => {
  const store = await startStore()
  const pushed = open(store.settings)
  const { hls, time } = pushed
  const timeline = hls.open()
  play(timeline, 60)
  await untilPushed(store, pushed)
  const first = namesIn(store.text(LIVE))
  play(timeline, 8)
  await untilPushed(store, pushed)
  time.nowMs += KEPT_AFTER_END_MS - 1
  play(timeline, 4)
  await untilPushed(store, pushed)
  expect(first.filter((name) => !store.objects.has(name))).toEqual([])
  time.nowMs += 1
  play(timeline, 4)
  await store.until(() => store.answered.filter((line) => line.startsWith('DELETE')).length === 2)
  await untilPushed(store, pushed)
  expect(first.filter((name) => !store.objects.has(name))).toEqual(first.slice(0, 2))
  expect(store.objects.has(`hls/${timeline.epoch}/init.mp4`)).toBe(true)
})

it('[HL35] a store that always has something more to take is not left with more and more', async () => {
  const store = await startStore()
  const { hls, time } = open(store.settings)
  const timeline = hls.open()
  play(timeline, 4)
  for (let count = 0; count < 150; count++) {
    play(timeline, 4)
    time.nowMs += 4_000
    await store.until(() => store.text(LIVE) === hls.livePlaylist())
  }
  expect(store.objects.size).toBeLessThan(50)
})

it('[HL35] players get the end, and two minutes later the bucket is empty, playlists first', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const store = await startStore()
  const pushed = open(store.settings)
  const { hls, time } = pushed
  const timeline = hls.open()
  play(timeline, 9)
  await untilPushed(store, pushed)
  timeline.close()
  await untilPushed(store, pushed)
  expect(store.text(LIVE)).toMatch(/#EXTINF:1\.00000,\n.*\n#EXT-X-ENDLIST\n$/)
  time.nowMs += KEPT_AFTER_END_MS
  vi.advanceTimersByTime(KEPT_AFTER_END_MS)
  await store.until(() => store.objects.size === 0)
  const deleted = store.answered.filter((line) => line.startsWith('DELETE'))
  expect(deleted.slice(0, 2).sort()).toEqual([`DELETE ${LIVE} 204`, `DELETE ${MAIN} 204`])
  expect(deleted).toHaveLength(6)
  // Of the same bit rate: its multivariant playlist is the same text as before.
  play(hls.open(), 8)
  await untilPushed(store, pushed)
})

it('[HL35] sound that begins after an end keeps the playlists, and what the ended one left goes', async () => {
  const store = await startStore()
  const pushed = open(store.settings)
  const { hls, time } = pushed
  const first = hls.open()
  play(first, 8)
  await untilPushed(store, pushed)
  const second = hls.open()
  play(second, 8)
  await untilPushed(store, pushed)
  time.nowMs += KEPT_AFTER_END_MS
  play(second, 4)
  await store.until(() => ![...store.objects.keys()].some((name) => name.includes(`/${first.epoch}/`)))
  await untilPushed(store, pushed)
  expect(namesIn(store.text(LIVE)).filter((name) => !store.objects.has(name))).toEqual([])
  expect(store.objects.has(MAIN)).toBe(true)
})

it('[HL35] playlists of a station that was killed go when nothing comes on air', async () => {
  const store = await startStore()
  const object = { bytes: Buffer.from('#EXTM3U\n'), type: '', caching: '' }
  for (const name of [LIVE, MAIN]) store.objects.set(name, object)
  const pushed = open(store.settings)
  const { hls, time } = pushed
  hls.open().close()
  time.nowMs += KEPT_AFTER_END_MS
  hls.open().close()
  await store.until(() => store.objects.size === 0)
})

it('[HL35] a store that does not delete is one line, and pushing goes on', async () => {
  const store = await startStore()
  const pushed = open(store.settings)
  const { hls, lines, untilLogged, time } = pushed
  store.refused = { method: 'DELETE', status: 403, code: 'AccessDenied' }
  const timeline = hls.open()
  play(timeline, 60)
  await untilPushed(store, pushed)
  for (let count = 0; count < 3; count++) {
    play(timeline, 8)
    await untilPushed(store, pushed)
    time.nowMs += KEPT_AFTER_END_MS
  }
  play(timeline, 4)
  await untilLogged(1)
  await untilPushed(store, pushed)
  await store.until(() => store.answered.filter((line) => line.startsWith('DELETE')).length >= 4)
  expect(lines.map(({ message, fields }) => [message, fields])).toEqual([
    [
      'The object store does not delete old segments; they are left to its own rule',
      { kind: 'refused', status: 403, code: 'AccessDenied' },
    ],
  ])
})

it('[HL36] who follows puts nothing, and puts what is listed when it leads', async () => {
  const store = await startStore()
  const [one, other] = [open(store.settings), open(store.settings)]
  const leader = one.hls.open()
  const follower = other.hls.open()
  follower.follow()
  const packets = packetsFor(30)
  const send = (timeline: Timeline, from: number, to: number) =>
    timeline.append(packets.slice(from * 50, to * 50))
  send(leader, 0, 20)
  send(follower, 0, 20)
  takeAllFrom({ hls: one.hls, timeline: leader }, { hls: other.hls, timeline: follower })
  await untilPushed(store, one)
  expect(other.push.metrics()).toMatchObject({ segments: 0, behindSeconds: null })
  await Promise.all([one.push.close(), one.hls.close()])
  follower.lead()
  send(follower, 20, 30)
  await untilPushed(store, other)
  expect(other.push.metrics()).toMatchObject({ segments: 7, behindSeconds: 0 })
  expectPlaylistsInOrder(store)
  const bytesOf = Map.groupBy(store.puts, ({ name }) => name)
  for (const name of namesIn(store.text(LIVE)).slice(0, 5))
    expect(
      bytesOf.get(name)?.map(({ bytes }) => bytes.equals(store.objects.get(name)?.bytes ?? bytes)),
    ).toEqual([true, true])
})

it('[HL36] who led before leaves the playlists to the next, and deletes what it had put', async () => {
  const store = await startStore()
  const pushed = open(store.settings)
  const { hls, time } = pushed
  const timeline = hls.open()
  play(timeline, 8)
  await untilPushed(store, pushed)
  const own = namesIn(store.text(LIVE))
  timeline.follow()
  const { run, firstNumber } = timeline
  const takeOne = () => {
    const number = timeline.nextNumber
    const bytes = new Uint8Array(40)
    const segment = { epoch: 1, number, bytes, durationInSamples: 192_000, endInSamples: 0, startMs: 0 }
    hls.take(timeline, { segment, run, firstNumber, shows: [] })
  }
  for (let at = 0; at < 16; at++) takeOne()
  await expect
    .poll(() => {
      time.nowMs += KEPT_AFTER_END_MS
      takeOne()
      return own.filter((name) => store.objects.has(name))
    })
    .toEqual([])
  expect([store.objects.has(LIVE), store.objects.has(MAIN)]).toEqual([true, true])
})

it('[HL34] the end of the station does not wait for the store, and leaves the playlist as it is', async () => {
  const store = await startStore()
  const pushed = open(store.settings)
  const { hls, push } = pushed
  const timeline = hls.open()
  play(timeline, 8)
  await untilPushed(store, pushed)
  store.hold()
  play(timeline, 4)
  await store.until(() => store.waiting === 1)
  await Promise.all([hls.close(), push.close()])
  timeline.close()
  expect(store.text(LIVE)).not.toContain('#EXT-X-ENDLIST')
  expect(namesIn(store.text(LIVE))).toHaveLength(2)
})
