import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { captureNamed } from '@carillon/media/fixtures/captures'
import { OggReader } from '@carillon/media/ogg/reader'
import { afterEach, describe, expect, it } from 'vitest'
import { FAN_OUT_TICK_MS } from './listeners/fan-out-clock.ts'
import { STALL_MS } from './mount/pacer.ts'
import { Feed } from './on-air/feed.ts'
import { soundTitleOf } from './status/item-on-air.ts'
import { SourceTimeout } from './supervision/source-timeout.ts'
import { admin, createStream, dj, Line, liveBroadcast, liveOnAir, otherDj, startStation } from './testing.ts'

const { id } = liveBroadcast
const closers: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closers.splice(0)) await close()
})

async function create(...given: Parameters<typeof createStream>) {
  const created = await createStream(...given)
  closers.push(created.close)
  return created
}

async function until(isTrue: () => boolean) {
  while (!isTrue()) await new Promise((resolve) => setTimeout(resolve, 10))
}

describe('what goes on air', () => {
  it('[ST16] after a restart what was on air has its mount again, with its peak', async () => {
    const { stream, broadcasts } = await create({ now: () => 0 })
    broadcasts.set(id, { ...liveBroadcast, peakListeners: 12 })
    await stream.restore()
    expect(stream.status()).toEqual({
      isLive: true,
      listenerCount: 0,
      peakListenerCount: 12,
      broadcastId: id,
      recovering: false,
      isStreaming: true,
      onAir: liveOnAir,
    })
  })

  it('[MP23] what another instance says of the song is the title here', async () => {
    const { stream } = await create()
    stream.reconcile([liveBroadcast], [])
    expect(soundTitleOf(stream.onAir)).toBe('Evening show')
    const song = { ...liveOnAir, title: 'Masdan Mo', artist: 'Asin' }
    stream.reconcile([{ ...liveBroadcast, onAir: song }], [id])
    expect(soundTitleOf(stream.onAir)).toBe('Asin - Masdan Mo')
  })

  it('[ST16] once closed, what is found on air late is not opened again', async () => {
    const { stream } = await create()
    await stream.close()
    stream.reconcile([liveBroadcast], [])
    expect(stream.open).toEqual([])
    expect(() => stream.openMount({ broadcastId: id, kind: 'live' })).toThrow('restarting')
  })

  it('[ST16] a broadcast in test gets its private mount, and nothing is live', async () => {
    const { stream, broadcasts } = await create()
    broadcasts.set(id, { ...liveBroadcast, status: 'TESTING' })
    await stream.restore()
    expect(stream.find(id)?.kind).toBe('test')
    expect(stream.status().isLive).toBe(false)
  })

  it('[ST17] a broadcast whose DJ stays away longer than the grace is ended', async () => {
    let nowMs = 0
    const { stream, reported } = await create({ now: () => nowMs, settings: { sourceGraceSeconds: 600 } })
    stream.openMount({ broadcastId: id, kind: 'live' })
    nowMs = 601_000
    await until(() => reported.ended.length > 0)
    expect(reported.ended).toEqual([id])
  })

  it.each([
    [600, 61_000],
    [20, 21_000],
  ])('[ST104] who left the page has a minute of a grace of %i s', (sourceGraceSeconds, expected) => {
    let nowMs = 0
    const ended: number[] = []
    const settings = { dataDir: '', publicUrl: null, sourceGraceSeconds }
    const log = { info: () => {}, warn: () => {}, error: () => {} }
    const endBroadcast = async () => ended.push(nowMs)
    const sourceTimeout = new SourceTimeout({ settings, log, now: () => nowMs, endBroadcast })
    const feed = new Feed({ now: () => nowMs, target: { pushPackets: () => true, silence: () => {} } })
    feed.leave()
    for (; ended.length === 0 && nowMs < 700_000; nowMs += 1_000)
      sourceTimeout.check({ broadcastId: id, feed })
    expect(ended).toEqual([expected])
  })

  it('[ST17] is asked again after 10 s while it could not be ended', async () => {
    let nowMs = 0
    const asked: number[] = []
    const settings = { dataDir: '', publicUrl: null, sourceGraceSeconds: 600 }
    const log = { info: () => {}, warn: () => {}, error: () => {} }
    const endBroadcast = async () => {
      asked.push(nowMs)
      throw new Error('no database')
    }
    const sourceTimeout = new SourceTimeout({ settings, log, now: () => nowMs, endBroadcast })
    const target = { pushPackets: () => true, silence: () => {} }
    const feed = new Feed({ now: () => nowMs, target })
    const pass = (untilMs: number) => {
      for (; nowMs < untilMs; nowMs += 1_000) sourceTimeout.check({ broadcastId: id, feed })
    }
    pass(600_500)
    expect(asked).toEqual([])
    pass(615_000)
    expect(asked).toEqual([601_000, 611_000])
  })

  it('[ST18] while the media service is stopped nothing goes on air; it is not stopped on air', async () => {
    const { stream } = await create()
    stream.openMount({ broadcastId: id, kind: 'live' })
    expect(() => stream.radio.stop()).toThrow('on air')
    await stream.closeMount(id)
    stream.radio.stop()
    expect(() => stream.openMount({ broadcastId: id, kind: 'live' })).toThrow('media server')
    expect(stream.health()).toMatchObject({ healthy: false, icecastServer: 'DOWN' })
    expect((await stream.checks()).find(({ name }) => name === 'media server')?.ok).toBe(false)
    stream.radio.start()
    stream.openMount({ broadcastId: id, kind: 'live' })
    expect(stream.status().isLive).toBe(true)
  })

  it('[ST11] the feed is held by its own DJ or an administrator, and only on air', async () => {
    const { stream, reported } = await create()
    await expect(stream.feed.hold(true, dj)).rejects.toMatchObject({ code: 'WRONG_STATE' })
    stream.openMount({ broadcastId: id, kind: 'live' })
    await expect(stream.feed.hold(true, otherDj)).rejects.toMatchObject({ code: 'FORBIDDEN' })
    await stream.feed.hold(true, dj)
    await stream.feed.hold(true, admin)
    await stream.feed.hold(false, admin)
    expect(reported.feeds).toEqual([
      { isHeld: true, title: expect.any(String), person: dj },
      { isHeld: false, title: expect.any(String), person: admin },
    ])
  })

  it('[ST19] the checks before a broadcast tell what is missing and how long each took', async () => {
    const { stream } = await create()
    expect((await stream.checks()).map(({ name, ok }) => ({ name, ok }))).toEqual([
      { name: 'media server', ok: true },
      { name: 'encoder', ok: true },
      { name: 'disk', ok: true },
    ])
    for (const { ms } of await stream.checks()) expect(ms).toBeGreaterThanOrEqual(0)
  })

  it('[ST21] the peak is handed on to be kept', async () => {
    const { stream, reported } = await create()
    stream.openMount({ broadcastId: id, kind: 'live' })
    stream.live?.audience.join('a')
    stream.live?.audience.join('b')
    await stream.closeMount(id)
    expect(reported.savedPeakListeners).toEqual([2])
  })
})

describe('health', () => {
  it('[ST10] follows the source: healthy with it, recovering without it, healthy off air', async () => {
    let nowMs = 0
    const { stream } = await create({ now: () => nowMs })
    expect(stream.health()).toMatchObject({ healthy: true, broadcastLive: false, bitrate: null })
    stream.openMount({ broadcastId: id, kind: 'live' })
    expect(stream.health()).toMatchObject({ healthy: true, recovering: false, broadcastId: id })
    nowMs = 3_000
    const health = stream.health()
    expect(health).toMatchObject({
      healthy: false,
      recovering: true,
      broadcastLive: true,
      icecastServer: 'UP',
    })
    expect(health.errorMessage).toBe('No audio is coming from the DJ.')
    expect(health.bitrate).toBeGreaterThan(90_000)
  })
})

describe('the recording', () => {
  it('[ST22] holds what listeners heard, from the header to the end of the stream', async () => {
    const { stream, dataDir, reported } = await create()
    stream.openMount({ broadcastId: id, kind: 'live' })
    await stream.closeMount(id)
    const result = new OggReader().push(await readFile(join(dataDir, 'recordings', `${id}.ogg`)))
    const pages = result.ok ? result.pages : []
    expect(pages[0]?.isFirst).toBe(true)
    expect(pages.map((page) => page.sequence)).toEqual(pages.map((_, index) => index))
    expect(pages.at(-1)?.isLast).toBe(true)
    expect(reported.recorded).toEqual([id])
  })

  it('[ST22] after a restart goes on in a new file, the old one is not touched', async () => {
    const { stream, dataDir } = await create()
    stream.openMount({ broadcastId: id, kind: 'live' })
    await stream.closeMount(id)
    const before = await readFile(join(dataDir, 'recordings', `${id}.ogg`))
    stream.openMount({ broadcastId: id, kind: 'live' })
    await stream.closeMount(id)
    expect(await readdir(join(dataDir, 'recordings'))).toEqual([`${id}-2.ogg`, `${id}.ogg`].sort())
    expect(await readFile(join(dataDir, 'recordings', `${id}.ogg`))).toEqual(before)
  })

  it('[ST22] a test is not recorded', async () => {
    const { stream, dataDir } = await create()
    stream.openMount({ broadcastId: id, kind: 'test' })
    await stream.closeMount(id)
    expect(await readdir(dataDir)).toEqual([])
  })

  it('[ST23] a disk that fails ends the recording, is told, and the air goes on', async () => {
    // It stands still, since a source that is not there is told before a recording that stopped.
    let nowMs = 0
    const { stream, dataDir, reported } = await create({ now: () => nowMs })
    await writeFile(join(dataDir, 'recordings'), 'a file where the folder should be')
    stream.openMount({ broadcastId: id, kind: 'live' })
    await until(() => stream.health().errorMessage !== null)
    expect(stream.health()).toMatchObject({
      healthy: true,
      errorMessage: 'The recording stopped: the disk failed.',
    })
    expect(reported.logged).toEqual(['The recording stopped; the broadcast goes on'])
    expect(reported.recordingsFailed).toEqual([id])
    const before = stream.live?.transmitter.mount.pages.end ?? 0
    nowMs = 1_000
    await until(() => (stream.live?.transmitter.mount.pages.end ?? 0) > before)
  })
})

describe('/ws/listener', () => {
  async function connect(...given: Parameters<typeof startStation>) {
    const station = await startStation(...given)
    closers.push(() => station.close())
    return { station, line: await new Line(station.socketUrl('/ws/listener')).open() }
  }

  it('[ST24] hears the status on connecting and when a broadcast begins and ends', async () => {
    let nowMs = 0
    const { station, line } = await connect({ now: () => nowMs })
    expect(await line.nextOf('STREAM_STATUS')).toMatchObject({ isLive: false, broadcastId: null })
    station.stream.openMount({ broadcastId: id, kind: 'live' })
    const live = await line.nextOf('STREAM_STATUS')
    expect(live).toMatchObject({ isLive: true, broadcastId: id, health: { broadcastLive: true } })
    // The next change may be told, and that no source is there is none yet.
    nowMs = 1_500
    await station.stream.closeMount(id)
    expect(await line.nextOf('STREAM_STATUS')).toMatchObject({ isLive: false })
    expect(station.reported.statuses.map(({ isLive }) => isLive)).toEqual([true, false])
  })

  it('[ST24] hears a change at most once a second, the last state always', async () => {
    const { station, line } = await connect()
    station.stream.openMount({ broadcastId: id, kind: 'live' })
    const leave = Array.from({ length: 50 }, (_, index) => station.stream.live?.audience.join(String(index)))
    for (const one of leave.slice(1)) {
      one?.()
      station.stream.broadcaster.tick()
    }
    let status = await line.nextOf('STREAM_STATUS')
    let reported = 1
    for (; status.listenerCount !== 1; reported++) status = await line.nextOf('STREAM_STATUS')
    expect(status).toMatchObject({ listenerCount: 1, peakListenerCount: 50 })
    expect(reported).toBeLessThanOrEqual(3)
  })

  it('[ST25] START_LISTENING counts a player with its stream as one, until STOP_LISTENING or the end', async () => {
    const { station, line } = await connect()
    station.stream.openMount({ broadcastId: id, kind: 'live' })
    const listenerId = '0c3a1f39-5a8c-4d0c-9c3e-0d3f5d7c2b11'
    station.stream.live?.audience.join(listenerId)
    const say = async (message: object) => {
      line.socket.send(JSON.stringify(message))
      line.socket.send('ping')
      while ((await line.next()) !== 'pong');
      return station.stream.status().listenerCount
    }
    expect(await say({ type: 'START_LISTENING', broadcastId: id, listenerId })).toBe(1)
    expect(await say({ type: 'START_LISTENING', broadcastId: id })).toBe(2)
    expect(await say({ type: 'START_LISTENING', broadcastId: id })).toBe(2)
    expect(await say({ type: 'STOP_LISTENING', broadcastId: id })).toBe(1)
    expect(await say({ type: 'START_LISTENING', broadcastId: 999 })).toBe(1)
    expect(await say({ type: 'START_LISTENING' })).toBe(2)
    line.socket.terminate()
    await until(() => station.stream.status().listenerCount === 1)
  })

  it('[ST38] the delay of players that listen is their median; one that stops, or never said, is not asked', async () => {
    const { station, line } = await connect()
    station.stream.openMount({ broadcastId: id, kind: 'live' })
    const { broadcaster } = station.stream
    const say = async (to: Line, message: object) => {
      to.socket.send(JSON.stringify(message))
      to.socket.send('ping')
      while ((await to.next()) !== 'pong');
      return broadcaster.playerDelayMs
    }
    expect(await say(line, { type: 'PLAYER_DELAY', delayMs: 900 })).toBeNull()
    const lines = await Promise.all([1, 2, 3].map(() => new Line(station.socketUrl('/ws/listener')).open()))
    for (const [index, each] of lines.entries()) {
      await say(each, { type: 'START_LISTENING' })
      await say(each, { type: 'PLAYER_DELAY', delayMs: [3_000, 700, 800][index] })
    }
    expect(broadcaster.playerDelayMs).toBe(800)
    expect(await say(line, { type: 'START_LISTENING' })).toBe(800)
    for (const each of lines.slice(0, 2)) await say(each, { type: 'STOP_LISTENING' })
    expect(await say(line, { type: 'PLAYER_DELAY', delayMs: 60_001 })).toBe(800)
  })

  it('[ST26] nonsense is passed over, twenty times, and then closed with 1008', async () => {
    const { line } = await connect()
    const nonsense = ['{', '[]', '{"type":"DANCE"}', '{"type":"START_LISTENING","listenerId":"x"}', 'ping ']
    for (let i = 0; i < 19; i++) line.socket.send(nonsense[i % nonsense.length] ?? '')
    line.socket.send('ping')
    while ((await line.next()) !== 'pong');
    line.socket.send(Buffer.from([1, 2, 3]))
    expect((await line.closed).code).toBe(1008)
  })

  it('[ST26] a flood of messages is closed with 1008', async () => {
    const { line } = await connect()
    for (let i = 0; i < 200; i++) line.socket.send('ping')
    expect((await line.closed).code).toBe(1008)
  })

  it('[SR8] the end of the process says 1012', async () => {
    const { station, line } = await connect()
    await station.stream.close()
    expect((await line.closed).code).toBe(1012)
  })
})

describe('everything together', () => {
  it('[ST1] what the DJ sends is what a listener gets', async () => {
    let nowMs = 0
    const station = await startStation({ now: () => nowMs })
    closers.push(() => station.close())
    station.stream.openMount({ broadcastId: id, kind: 'live' })
    const line = await new Line(station.socketUrl('/ws/live')).open()
    for (const chunk of captureNamed('chromium-desktop').chunks) {
      line.socket.send(chunk)
      nowMs += 100
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
    expect(station.stream.live?.feed.isRecovering).toBe(false)
    await expect.poll(() => station.stream.live?.transmitter.mount.bitrate).toBeGreaterThan(96_000)
  })

  it('[FT5] a source whose sound came while the process was busy is not silent', async () => {
    let nowMs = 0
    const station = await startStation({ now: () => nowMs })
    closers.push(() => station.close())
    station.stream.openMount({ broadcastId: id, kind: 'live' })
    const pages = station.stream.live?.transmitter.mount.pages
    const latest = () => pages?.at(pages.end - 1)?.bytes ?? Buffer.alloc(0)
    const line = await new Line(station.socketUrl('/ws/live')).open()
    const [first = '', second = ''] = captureNamed('chromium-desktop').chunks
    line.socket.send(first)
    await until(() => isSound(latest()))
    const before = pages?.end ?? 0
    // From there on the loop looks at its timers before it reads.
    await new Promise((resolve) => setImmediate(resolve))
    line.socket.send(second)
    nowMs += STALL_MS + 100
    const busyUntil = performance.now() + 2 * FAN_OUT_TICK_MS
    while (performance.now() < busyUntil);
    await until(() => (pages?.end ?? 0) > before)
    expect(isSound(pages?.at(before)?.bytes ?? Buffer.alloc(0))).toBe(true)
  })
})

/** The station's silence is padding; a recorder's packets hold hardly a zero. */
function isSound(page: Uint8Array): boolean {
  return page.filter((byte) => byte !== 0).length > page.length / 2
}
