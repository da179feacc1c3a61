import { existsSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { createBroadcast, startBroadcast } from '@carillon/contract/broadcasts/endpoints'
import { setRecordingVisibility } from '@carillon/contract/recordings/endpoints'
import { CountedOrigin } from '@carillon/testkit/counted-origin'
import { FILE, HlsEdge } from '@carillon/testkit/hls-edge'
import { findCommand } from '@carillon/testkit/processes'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { perform, until } from './support/fake-recorder.ts'
import { startStation, type TestStation } from './support/station.ts'

const CLIENTS = 100

let station: TestStation
let dj: Awaited<ReturnType<TestStation['as']>>
let showId: number
let origin: CountedOrigin
let edge: HlsEdge

const namesIn = (playlist: string) => playlist.split('\n').filter((line) => /^[^#]/.test(line))

const get = (path: string, init: RequestInit = {}) => fetch(`${edge.origin}/hls/${path}`, init)

/** Answers to clients that all ask at once. */
const askAll = (path: string, suffix = '') =>
  Promise.all(
    Array.from({ length: CLIENTS }, async (_, client) => {
      const reply = await get(path + (suffix && `?${suffix}=${client}`), {
        headers: { cookie: `a=${client}` },
      })
      return { status: reply.status, text: await reply.text(), headers: reply.headers }
    }),
  )

describe.runIf(findCommand('nginx'))('the cache of deploy/ in front of HLS', () => {
  beforeAll(async () => {
    station = await startStation({ searchPath: process.env.PATH ?? '' })
    origin = new CountedOrigin(station.origin)
    edge = await HlsEdge.start(await origin.listen())
    dj = await station.as('DJ')
    const { data } = await station.call(createBroadcast, { as: dj, body: { title: 'Harana Hour' } })
    showId = data.id
    await station.call(startBroadcast, { as: dj, params: { id: showId } })
    const recorder = await perform(station, dj.token, showId)
    return () => recorder.stop()
  })
  afterAll(async () => {
    await edge.close()
    await origin.close()
    await station.close()
  })

  // Slow: two segments of four seconds come in real time.
  it('[HL20] behind the cache of deploy/ the station is asked once for a segment, however many want it', async () => {
    await until(async () => namesIn(await (await get('live.m3u8')).text()).length >= 2)
    const lists = ['live.m3u8', 'live.mp3.m3u8'].map(async (path) => namesIn(await (await get(path)).text()))
    const names = (await Promise.all(lists)).flat()
    expect((await get('main.m3u8')).status).toBe(200)
    const init = `${names[0]?.split('/')[0]}/init.mp4`
    for (const name of [...names, init]) {
      const answers = await askAll(name, 'client')
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
      expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
      expect(answers[0]?.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
      expect(answers[0]?.headers.get('access-control-allow-origin')).toBe('*')
      expect(origin.counts.get(`/hls/${name}`)).toBeLessThanOrEqual(2)
    }
    expect(origin.extras).toEqual([])
  })

  it('[HL20] nginx can make the folder of the cache: that above it is there', () => {
    const [, folder = ''] = /^proxy_cache_path (\S+)/m.exec(readFileSync(FILE, 'utf8')) ?? []
    expect(existsSync(dirname(folder))).toBe(true)
  })

  it('[HL20] and once a second for the playlist', async () => {
    const asked = () => origin.counts.get('/hls/live.m3u8') ?? 0
    const [before, begunMs] = [asked(), performance.now()]
    for (let round = 0; round < 10; round++)
      for (const { status } of await askAll('live.m3u8')) expect(status).toBe(200)
    const seconds = (performance.now() - begunMs) / 1_000
    expect(asked() - before).toBeLessThanOrEqual(Math.ceil(seconds) + 1)
  })

  it('[HL21] it keeps nothing that was not there, and passes nothing but HLS', async () => {
    const [name = ''] = namesIn(await (await get('live.m3u8')).text())
    const [epoch] = name.split('/')
    for (let count = 1; count <= 2; count++) {
      expect((await get(`${epoch}/1.m4s`)).status).toBe(404)
      expect(origin.counts.get(`/hls/${epoch}/1.m4s`)).toBe(count)
    }
    for (const path of ['../api/stream/status', '../', `${epoch}/x.m4s`, 'live.ogg'])
      expect([path, (await get(path)).status]).toEqual([path, 404])
    const range = await get(name, { headers: { range: 'bytes=0-3' } })
    expect([range.status, (await range.arrayBuffer()).byteLength]).toEqual([206, 4])
  })

  it('[HL21] once its second is over, a playlist that the station withdrew is nobody’s any more', async () => {
    const list = `shows/${showId}.m3u8`
    await until(async () => (await get(list)).status === 200)
    await station.call(setRecordingVisibility, { as: dj, params: { id: showId }, body: { isPublic: false } })
    let last = await get(list)
    await until(async () => {
      last = await get(list)
      return last.headers.get('x-cache-status') !== 'HIT'
    })
    expect(last.status).toBe(404)
  })

  it('[HL22] while the station is away it serves what it has: segments, and the playlist as it was', async () => {
    const playlist = await (await get('live.m3u8')).text()
    const names = namesIn(playlist)
    const before = await Promise.all(names.map(async (name) => (await get(name)).text()))
    await origin.close()
    const isStale = async () => (await get('live.m3u8')).headers.get('x-cache-status') === 'STALE'
    await until(isStale)
    expect((await get('live.m3u8')).status).toBe(200)
    const after = await Promise.all(names.map(async (name) => (await get(name)).text()))
    expect(after).toEqual(before)
  })
})
