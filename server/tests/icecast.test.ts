import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createBroadcast, endBroadcast, startBroadcast } from '@carillon/contract/broadcasts/endpoints'
import { getStreamConfig, getStreamHealth, getStreamStatus } from '@carillon/contract/stream/endpoints'
import { captureNamed } from '@carillon/media/fixtures/captures'
import { OggReader } from '@carillon/media/ogg/reader'
import { IcecastServer } from '@carillon/testkit/icecast-server'
import { describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { sourceAddressOf } from '../src/features/stream/outputs/icecast/address.ts'
import { openSource } from '../src/features/stream/outputs/icecast/handshake.ts'
import { createStream, ListenerProbe, liveBroadcast } from '../src/features/stream/testing.ts'
import { startStation } from './support/station.ts'
import { complaints } from './support/stream-validators.ts'

const { id } = liveBroadcast
/** Restarts on the air: ten in the long form. */
const RESTARTS = process.env.LONG ? 10 : 2
const STALL_MS = process.env.LONG ? 15_000 : 3_000
const LIMIT_MS = 60_000
const LONG_MS = 180_000
const ASK_ICECAST_EVERY_MS = 300
/** This many looks at the pages, four a second, and the station has written one: without a source it does each second. */
const LOOKS_PER_PAGE = 8

/** Has something closed after its test, the last one first. */
type AtEnd = (close: () => Promise<unknown>) => void

/** Most of them wait for what happens every second or two, and do so side by side. */
const it = test.extend<{ atEnd: AtEnd }>({
  // biome-ignore lint/correctness/noEmptyPattern: Vitest reads from the pattern which fixtures are needed.
  atEnd: async ({}, use) => {
    const closers: (() => Promise<unknown>)[] = []
    await use((close) => void closers.push(close))
    for (const close of closers.reverse()) await close()
  },
})

async function startIcecast(atEnd: AtEnd, master?: IcecastServer) {
  const icecast = await IcecastServer.start(master)
  atEnd(() => icecast.close())
  return icecast
}

/** A broadcast on air whose stream goes to `icecast`. */
async function goLive(
  atEnd: AtEnd,
  icecast: IcecastServer,
  change: Partial<IcecastServer['settings']> = {},
  clock: { now?: () => number } = {},
) {
  const settings = { icecast: { ...icecast.settings, ...change }, stationName: 'Radio Ñandú\r\nX: 1' }
  const created = await createStream({ settings, ...clock })
  atEnd(created.close)
  created.stream.openMount({ broadcastId: id, kind: 'live' })
  return created
}

async function until<T>(ask: () => T | Promise<T>): Promise<NonNullable<T>> {
  for (;;) {
    const answer = await ask()
    if (answer) return answer
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

/** What Icecast says of its mount, once there is one; asked seldom, since it may die of a question while a source begins. */
async function isSource(icecast: IcecastServer) {
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, ASK_ICECAST_EVERY_MS))
    const mount = await icecast.mount()
    if (mount) return mount
  }
}

function listen(atEnd: AtEnd, icecast: IcecastServer): ListenerProbe {
  const probe = new ListenerProbe(icecast.listenUrl)
  atEnd(async () => probe.leave())
  return probe
}

/** The way to an Icecast's admin calls, which can be cut, and holds an answer until it is let go. */
async function openWay(atEnd: AtEnd, icecast: IcecastServer) {
  const { host, username, password } = new URL(icecast.adminUrl)
  const headers = { authorization: `Basic ${btoa(`${username}:${password}`)}` }
  const way = {
    isCut: false,
    hold: null as Promise<void> | null,
    refused: 0,
    held: 0,
    answered: 0,
    adminUrls: [''],
  }
  const server = createServer(async ({ url }, response) => {
    if (way.isCut) {
      way.refused++
      response.destroy()
      return
    }
    const text = await fetch(`http://${host}${url}`, { headers }).then(
      (reply) => reply.text(),
      () => null, // it was stopped, or has died of the question
    )
    if (text === null) return void response.destroy()
    if (way.hold) way.held++
    await way.hold
    response.end(text, () => way.answered++)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  atEnd(async () => server.close())
  way.adminUrls = [`http://127.0.0.1:${(server.address() as AddressInfo).port}`]
  return way
}

function pagesOf(probe: ListenerProbe) {
  const read = new OggReader().push(probe.bytes)
  if (!read.ok) throw new Error(read.error)
  return read.pages
}

describe.concurrent('what an Icecast gets', { timeout: LIMIT_MS }, () => {
  it('[IC1] the show as one logical stream, which its listeners play', async ({ atEnd }) => {
    const icecast = await startIcecast(atEnd)
    const station = await startStation({ icecast: icecast.settings })
    atEnd(() => station.close())
    const dj = await station.as('DJ')
    const { data } = await station.call(createBroadcast, { as: dj, body: { title: 'Evening show' } })
    await station.call(startBroadcast, { as: dj, params: { id: data.id } })
    const { streamStart } = await isSource(icecast)
    const probe = listen(atEnd, icecast)
    // The DJ comes, goes and comes back: nothing of it is seen at Icecast.
    for (const name of ['chromium-desktop', 'firefox-destination']) {
      const socket = new WebSocket(`${station.socketOrigin}/ws/live?broadcastId=${data.id}`, {
        headers: { authorization: `Bearer ${dj.token}` },
      })
      await once(socket, 'open')
      for (const chunk of captureNamed(name).chunks.slice(0, 10)) {
        socket.send(chunk)
        await new Promise((resolve) => setTimeout(resolve, 250))
      }
      socket.terminate()
    }
    expect(await icecast.mount()).toMatchObject({ streamStart, listeners: 1 })
    expect((await station.call(getStreamHealth)).data.icecastServer).toBe('UP')
    await station.call(endBroadcast, { as: dj, params: { id: data.id } })
    await probe.ended()
    const pages = pagesOf(probe)
    expect(new Set(pages.map(({ serialNumber }) => serialNumber)).size).toBe(1)
    const [, , first, ...others] = pages.map(({ sequence }) => sequence)
    expect(others).toEqual(others.map((_, index) => (first ?? 0) + 1 + index))
    expect(pages.at(-1)?.isLast).toBe(true)
    // Icecast hands pages on as they are: who joins later has a hole after the header, as at any Icecast, and no other.
    const isOfJoining = (line: string) => /missing|hole|gap|discontinuity/i.test(line)
    const findings = await complaints(probe.bytes)
    expect(findings.filter((line) => !isOfJoining(line))).toEqual([])
  })

  it('[IC2] a test goes nowhere', async ({ atEnd }) => {
    const icecast = await startIcecast(atEnd)
    const { stream, close } = await createStream({ settings: { icecast: icecast.settings } })
    atEnd(close)
    stream.openMount({ broadcastId: id, kind: 'test' })
    await new Promise((resolve) => setTimeout(resolve, 500))
    expect(await icecast.mount()).toBeNull()
  })
})

describe.concurrent('an Icecast in trouble', { timeout: LIMIT_MS }, () => {
  it('[IC4] that hangs is DOWN, then UP, and nobody here hears it', { timeout: LONG_MS }, async ({
    atEnd,
  }) => {
    const icecast = await startIcecast(atEnd)
    const { stream } = await goLive(atEnd, icecast)
    await isSource(icecast)
    const pages = stream.live?.mount.pages
    const times: number[] = []
    const seen = setInterval(() => times.push(pages?.end ?? 0), 250)
    atEnd(async () => clearInterval(seen))
    icecast.signal('SIGSTOP')
    atEnd(async () => icecast.signal('SIGCONT'))
    await until(() => stream.health().icecastServer === 'DOWN')
    await new Promise((resolve) => setTimeout(resolve, STALL_MS))
    expect(stream.health()).toMatchObject({ icecastServer: 'DOWN', broadcastLive: true })
    icecast.signal('SIGCONT')
    await until(() => stream.health().icecastServer === 'UP')
    const written = times.slice(LOOKS_PER_PAGE).map((end, index) => end - (times[index] ?? 0))
    expect(Math.min(...written)).toBeGreaterThan(0)
  })

  it('[IC4] that hangs for 30 s gets another connection', async ({ atEnd }) => {
    let aheadMs = 0
    const icecast = await startIcecast(atEnd)
    const { stream, reported } = await goLive(atEnd, icecast, {}, { now: () => performance.now() + aheadMs })
    const before = await isSource(icecast)
    listen(atEnd, icecast)
    await until(() => stream.status().listenerCount === 1) // it has answered
    icecast.signal('SIGSTOP')
    atEnd(async () => icecast.signal('SIGCONT'))
    await until(() => stream.health().icecastServer === 'DOWN')
    for (; !reported.logged.includes('Icecast does not take the stream; it is tried on'); aheadMs += 2_000)
      await new Promise((resolve) => setTimeout(resolve, 250))
    expect(aheadMs).toBeLessThan(200_000) // not by its buffers being full
    icecast.signal('SIGCONT')
    await until(() => stream.health().icecastServer === 'UP')
    expect((await isSource(icecast)).streamStart).not.toBe(before.streamStart)
  })

  it('[IC5] that refuses is DOWN, and the log says why once, without a password', async ({ atEnd }) => {
    const icecast = await startIcecast(atEnd)
    const reports: object[] = []
    const keep = (fact: object) => void reports.push(fact)
    const url = `http://source:wrong-secret@127.0.0.1:${icecast.port}/live.ogg`
    const { stream, close } = await createStream({
      settings: { icecast: { ...icecast.settings, url } },
      log: { info: keep, warn: keep, error: keep },
    })
    atEnd(close)
    stream.openMount({ broadcastId: id, kind: 'live' })
    await until(() => reports.length > 0)
    expect(stream.health()).toMatchObject({ healthy: true, icecastServer: 'DOWN' })
    await new Promise((resolve) => setTimeout(resolve, 3_500)) // the next try
    expect(reports).toEqual([
      { icecast: icecast.listenUrl, reason: 'WRONG_PASSWORD', detail: expect.any(String) },
    ])
    expect(JSON.stringify(reports)).not.toContain('secret')
  })

  it('[IC6] whose mount is taken by another source gives it to us', async ({ atEnd }) => {
    const icecast = await startIcecast(atEnd)
    // A second feed of ours would come back, and whose mount it is then would be luck.
    const other = await openSource(sourceAddressOf(icecast.settings.url), {
      stationName: 'Another station',
      limitMs: LONG_MS,
      signal: AbortSignal.timeout(LONG_MS),
    })
    if (!other.ok) throw new Error(other.refusal.detail)
    atEnd(async () => other.socket.destroy())
    await isSource(icecast)
    const { stream, reported } = await goLive(atEnd, icecast)
    await until(() => stream.health().icecastServer === 'UP')
    expect(reported.logged).toEqual([
      'The mount was in use: its source has been asked to go',
      'Icecast takes the stream',
    ])
  })

  it('[IC6] without an admin address the other source stays', async ({ atEnd }) => {
    const icecast = await startIcecast(atEnd)
    await goLive(atEnd, icecast)
    const before = await isSource(icecast)
    const { stream, reported } = await goLive(atEnd, icecast, { adminUrls: [] })
    await until(() => reported.logged.length > 0)
    expect(stream.health().icecastServer).toBe('DOWN')
    expect(await icecast.mount()).toMatchObject({ streamStart: before.streamStart })
  })

  it('[IC7] off air it is UP while it answers', async ({ atEnd }) => {
    const icecast = await startIcecast(atEnd)
    const { stream, close } = await createStream({ settings: { icecast: icecast.settings } })
    atEnd(close)
    expect(stream.health().icecastServer).toBe('UP')
    await icecast.stop()
    await until(() => stream.health().icecastServer === 'DOWN')
    await icecast.run()
    await until(() => stream.health().icecastServer === 'UP')
  })
})

// How soon counts here: a group of its own goes neither beside others nor side by side.
describe('how soon an Icecast in trouble', { timeout: LIMIT_MS }, () => {
  it('[IC3] that restarts has its source back within 3 s, each time', {
    timeout: LONG_MS,
  }, async ({ atEnd }) => {
    const icecast = await startIcecast(atEnd)
    const { stream } = await goLive(atEnd, icecast)
    await isSource(icecast)
    const backMs: number[] = []
    for (let restart = 1; restart <= RESTARTS; restart++) {
      await icecast.stop()
      await until(() => stream.health().icecastServer === 'DOWN')
      await icecast.run()
      const startedMs = performance.now()
      await isSource(icecast)
      await until(() => stream.health().icecastServer === 'UP')
      backMs.push(Math.round(performance.now() - startedMs))
    }
    process.stdout.write(`Icecast restarted: source back after ${backMs.join(', ')} ms\n`)
    const probe = listen(atEnd, icecast)
    await probe.received(30_000)
    expect(pagesOf(probe)[0]?.isFirst).toBe(true)
    expect(Math.max(...backMs)).toBeLessThan(3_000)
  })

  it('[IC8] does not keep the station from closing', async ({ atEnd }) => {
    const icecast = await startIcecast(atEnd)
    const { stream } = await goLive(atEnd, icecast)
    await isSource(icecast)
    icecast.signal('SIGSTOP')
    atEnd(async () => icecast.signal('SIGCONT'))
    const startedMs = performance.now()
    await stream.close()
    expect(performance.now() - startedMs).toBeLessThan(5_000)
  })
})

describe.concurrent('where listeners are sent', { timeout: LIMIT_MS }, () => {
  it('[IC12] to Icecast first while it is UP, and to the station next', async ({ atEnd }) => {
    const icecast = await startIcecast(atEnd)
    const station = await startStation({ icecast: icecast.settings })
    atEnd(() => station.close())
    const config = async () => (await station.call(getStreamConfig)).data
    const own = `${station.origin}/live.ogg`
    expect((await config()).streams.map(({ url }) => url)).toEqual([icecast.listenUrl, own])
    expect((await config()).streamUrl).toBe(icecast.listenUrl)
    const dj = await station.as('DJ')
    const { data } = await station.call(createBroadcast, { as: dj, body: { title: 'Evening show' } })
    await station.call(startBroadcast, { as: dj, params: { id: data.id } })
    await until(async () => (await config()).streamUrl === icecast.listenUrl)
    await icecast.stop()
    await until(async () => (await config()).streamUrl === own)
    expect((await config()).streams).toHaveLength(1)
  })

  it('[IC12] never to an address that a browser refuses on a secure page', async ({ atEnd }) => {
    const icecast = await startIcecast(atEnd)
    const settings = { ...icecast.settings, publicUrl: 'https://listen.example/live.ogg' }
    const secure = 'https://radio.example'
    for (const [given, streamUrl] of [
      [icecast.settings, `${secure}/live.ogg`],
      [settings, settings.publicUrl],
    ] as const) {
      const station = await startStation({ icecast: given, publicUrl: secure })
      atEnd(() => station.close())
      expect((await station.call(getStreamConfig)).data.streamUrl).toBe(streamUrl)
    }
  })
})

describe.concurrent('who listens at Icecast', { timeout: LIMIT_MS }, () => {
  const player = '0c3a1f39-5a8c-4d0c-9c3e-0d3f5d7c2b11'

  it('[IC9] programs there count, a player that told us so counts once', async ({ atEnd }) => {
    const icecast = await startIcecast(atEnd)
    const station = await startStation({ icecast: icecast.settings })
    atEnd(() => station.close())
    const dj = await station.as('DJ')
    const { data } = await station.call(createBroadcast, { as: dj, body: { title: 'Evening show' } })
    await station.call(startBroadcast, { as: dj, params: { id: data.id } })
    await isSource(icecast)
    const count = async () => (await station.call(getStreamStatus)).data
    const socket = new WebSocket(`${station.socketOrigin}/ws/listener`)
    await once(socket, 'open')
    socket.send(JSON.stringify({ type: 'START_LISTENING', broadcastId: data.id, listenerId: player }))
    await until(async () => (await count()).listenerCount === 1)
    const probes = [listen(atEnd, icecast), listen(atEnd, icecast), listen(atEnd, icecast)]
    await until(async () => (await count()).listenerCount === 3) // the player and two programs
    expect((await count()).peakListenerCount).toBe(3)
    for (const probe of probes) probe.leave()
    await until(async () => (await count()).listenerCount === 1)
    socket.terminate()
    await until(async () => (await count()).listenerCount === 0)
  })

  it('[IC10] a relay is no listener, those who listen to it are', async ({ atEnd }) => {
    const icecast = await startIcecast(atEnd)
    const relay = await startIcecast(atEnd, icecast)
    const adminUrls = [icecast.adminUrl, relay.adminUrl]
    const { stream } = await goLive(atEnd, icecast, { adminUrls })
    await isSource(relay)
    listen(atEnd, icecast)
    listen(atEnd, relay)
    listen(atEnd, relay)
    await until(() => stream.status().listenerCount === 3)
    expect((await icecast.mount())?.listeners).toBe(2)
  })

  it('[IC14] one answer that fails takes nobody away, and brings nobody when the next one comes', async ({
    atEnd,
  }) => {
    let aheadMs = 0
    const icecast = await startIcecast(atEnd)
    const way = await openWay(atEnd, icecast)
    const { adminUrls } = way
    const { stream, reported } = await goLive(
      atEnd,
      icecast,
      { adminUrls },
      { now: () => performance.now() + aheadMs },
    )
    await isSource(icecast)
    listen(atEnd, icecast)
    listen(atEnd, icecast)
    const count = () => stream.status().listenerCount
    await until(() => count() === 2)
    way.isCut = true
    await until(() => way.refused === 2) // the first one is known then
    expect(count()).toBe(2)
    way.isCut = false
    const { answered } = way
    await until(() => way.answered === answered + 3)
    expect(count()).toBe(2)
    const taken = [...reported.samples, stream.live?.audience.take()]
    expect(taken.reduce((sum, each) => sum + (each?.arrivals ?? 0), 0)).toBe(2)

    await icecast.stop()
    await until(() => stream.health().icecastServer === 'DOWN')
    expect(count()).toBe(2)
    aheadMs += 10_000
    await until(() => count() === 0)
  })

  it('[IC14] a server that says nothing for 30 s has no listeners any more', async ({ atEnd }) => {
    let aheadMs = 0
    const icecast = await startIcecast(atEnd)
    const way = await openWay(atEnd, icecast)
    const { adminUrls } = way
    const { stream } = await goLive(atEnd, icecast, { adminUrls }, { now: () => performance.now() + aheadMs })
    await isSource(icecast)
    listen(atEnd, icecast)
    await until(() => stream.status().listenerCount === 1)
    way.isCut = true
    await until(() => way.refused === 2)
    expect(stream.status().listenerCount).toBe(1)
    aheadMs += 30_000
    await until(() => stream.status().listenerCount === 0)
    expect(stream.health().icecastServer).toBe('UP')
  })

  it('[IC15] an answer that comes when another instance leads counts nobody', async ({ atEnd }) => {
    const icecast = await startIcecast(atEnd)
    const way = await openWay(atEnd, icecast)
    const { stream } = await goLive(atEnd, icecast, { adminUrls: way.adminUrls })
    await isSource(icecast)
    listen(atEnd, icecast)
    await until(() => stream.status().listenerCount === 1)
    const { promise, resolve } = Promise.withResolvers<void>()
    way.hold = promise
    await until(() => way.held === 1)
    const { answered } = way
    const { live } = stream
    // It hangs from here on: the connection that is being ended is there for a while.
    icecast.signal('SIGSTOP')
    atEnd(async () => icecast.signal('SIGCONT'))
    live?.follow()
    resolve()
    await until(() => way.answered > answered)
    icecast.signal('SIGCONT')
    way.hold = null
    await until(() => way.answered > answered + 1) // the one before has been counted
    expect(live?.audience.count).toBe(0)
  })
})
