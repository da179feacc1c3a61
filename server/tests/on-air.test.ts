import { once } from 'node:events'
import { getActivity } from '@carillon/contract/analytics/endpoints'
import { changeRole } from '@carillon/contract/auth/people-endpoints'
import {
  createBroadcast,
  endBroadcast,
  startBroadcast,
  startTest,
} from '@carillon/contract/broadcasts/endpoints'
import {
  getRadioStatus,
  getStreamConfig,
  getStreamHealth,
  getStreamStatus,
  startRadio,
  startStream,
  stopRadio,
  stopStream,
} from '@carillon/contract/stream/endpoints'
import { captureNamed } from '@carillon/media/fixtures/captures'
import { OggReader } from '@carillon/media/ogg/reader'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { WebSocket } from 'ws'
import { ListenerProbe } from '../src/features/stream/testing.ts'
import { perform } from './support/fake-recorder.ts'
import { type Member, startStation, type TestStation } from './support/station.ts'
import { complaints } from './support/stream-validators.ts'

let station: TestStation
beforeAll(async () => {
  station = await startStation()
})
afterAll(() => station.close())

async function schedule(as: Member): Promise<number> {
  return (await station.call(createBroadcast, { as, body: { title: 'Evening show' } })).data.id
}

async function goLive(as: Member): Promise<number> {
  const id = await schedule(as)
  expect((await station.call(startBroadcast, { as, params: { id } })).status).toBe(200)
  return id
}

const end = (id: number, as: Member) => station.call(endBroadcast, { as, params: { id } })

function dial(query: string, as: Member | null): WebSocket {
  const headers = as ? { authorization: `Bearer ${as.token}` } : {}
  const socket = new WebSocket(`${station.socketOrigin}/ws/live${query}`, { headers })
  socket.on('error', () => {}) // what a test wants to know it reads from the close
  return socket
}

/** Answer of the station to a handshake: 101, or the status and code of the refusal. */
async function handshake(query: string, as: Member | null): Promise<number | string> {
  const socket = dial(query, as)
  const open = once(socket, 'open').then(() => 101)
  const refused = once(socket, 'unexpected-response').then(async ([, response]) => {
    const chunks: Buffer[] = []
    for await (const chunk of response) chunks.push(chunk)
    return `${response.statusCode} ${JSON.parse(Buffer.concat(chunks).toString()).code}`
  })
  const answer = await Promise.race([open, refused])
  socket.terminate()
  return answer
}

async function connect(id: number, as: Member): Promise<WebSocket> {
  const socket = dial(`?broadcastId=${id}`, as)
  await once(socket, 'open')
  return socket
}

const closeCode = (socket: WebSocket) => once(socket, 'close').then(([code]) => code as number)
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** Sends a capture as its recorder did, 300 ms a chunk. */
async function play(socket: WebSocket, name: string): Promise<void> {
  for (const chunk of captureNamed(name).chunks) {
    socket.send(chunk)
    await pause(300)
  }
}

describe('who may take the air', () => {
  it('[SR15] the handshake is refused before the upgrade, with the reason', async () => {
    const dj = await station.as('DJ')
    const id = await goLive(dj)
    const scheduled = await schedule(dj)
    const live = `?broadcastId=${id}`
    expect(await handshake(live, null)).toBe('401 NOT_SIGNED_IN')
    expect(await handshake(live, await station.as('LISTENER'))).toBe('403 FORBIDDEN')
    expect(await handshake(live, await station.as('MODERATOR'))).toBe('403 FORBIDDEN')
    expect(await handshake(live, await station.as('DJ', 'another'))).toBe('403 FORBIDDEN')
    expect(await handshake('?broadcastId=99999', dj)).toBe('404 NOT_FOUND')
    expect(await handshake('?broadcastId=x', dj)).toBe('400 INVALID_INPUT')
    expect(await handshake(`?broadcastId=${scheduled}`, dj)).toBe('409 WRONG_STATE')
    expect(await handshake(live, dj)).toBe(101)
    expect(await handshake('', dj)).toBe(101)
    const socket = await connect(id, dj)
    expect(await handshake(live, station.admin)).toBe('409 SOURCE_TAKEN')
    const closed = closeCode(socket)
    await end(id, dj)
    expect(await closed).toBe(4003)
    expect(await handshake(live, dj)).toBe('409 WRONG_STATE')
    expect(await handshake('', dj)).toBe('400 INVALID_INPUT')
  })

  it('[SR6] a DJ who is no longer one is off the air', async () => {
    const dj = await station.as('DJ', 'demoted')
    const id = await goLive(dj)
    const closed = closeCode(await connect(id, dj))
    await station.call(changeRole, {
      as: station.admin,
      params: { id: dj.id },
      query: { newRole: 'LISTENER' },
    })
    expect(await closed).toBe(4001)
    expect(await handshake(`?broadcastId=${id}`, dj)).not.toBe(101)
    await end(id, station.admin)
  })
})

describe('what the stream tells', () => {
  it('[ST27] the config names absolute addresses', async () => {
    const { data } = await station.call(getStreamConfig)
    expect(data).toMatchObject({
      streamUrl: `${station.origin}/live.ogg`,
      mount: '/live.ogg',
      bufferSeconds: 3,
      websocketUrl: `${station.socketOrigin}/ws/listener`,
      sockJsUrl: `${station.origin}/ws-radio`,
    })
    expect(data.streams).toEqual([
      { url: data.streamUrl, mimeType: 'audio/ogg; codecs=opus', codec: 'opus', bitrate: 96_000 },
      {
        url: `${station.origin}/hls/live.m3u8`,
        mimeType: 'application/vnd.apple.mpegurl',
        codec: 'opus',
        bitrate: 96_000,
      },
    ])
  })

  it('[ST28] off air live.ogg is 404 with words, on air 200, for GET and HEAD', async () => {
    const stream = `${station.origin}/live.ogg`
    const offAir = await fetch(stream)
    expect(offAir.status).toBe(404)
    expect(await offAir.json()).toMatchObject({ code: 'NOT_FOUND', message: 'Nothing is on air right now.' })
    expect((await fetch(stream, { method: 'HEAD' })).status).toBe(404)
    const dj = await station.as('DJ')
    const id = await goLive(dj)
    const head = await fetch(stream, { method: 'HEAD' })
    expect(head.status).toBe(200)
    expect(head.headers.get('content-type')).toBe('audio/ogg')
    expect(head.headers.has('content-length')).toBe(false)
    const ranged = new AbortController()
    const get = await fetch(stream, { headers: { range: 'bytes=100-' }, signal: ranged.signal })
    expect(get.status).toBe(200)
    ranged.abort()
    await end(id, dj)
  })

  it('[ST29] load balancers get 200 while the station can serve, DJ or not, and 503 when it is stopped', async () => {
    const health = () => fetch(`${station.origin}/stream/health`)
    const dj = await station.as('DJ')
    expect((await health()).status).toBe(200)
    const id = await goLive(dj)
    await pause(2_500)
    const recovering = await health()
    expect(recovering.status).toBe(200)
    expect(await recovering.json()).toMatchObject({
      success: true,
      data: { recovering: true, healthy: false, broadcastId: id },
    })
    expect((await station.call(getStreamStatus)).data).toMatchObject({ isLive: true, recovering: true })
    const refused = await station.call(stopRadio, { as: station.admin })
    expect([refused.status, refused.error.code]).toEqual([409, 'WRONG_STATE'])
    await end(id, dj)
    expect((await station.call(stopRadio, { as: station.admin })).data).toEqual({
      running: false,
      startedAt: null,
      feedHeld: false,
    })
    expect((await health()).status).toBe(503)
    expect((await fetch(`${station.origin}/live.ogg`)).status).toBe(503)
    expect((await station.call(startRadio, { as: station.admin })).data.running).toBe(true)
    expect((await station.call(getRadioStatus, { as: dj })).data.running).toBe(true)
    expect((await health()).status).toBe(200)
  })

  it('[ST11] the feed is held and opened by its DJ', async () => {
    const dj = await station.as('DJ')
    const off = await station.call(stopStream, { as: dj })
    expect([off.status, off.error.code]).toEqual([409, 'WRONG_STATE'])
    const id = await goLive(dj)
    // Without a source, what health tells first is that none is there.
    const { stop } = await perform(station, dj.token, id)
    onTestFinished(stop)
    const other = await station.as('DJ', 'another')
    expect((await station.call(stopStream, { as: other })).status).toBe(403)
    expect((await station.call(stopStream, { as: dj })).data.isLive).toBe(true)
    // A recorder that stood still with this machine is missed for a moment, and told first.
    const error = async () => (await station.call(getStreamHealth)).data.errorMessage
    await expect.poll(error).toBe('The stream is stopped: listeners hear silence.')
    expect((await station.call(getRadioStatus, { as: dj })).data.feedHeld).toBe(true)
    expect((await station.call(startStream, { as: dj })).status).toBe(200)
    await expect.poll(error).toBeNull()
    expect((await station.call(getRadioStatus, { as: dj })).data.feedHeld).toBe(false)
    await end(id, dj)
  })

  it('[ST39] who stops the stream, or starts it again, is in the activities with the title', async () => {
    const dj = await station.as('DJ')
    const id = await goLive(dj)
    const log = async () => {
      const query = { types: 'STREAM_STOP,STREAM_START', limit: 2 }
      const { data } = await station.call(getActivity, { as: station.admin, query })
      return data.recentActivities.map(({ description }) => description)
    }
    await station.call(stopStream, { as: station.admin })
    await station.call(startStream, { as: dj })
    const by = (what: string, { name }: Member) => `Stream of Evening show ${what} by ${name}`
    await expect.poll(log).toEqual([by('started again', dj), by('stopped', station.admin)])
    await end(id, dj)
  })
})

describe('a test', () => {
  it('[ST30] is heard on its private mount by its DJ and staff, by nobody else, and not on live.ogg', async () => {
    const dj = await station.as('DJ')
    const id = await schedule(dj)
    await station.call(startTest, { as: dj, params: { id } })
    const listen = async (as: Member | null, path = `/test/${id}.ogg`) => {
      const leaving = new AbortController()
      const headers = as ? { authorization: `Bearer ${as.token}` } : {}
      const { status } = await fetch(station.origin + path, { headers, signal: leaving.signal })
      leaving.abort()
      return status
    }
    expect(await listen(dj)).toBe(200)
    expect(await listen(await station.as('MODERATOR'))).toBe(200)
    expect(await listen(station.admin)).toBe(200)
    expect(await listen(null)).toBe(401)
    expect(await listen(await station.as('LISTENER'))).toBe(404)
    expect(await listen(await station.as('DJ', 'another'))).toBe(404)
    expect(await listen(dj, '/test/999.ogg')).toBe(404)
    expect(await listen(dj, '/test/..%2flive.ogg')).toBe(404)
    expect(await listen(null, '/live.ogg')).toBe(404)
    expect((await station.call(getStreamStatus)).data).toMatchObject({ isLive: false, listenerCount: 0 })
    await end(id, dj)
    expect(await listen(dj)).toBe(404)
  })
})

describe('two hundred listeners', () => {
  // Slow: a DJ who drops is waited for, with two hundred listeners.
  it('[ST7] keep one logical stream while the DJ drops, returns, changes bitrate and browser', async () => {
    const dj = await station.as('DJ')
    const id = await goLive(dj)
    const url = (index: number) =>
      `${station.origin}/live.ogg?listener=${crypto.randomUUID()}${index % 4 ? '' : '&delay=low'}`
    const probes = Array.from({ length: 200 }, (_, index) => new ListenerProbe(url(index)))
    await Promise.all(probes.map((probe) => probe.received(1)))
    const first = await connect(id, dj)
    await play(first, 'chromium-desktop')
    first.terminate()
    await pause(3_000)
    const second = await connect(id, dj)
    await play(second, 'chromium-160k')
    await play(second, 'firefox-destination')
    expect((await station.call(getStreamStatus)).data).toMatchObject({
      listenerCount: 200,
      peakListenerCount: 200,
    })
    expect(probes.filter(({ isEnded }) => isEnded)).toEqual([])
    await end(id, dj)
    await Promise.all(probes.map((probe) => probe.ended()))

    for (const { bytes } of probes) {
      const result = new OggReader().push(bytes)
      const pages = result.ok ? result.pages : []
      expect(new Set(pages.map(({ serialNumber }) => serialNumber)).size).toBe(1)
      expect(pages.map(({ sequence }) => sequence)).toEqual(pages.map((_, index) => index))
      expect(pages.at(-1)?.isLast).toBe(true)
    }
    for (const bytes of [probes[0]?.bytes, probes[3]?.bytes])
      expect(await complaints(bytes ?? Buffer.alloc(0))).toEqual([])
  })
})

describe('a restart', () => {
  it('[ST16] gives the broadcast its mount again: the same broadcast, for its DJ and listeners', async () => {
    const dj = await station.as('DJ')
    const id = await goLive(dj)
    const probe = new ListenerProbe(`${station.origin}/live.ogg`)
    const closed = closeCode(await connect(id, dj))
    await probe.received(1)
    await station.restart()
    expect(await closed).toBe(1012)
    await probe.ended()
    const again = new ListenerProbe(`${station.origin}/live.ogg`)
    await again.received(30_000)
    expect(await handshake(`?broadcastId=${id}`, dj)).toBe(101)
    again.leave()
    await end(id, dj)
  })
})
