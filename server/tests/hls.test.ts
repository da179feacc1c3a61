import { spawn } from 'node:child_process'
import {
  createBroadcast,
  endBroadcast,
  startBroadcast,
  startTest,
} from '@carillon/contract/broadcasts/endpoints'
import { setRecordingVisibility } from '@carillon/contract/recordings/endpoints'
import { getStreamConfig } from '@carillon/contract/stream/endpoints'
import { readSegment } from '@carillon/media/fixtures/boxes'
import { sameBytes } from '@carillon/media/fixtures/webm'
import { durationInSamples } from '@carillon/media/opus/packet'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pagesOf, perform, until } from './support/fake-recorder.ts'
import { readyRecording } from './support/recordings.ts'
import { type Member, startStation, type TestStation } from './support/station.ts'

const FOR_EVER = 'public, max-age=31536000, immutable'

let station: TestStation
let dj: Member
beforeAll(async () => {
  station = await startStation({ searchPath: process.env.PATH ?? '' })
  dj = await station.as('DJ')
})
afterAll(() => station.close())

const get = (path: string, init: RequestInit = {}) => fetch(`${station.origin}/hls/${path}`, init)
const bytesOf = async (reply: Response) => new Uint8Array(await reply.arrayBuffer())

async function schedule(): Promise<number> {
  return (await station.call(createBroadcast, { as: dj, body: { title: 'Harana Hour' } })).data.id
}

async function goLive() {
  const id = await schedule()
  await station.call(startBroadcast, { as: dj, params: { id } })
  return { id, recorder: await perform(station, dj.token, id) }
}

/** Addresses that a playlist names, relative to `/hls/`. */
function namesIn(playlist: string): string[] {
  return playlist
    .split('\n')
    .filter((line) => /^[^#]/.test(line))
    .map((line) => line.replace('../', ''))
}

async function playlist(path = 'live.m3u8'): Promise<string> {
  const reply = await get(path)
  return reply.status === 200 ? reply.text() : ''
}

/** Waits until the live playlist names so many segments. */
const hasSegments = (count: number) => until(async () => namesIn(await playlist()).length >= count)

/** Runs a program; gives what it wrote. */
async function run(program: string, args: string[]): Promise<{ output: Buffer; complaints: string }> {
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'] })
  const [output, complaints]: [Buffer[], Buffer[]] = [[], []]
  child.stdout.on('data', (bytes) => output.push(bytes))
  child.stderr.on('data', (bytes) => complaints.push(bytes))
  await new Promise((resolve) => child.once('close', resolve))
  return { output: Buffer.concat(output), complaints: Buffer.concat(complaints).toString() }
}

const codeOf = async (reply: Response) => ((await reply.json()) as { code: string }).code

/** A refusal: its code, and that nobody may keep it. */
async function refusalOf(path: string) {
  const reply = await get(path)
  expect(reply.headers.get('cache-control'), path).toBe('no-store')
  expect(reply.headers.get('access-control-allow-origin'), path).toBe('*')
  return [reply.status, await codeOf(reply)]
}

describe('off air', () => {
  it('[HL10] there is no playlist', async () => {
    for (const path of ['live.m3u8', 'live.mp3.m3u8', 'main.m3u8'])
      expect(await refusalOf(path)).toEqual([404, 'NOT_FOUND'])
    expect(await refusalOf('shows/1.m3u8')).toEqual([404, 'NOT_FOUND'])
  })

  it('[HL11] a test never has one', async () => {
    const id = await schedule()
    await station.call(startTest, { as: dj, params: { id } })
    const recorder = await perform(station, dj.token, id)
    const headers = { authorization: `Bearer ${dj.token}` }
    const probe = await fetch(`${station.origin}/test/${id}.ogg`, { headers })
    // More than a segment of it was sent: its burst, and two seconds.
    let received = 0
    for await (const bytes of probe.body ?? []) {
      received += bytes.length
      if (received > 60_000) break
    }
    expect(await refusalOf('live.m3u8')).toEqual([404, 'NOT_FOUND'])
    expect(await refusalOf(`shows/${id}.m3u8`)).toEqual([404, 'NOT_FOUND'])
    recorder.stop()
    await station.call(endBroadcast, { as: dj, params: { id } })
  })
})

describe('streams', () => {
  const urls = async (at: TestStation) =>
    (await at.call(getStreamConfig)).data.streams.map(({ url, mimeType, codec }) => ({
      url,
      mimeType,
      codec,
    }))

  it('[HL12] lists it after Ogg, and playlists for players of endless streams leave it out', async () => {
    const url = `${station.origin}/hls/live.m3u8`
    const ogg = `${station.origin}/live.ogg`
    expect((await urls(station)).slice(0, 2)).toEqual([
      { url: ogg, mimeType: 'audio/ogg; codecs=opus', codec: 'opus' },
      { url, mimeType: 'application/vnd.apple.mpegurl', codec: 'opus' },
    ])
    for (const extension of ['m3u', 'pls', 'xspf'])
      expect(await (await fetch(`${station.origin}/live.${extension}`)).text()).not.toContain('hls')
  })

  it('[HL12] HLS_PUBLIC_URL stands in the place of the station', async () => {
    const other = await startStation({ hlsPublicUrl: 'https://cdn.example/radio' })
    expect((await urls(other)).map(({ url }) => url)).toEqual([
      `${other.origin}/live.ogg`,
      'https://cdn.example/radio/hls/live.m3u8',
    ])
    const page = await fetch(other.origin, { headers: { accept: 'text/html' } })
    if (page.status === 200)
      expect(page.headers.get('content-security-policy')).toMatch(/media-src [^;]*https:\/\/cdn\.example[ ;]/)
    await other.close()
  })
})

// Slow: four segments of four seconds come in real time.
describe('a show', () => {
  let id: number
  let live: string
  let whole: string
  let sent: Uint8Array[]
  const first = new Map<string, Uint8Array>()

  beforeAll(async () => {
    const show = await goLive()
    id = show.id
    for (let count = 1; count <= 3; count++) {
      await hasSegments(count)
      // A machine that is late finds more than those.
      for (const name of namesIn(await playlist()).slice(0, 3))
        if (!first.has(name)) first.set(name, await bytesOf(await get(name)))
    }
    live = await playlist()
    await hasSegments(namesIn(live).length + 1)
    await station.call(endBroadcast, { as: dj, params: { id } })
    show.recorder.stop()
    await until(async () => (await playlist()).includes('#EXT-X-ENDLIST'))
    whole = await playlist()
    // Its parts are gone at some time after the show, this one stays.
    await readyRecording(station, id)
    const recording = await bytesOf(await fetch(`${station.origin}/recordings/${id}.ogg`))
    sent = pagesOf(recording)
      .slice(2)
      .flatMap(({ packets }) => packets)
  })

  it('[HL6] its playlist grows while it goes on, and ends with it', () => {
    expect(live).not.toContain('#EXT-X-ENDLIST')
    expect(namesIn(whole).slice(0, 3)).toEqual(namesIn(live).slice(0, 3))
    expect(namesIn(whole).length).toBeGreaterThan(namesIn(live).length)
    const date = /DATE-TIME:(.*)/.exec(live)?.[1] ?? ''
    expect(Math.abs(Date.now() - Date.parse(date))).toBeLessThan(120_000)
  })

  it('[HL3] a segment is the same each time, and they stand behind one another without a gap', async () => {
    let position = 0
    for (const name of namesIn(whole)) {
      const bytes = await bytesOf(await get(name))
      if (first.has(name)) expect(Buffer.compare(bytes, first.get(name) ?? bytes)).toBe(0)
      const { sequence, startInSamples, durationsInSamples } = readSegment(bytes)
      expect(name.endsWith(`/${sequence}.m4s`)).toBe(true)
      expect(startInSamples).toBe(position)
      position += durationsInSamples.reduce((sum, duration) => sum + duration, 0)
    }
    expect(first.size).toBe(3)
  })

  it('[HL3] they hold the packets that were sent, which are those of the recording, one for one', async () => {
    const segments = await Promise.all(
      namesIn(whole).map(async (name) => readSegment(await bytesOf(await get(name)))),
    )
    expect(
      sameBytes(
        segments.flatMap(({ packets }) => packets),
        sent,
      ),
    ).toBe(true)
  })

  it('[HL13] ffmpeg decodes all of the playlist without a word, as many samples as were sent', async () => {
    const samples = sent.reduce((sum, packet) => sum + durationInSamples(packet), 0)
    for (const path of ['live.m3u8', `shows/${id}.m3u8`, 'main.m3u8']) {
      const url = `${station.origin}/hls/${path}`
      const { output, complaints } = await run('ffmpeg', ['-v', 'warning', '-i', url, '-f', 's16le', '-'])
      expect(complaints).toBe('')
      expect(output.length / 4).toBe(samples - 312)
    }
  })

  it('[HL29] ffmpeg decodes the MP3 of it without a word, as much as was sent to a frame', async () => {
    const urls = ['live.mp3.m3u8', 'live.m3u8'].map((path) => `${station.origin}/hls/${path}`)
    const [mp3, opus] = await Promise.all(
      urls.map((url) => run('ffmpeg', ['-v', 'warning', '-i', url, '-f', 's16le', '-'])),
    )
    expect(mp3?.complaints).toBe('')
    const missing = ((opus?.output.length ?? 0) - (mp3?.output.length ?? 0)) / 4
    expect(Math.abs(missing)).toBeLessThan(2 * 1_152)
  })

  it('[HL8] its own playlist names it from the beginning', async () => {
    const own = await playlist(`shows/${id}.m3u8`)
    expect(namesIn(own)).toEqual(namesIn(whole))
    expect(own).toContain('#EXT-X-PLAYLIST-TYPE:EVENT')
    expect(own.endsWith('#EXT-X-ENDLIST\n')).toBe(true)
  })

  it('[HL14] segments are for every cache and for ever, playlists for a second, both for every site', async () => {
    const [name = ''] = namesIn(whole)
    const init = `${name.split('/')[0]}/init.mp4`
    const expected = [
      ['live.m3u8', 'application/vnd.apple.mpegurl', 'max-age=1'],
      [`shows/${id}.m3u8`, 'application/vnd.apple.mpegurl', 'max-age=1'],
      [init, 'audio/mp4', FOR_EVER],
      [name, 'audio/mp4', FOR_EVER],
      ['live.mp3.m3u8', 'application/vnd.apple.mpegurl', 'max-age=1'],
      ['main.m3u8', 'application/vnd.apple.mpegurl', 'max-age=1'],
      [name.replace('.m4s', '.mp3'), 'audio/mpeg', FOR_EVER],
    ] as const
    const cookie = `session=${dj.token}; carillon_session=${dj.token}`
    for (const [path, type, caching] of expected)
      for (const method of ['GET', 'HEAD']) {
        const reply = await get(path, { method, headers: { cookie, origin: 'https://player.example' } })
        const { headers } = reply
        expect([reply.status, headers.get('content-type'), headers.get('cache-control')]).toEqual([
          200,
          type,
          caching,
        ])
        expect(headers.get('access-control-allow-origin')).toBe('*')
        expect(headers.get('cross-origin-resource-policy')).toBe('cross-origin')
        for (const absent of ['vary', 'set-cookie', 'access-control-allow-credentials', 'content-encoding'])
          expect([absent, headers.get(absent)]).toEqual([absent, null])
        const length = (await bytesOf(await get(path))).length
        expect(headers.get('content-length')).toBe(`${length}`)
        expect((await bytesOf(reply)).length).toBe(method === 'GET' ? length : 0)
      }
    expect(whole).not.toMatch(/[?]|https?:/)
  })

  it('[HL15] one range of a segment is sent with 206', async () => {
    const [name = ''] = namesIn(whole)
    const bytes = await bytesOf(await get(name))
    const { length } = bytes
    const ranges: [string, number, number][] = [
      ['bytes=0-0', 0, 1],
      ['bytes=10-19', 10, 20],
      [`bytes=${length - 5}-`, length - 5, length],
      ['bytes=-7', length - 7, length],
      ['bytes=0-99999999', 0, length],
      ['bytes=-99999999', 0, length],
    ]
    for (const [range, from, to] of ranges) {
      const reply = await get(name, { headers: { range } })
      expect([range, reply.status]).toEqual([range, 206])
      expect(reply.headers.get('content-range')).toBe(`bytes ${from}-${to - 1}/${length}`)
      expect(await bytesOf(reply)).toEqual(bytes.slice(from, to))
    }
    for (const range of ['bytes=5-2', 'bytes=0-1,4-5', 'bytes=-', 'chunks=0-1', 'bytes=x-'])
      expect([range, (await get(name, { headers: { range } })).status]).toEqual([range, 200])
    const ifRange = { range: 'bytes=0-0', 'if-range': '"a"' }
    expect((await get(name, { headers: ifRange })).status).toBe(200)
    for (const range of [`bytes=${length}-`, 'bytes=-0']) {
      const reply = await get(name, { headers: { range } })
      expect([range, reply.status, reply.headers.get('content-range')]).toEqual([
        range,
        416,
        `bytes */${length}`,
      ])
      expect(reply.headers.get('cache-control')).toBe('no-store')
    }
  })

  it('[HL10] a segment that is not there is 404, whatever it is called, and nobody keeps that', async () => {
    const [epoch = '', file = ''] = (namesIn(whole).at(-1) ?? '').split('/')
    const newest = Number.parseInt(file, 10)
    const [oldest = 0] = namesIn(whole).map((name) => Number.parseInt(name.split('/')[1] ?? '', 10))
    const names = [
      ...[
        newest + 1,
        oldest - 1,
        oldest - 21_600,
        newest + 21_600,
        0,
        1,
        -1,
        -newest,
        2 ** 31,
        2 ** 53,
        1e300,
      ],
      ...[
        '',
        'x',
        'NaN',
        `${newest}.5`,
        `0x${newest.toString(16)}`,
        `${newest}e0`,
        ` ${newest}`,
        '٣',
        '9'.repeat(40),
      ],
    ].map((number) => `${epoch}/${encodeURIComponent(`${number}`)}.m4s`)
    const others = [Number(epoch) + 1, Number(epoch) - 86_400_000, 0, -1, 'x', '..', '%2e%2e', '9'.repeat(40)]
    const files = [newest, `${newest}.mp4`, `${newest}.m4s.mp3`, 'init.m4s', 'init', `${newest}.M4S`]
    const paths = [
      ...names,
      ...others.flatMap((other) => [`${other}/${newest}.m4s`, `${other}/init.mp4`]),
      ...files.map((each) => `${epoch}/${each}`),
      ...[id + 1, 0, -1, 'x', `${id}x`, '9'.repeat(20)].map((show) => `shows/${show}.m3u8`),
      `shows/${id}`,
      'live',
    ]
    for (const path of paths) {
      const reply = await get(path)
      expect([path, reply.status]).toEqual([path, 404])
      expect([path, reply.headers.get('cache-control')]).toEqual([path, 'no-store'])
      expect([path, await codeOf(reply)]).toEqual([path, 'NOT_FOUND'])
    }
  })

  it('[HL8] its own playlist is gone once its recording is private, and the live one stays', async () => {
    const options = { as: dj, params: { id } }
    await station.call(setRecordingVisibility, { ...options, body: { isPublic: false } })
    expect(await refusalOf(`shows/${id}.m3u8`)).toEqual([404, 'NOT_FOUND'])
    expect(namesIn(await playlist())).toEqual(namesIn(whole))
    await station.call(setRecordingVisibility, { ...options, body: { isPublic: true } })
    expect((await get(`shows/${id}.m3u8`)).status).toBe(200)
  })
})
