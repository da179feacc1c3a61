import { once } from 'node:events'
import { createBroadcast, startBroadcast } from '@carillon/contract/broadcasts/endpoints'
import { getStreamConfig, getStreamStatus } from '@carillon/contract/stream/endpoints'
import { describe, expect } from 'vitest'
import { WebSocket } from 'ws'
import { goLive, isSource, it, listen, openWay, startIcecast, until } from './support/icecast.ts'
import { startStation } from './support/station.ts'

describe.concurrent('where listeners are sent', () => {
  it('[IC12] to Icecast first while it is UP, and to the station next', async ({ atEnd }) => {
    const icecast = await startIcecast(atEnd)
    const station = await startStation({ icecast: icecast.settings })
    atEnd(() => station.close())
    const config = async () => (await station.call(getStreamConfig)).data
    const own = `${station.origin}/live.ogg`
    // It is DOWN for a moment where it was slow to answer.
    const up = await until(async () => {
      const sent = await config()
      return sent.streamUrl === icecast.listenUrl ? sent : null
    })
    expect(up.streams.map(({ url }) => url)).toEqual([
      icecast.listenUrl,
      own,
      `${station.origin}/hls/live.m3u8`,
    ])
    const dj = await station.as('DJ')
    const { data } = await station.call(createBroadcast, { as: dj, body: { title: 'Evening show' } })
    await station.call(startBroadcast, { as: dj, params: { id: data.id } })
    await until(async () => (await config()).streamUrl === icecast.listenUrl)
    await icecast.stop()
    await until(async () => (await config()).streamUrl === own)
    expect((await config()).streams).toHaveLength(2)
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
      await until(async () => (await station.call(getStreamConfig)).data.streamUrl === streamUrl)
    }
  })
})

describe.concurrent('who listens at Icecast', () => {
  const player = '0c3a1f39-5a8c-4d0c-9c3e-0d3f5d7c2b11'

  // Slow: an Icecast starts and is asked every few seconds.
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

  it('[IC10] a relay is not a listener, those who listen to it are', async ({ atEnd }) => {
    const icecast = await startIcecast(atEnd)
    const relay = await startIcecast(atEnd, icecast)
    const adminUrls = [icecast.adminUrl, relay.adminUrl]
    const { stream } = await goLive(atEnd, icecast, { adminUrls })
    await isSource(relay)
    listen(atEnd, icecast)
    listen(atEnd, relay)
    listen(atEnd, relay)
    await until(() => stream.status().listenerCount === 3)
    await until(async () => (await isSource(icecast)).listeners === 2)
  })

  // Slow: an Icecast starts and is asked every few seconds.
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
    await until(() => stream.health().icecastServer === 'UP')
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
    live?.follow({ sourceKind: null })
    resolve()
    await until(() => way.answered > answered)
    icecast.signal('SIGCONT')
    way.hold = null
    await until(() => way.answered > answered + 1) // the one before has been counted
    expect(live?.audience.count).toBe(0)
  })
})
