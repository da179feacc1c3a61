import { spawnSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createBroadcast, setNowPlaying, startBroadcast } from '@carillon/contract/broadcasts/endpoints'
import { getStreamConfig } from '@carillon/contract/stream/endpoints'
import { Mp3Splitter } from '@carillon/media/mp3/frames'
import { afterEach, describe, expect, it } from 'vitest'
import { METAINT_BYTES } from '../src/features/stream/players/icy-metadata.ts'
import {
  ListenerProbe,
  liveBroadcast,
  startStation as startStreamAlone,
} from '../src/features/stream/testing.ts'
import { startStation } from './support/station.ts'

const { id } = liveBroadcast
const searchPath = process.env.PATH ?? ''
const BYTES_PER_SECOND = 16_000
/** A stream without tags has no length of its own. */
const ESTIMATED = /^.*Estimating duration from bitrate.*$/gm

const closers: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

async function goLive(overrides: Parameters<typeof startStreamAlone>[0] = {}) {
  const station = await startStreamAlone({ ...overrides, settings: { searchPath, ...overrides.settings } })
  closers.push(() => station.close())
  station.stream.openMount({ broadcastId: id, kind: 'live' })
  const mp3 = station.stream.live?.transmitter.mp3
  if (!mp3) throw new Error('no MP3')
  return { ...station, mp3 }
}

function listen(url: string): ListenerProbe {
  const probe = new ListenerProbe(url)
  closers.push(async () => probe.leave())
  return probe
}

async function until<T>(ask: () => T | Promise<T>): Promise<NonNullable<T>> {
  for (;;) {
    const answer = await ask()
    if (answer) return answer
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

/** Titles between the sound, as they come. */
async function* titlesOf(reply: Response): AsyncGenerator<string> {
  let received = Buffer.alloc(0)
  for await (const bytes of reply.body ?? []) {
    received = Buffer.concat([received, bytes])
    while (received.length > METAINT_BYTES) {
      const end = METAINT_BYTES + 1 + (received[METAINT_BYTES] ?? 0) * 16
      if (received.length < end) break
      const title = /StreamTitle='(.*)';/.exec(received.subarray(METAINT_BYTES, end).toString())?.[1]
      if (title !== undefined) yield title
      received = received.subarray(end)
    }
  }
}

/** Report of ffprobe, and complaints of ffmpeg while it decodes. */
async function judge(bytes: Buffer) {
  const folder = await mkdtemp(join(tmpdir(), 'mp3-'))
  const path = join(folder, 'heard.mp3')
  await writeFile(path, bytes)
  const entries = ['-show_entries', 'stream=codec_name,sample_rate,channels,bit_rate', '-of', 'csv=p=0']
  const probed = spawnSync('ffprobe', ['-v', 'error', ...entries, path], { encoding: 'utf8' })
  const decode = ['-v', 'warning', '-i', path, '-f', 'null', '-']
  const decoded = spawnSync('ffmpeg', decode, { encoding: 'utf8' })
  await rm(folder, { recursive: true })
  return { stream: probed.stdout.trim(), complaints: decoded.stderr.replace(ESTIMATED, '').trim() }
}

const signal = (pid: number | undefined, name: NodeJS.Signals) => {
  if (pid === undefined) throw new Error('no encoder')
  process.kill(pid, name)
}

describe('live.mp3', () => {
  it('[MP2] is the show as MP3: a burst, whole frames from the first byte on, to all from one encoder', async () => {
    const { mp3, mp3Url, stream } = await goLive()
    const first = listen(mp3Url)
    await first.received(3 * BYTES_PER_SECOND)
    const { pid } = mp3
    const second = listen(mp3Url)
    await second.received(4 * BYTES_PER_SECOND)
    expect(mp3.pid).toBe(pid)
    expect(stream.status().listenerCount).toBe(2)
    for (const { bytes } of [first, second]) {
      const { bytes: whole, durationMs } = new Mp3Splitter().push(bytes)
      expect(Buffer.compare(whole, bytes.subarray(0, whole.length))).toBe(0)
      expect(durationMs).toBeCloseTo((whole.length / BYTES_PER_SECOND) * 1_000)
      expect(await judge(bytes)).toEqual({ stream: 'mp3,48000,2,128000', complaints: '' })
    }
  })

  it('[MP3] goes on in the same response when its encoder is killed, twice', {
    timeout: 300_000,
  }, async () => {
    const { mp3, mp3Url, reported } = await goLive()
    const probe = listen(mp3Url)
    await probe.received(3 * BYTES_PER_SECOND)
    for (const kills of [1, 2]) {
      const { pid } = mp3
      signal(pid, 'SIGKILL')
      await until(() => mp3.pid !== undefined && mp3.pid !== pid)
      await probe.received(probe.bytes.length + 2 * BYTES_PER_SECOND)
      expect(reported.logged).toHaveLength(kills)
    }
    expect(probe.isEnded).toBe(false)
    expect((await judge(probe.bytes)).stream).toBe('mp3,48000,2,128000')
    const { bytes: whole } = new Mp3Splitter().push(probe.bytes)
    expect(Buffer.compare(whole, probe.bytes.subarray(0, whole.length))).toBe(0)
  })

  it('[MP4] is made while somebody listens, and half a minute more', async () => {
    let aheadMs = 0
    const { mp3, mp3Url } = await goLive({ now: () => performance.now() + aheadMs })
    expect(mp3.pid).toBeUndefined()
    const probe = listen(mp3Url)
    await probe.received(1)
    probe.leave()
    await until(() => mp3.fanOut.size === 0)
    expect(mp3.pid).toBeDefined()
    aheadMs += 31_000
    await until(() => mp3.pid === undefined)
    await listen(mp3Url).received(3 * BYTES_PER_SECOND)
  })

  it('[MP5] an encoder that hangs is ended when it is 30 s behind, and another one goes on', {
    timeout: 300_000,
  }, async () => {
    let aheadMs = 0
    const { mp3, mp3Url } = await goLive({ now: () => performance.now() + aheadMs })
    const probe = listen(mp3Url)
    await probe.received(3 * BYTES_PER_SECOND)
    const { pid } = mp3
    signal(pid, 'SIGSTOP')
    // In steps that the mount still makes up for where several come at once.
    const hurry = setInterval(() => {
      aheadMs += 1_000
    }, 250)
    await until(() => mp3.pid !== undefined && mp3.pid !== pid)
    clearInterval(hurry)
    await probe.received(probe.bytes.length + BYTES_PER_SECOND)
  })

  it('[MP6] ends with the broadcast, after its last frames', async () => {
    const { mp3, mp3Url, stream } = await goLive()
    const probe = listen(mp3Url)
    await probe.received(3 * BYTES_PER_SECOND)
    const { pid } = mp3
    await stream.closeMount(id)
    await probe.ended()
    expect(() => process.kill(pid ?? 0, 0)).toThrow('ESRCH')
    expect((await judge(probe.bytes)).complaints).toBe('')
  })

  it('[MP7] is told in streams[], with the headers of live.ogg and an answer to HEAD', async () => {
    const station = await startStation({ searchPath })
    closers.push(() => station.close())
    const { streams } = (await station.call(getStreamConfig)).data
    expect(streams.map(({ url }) => new URL(url).pathname)).toEqual([
      '/live.ogg',
      '/hls/live.m3u8',
      '/live.mp3',
    ])
    expect(streams[2]).toMatchObject({ mimeType: 'audio/mpeg', codec: 'mp3', bitrate: 128_000 })
    expect((await fetch(`${station.origin}/live.mp3`)).status).toBe(404)
    const dj = await station.as('DJ')
    const { data } = await station.call(createBroadcast, { as: dj, body: { title: 'Evening show' } })
    await station.call(startBroadcast, { as: dj, params: { id: data.id } })
    const head = await fetch(`${station.origin}/live.mp3`, { method: 'HEAD' })
    const ogg = await fetch(`${station.origin}/live.ogg`, { method: 'HEAD' })
    const headersOf = ({ headers }: Response) =>
      Object.fromEntries(
        [...headers].filter(([name]) => !['date', 'content-type', 'icy-br', 'ice-audio-info'].includes(name)),
      )
    expect(headersOf(head)).toEqual(headersOf(ogg))
    expect(head.headers.get('content-type')).toBe('audio/mpeg')
    await listen(`${station.origin}/live.mp3`).received(BYTES_PER_SECOND)
  })

  it('[MP22] who asks for titles gets the show, and then each song that is named', async () => {
    const station = await startStation({ searchPath })
    closers.push(() => station.close())
    const dj = await station.as('DJ')
    const { data } = await station.call(createBroadcast, { as: dj, body: { title: 'Evening show' } })
    await station.call(startBroadcast, { as: dj, params: { id: data.id } })
    const url = `${station.origin}/live.mp3`
    const reply = await fetch(url, { headers: { 'Icy-MetaData': '1' } })
    expect(reply.headers.get('icy-metaint')).toBe(String(METAINT_BYTES))
    expect((await fetch(url, { method: 'HEAD' })).headers.get('icy-metaint')).toBeNull()
    const titles = titlesOf(reply)
    closers.push(() => titles.return(undefined))
    expect((await titles.next()).value).toBe('Evening show')
    const song = { title: 'Masdan Mo', artist: 'Asin' }
    await station.call(setNowPlaying, { as: dj, params: { id: data.id }, body: song })
    expect((await titles.next()).value).toBe('Asin - Masdan Mo')
  })

  it('[MP8] without ffmpeg there is none, neither told nor served', async () => {
    const station = await startStation()
    closers.push(() => station.close())
    const { streams } = (await station.call(getStreamConfig)).data
    expect(streams.map(({ codec }) => codec)).toEqual(['opus', 'opus'])
    const reply = await fetch(`${station.origin}/live.mp3`)
    expect([reply.status, await reply.json()]).toEqual([404, expect.objectContaining({ code: 'NOT_FOUND' })])
  })
})
