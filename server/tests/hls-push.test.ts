import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { buffer } from 'node:stream/consumers'
import { createBroadcast, endBroadcast, startBroadcast } from '@carillon/contract/broadcasts/endpoints'
import { getStreamConfig } from '@carillon/contract/stream/endpoints'
import { ObjectStore } from '@carillon/testkit/object-store'
import { describe, expect, it, onTestFinished } from 'vitest'
import { perform } from './support/fake-recorder.ts'
import { startAnother, useInstances } from './support/instances-here.ts'
import { startStation } from './support/station.ts'

const LIMIT = { timeout: 120_000 }
const LIVE = 'hls/live.m3u8'

async function start() {
  const store = await ObjectStore.start()
  const { url } = store.settings
  const station = await startStation({
    searchPath: process.env.PATH ?? '',
    hlsS3: store.settings,
    hlsPublicUrl: url,
  })
  onTestFinished(async () => {
    await station.close()
    await store.close()
  })
  const dj = await station.as('DJ')
  const { data } = await station.call(createBroadcast, { as: dj, body: { title: 'Harana Hour' } })
  const { id } = data
  await station.call(startBroadcast, { as: dj, params: { id } })
  const recorder = await perform(station, dj.token, id)
  return { store, station, dj, id, recorder, url }
}

const namesIn = (playlist: string) => playlist.split('\n').filter((line) => /^[^#]/.test(line))

/** Bytes of an answer to somebody without a key, with the headers that decide what players do with them. */
async function read(url: string) {
  const reply = await fetch(url)
  expect([url, reply.status]).toEqual([url, 200])
  const header = (name: string) => reply.headers.get(name)
  return {
    bytes: Buffer.from(await reply.arrayBuffer()),
    headers: ['content-type', 'cache-control', 'access-control-allow-origin'].map(header),
  }
}

/** Sound of a playlist, and what ffmpeg has to say of it. */
async function decode(url: string) {
  const child = spawn('ffmpeg', ['-v', 'warning', '-i', url, '-f', 's16le', '-'], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const closed = once(child, 'close')
  const [sound, complaints] = await Promise.all([buffer(child.stdout), buffer(child.stderr)])
  await closed
  return { sound, complaints: complaints.toString() }
}

// Slow: three segments of four seconds come in real time.
it(
  '[HL32] players of the bucket have the same bytes as those of the station, and ffmpeg decodes them without a word',
  LIMIT,
  async () => {
    const { store, station, dj, id, recorder, url } = await start()
    const { data } = await station.call(getStreamConfig)
    expect(data.streams[1]?.url).toBe(`${url}/${LIVE}`)
    await store.until(() => namesIn(store.text(LIVE)).length >= 3)
    await station.call(endBroadcast, { as: dj, params: { id } })
    recorder.stop()
    await store.until(() => store.text(LIVE).includes('#EXT-X-ENDLIST'))
    const playlist = store.text(LIVE)
    const [first = ''] = namesIn(playlist)
    const init = `${first.split('/')[0]}/init.mp4`
    for (const name of ['live.m3u8', init, ...namesIn(playlist)])
      expect([name, await read(`${url}/hls/${name}`)]).toEqual([
        name,
        await read(`${station.origin}/hls/${name}`),
      ])
    expect(store.text('hls/main.m3u8')).toContain('live.m3u8')
    expect(store.text('hls/main.m3u8')).not.toContain('mp3')
    const own = await decode(`${station.origin}/${LIVE}`)
    for (const path of [LIVE, 'hls/main.m3u8']) {
      const { sound, complaints } = await decode(`${url}/${path}`)
      expect(complaints).toBe('')
      expect(sound.equals(own.sound)).toBe(true)
    }
    const metrics = await (await fetch(`${station.origin}/metrics`)).text()
    expect(metrics).toContain(`carillon_hls_pushed_segments_total ${namesIn(playlist).length}\n`)
    expect(metrics).toContain('carillon_hls_push_failures_total{kind="refused"} 0\n')
    expect(metrics).toContain('carillon_hls_push_behind_seconds 0\n')
  },
)

// Slow: two segments of four seconds come in real time.
it('[HL34] a station whose store hangs gives its own HLS, and stops as any other', LIMIT, async () => {
  const { store, station, recorder } = await start()
  store.hold()
  await store.until(() => store.waiting === 1)
  const own = await read(`${station.origin}/${LIVE}`)
  expect(namesIn(own.bytes.toString())).toHaveLength(2)
  recorder.stop()
  await station.stop()
  expect(store.objects.size).toBe(0)
})

// Several instances need PostgreSQL: `npm test` brings one.
describe.runIf(process.env.TEST_DATABASE_URL)('HLS of several instances', () => {
  useInstances()

  // Slow: five segments of four seconds come in real time.
  it(
    '[HL36] the bucket has one playlist without a gap when another instance leads from the middle on',
    LIMIT,
    async () => {
      const store = await ObjectStore.start()
      onTestFinished(() => store.close())
      const settings = { hlsS3: store.settings }
      const [first, second] = [await startAnother(settings), await startAnother(settings)]
      const dj = await first.as('DJ')
      const { data } = await first.call(createBroadcast, { as: dj, body: { title: 'Harana Hour' } })
      const params = { id: data.id }
      await first.call(startBroadcast, { as: dj, params })
      const before = await perform(first, dj.token, data.id)
      await store.until(() => namesIn(store.text(LIVE)).length >= 2)
      // The DJ's next connection is to the other instance, which leads from then on.
      const after = await perform(second, dj.token, data.id)
      await before.closed
      const epochs = () => new Set(namesIn(store.text(LIVE)).map((name) => name.split('/')[0]))
      await store.until(() => epochs().size === 2)
      await second.call(endBroadcast, { as: dj, params })
      after.stop()
      await store.until(() => store.text(LIVE).includes('#EXT-X-ENDLIST'))
      const names = namesIn(store.text(LIVE))
      const numbers = names.map((name) => Number(/(\d+)\.m4s$/.exec(name)?.[1]))
      expect(numbers).toEqual(numbers.map((_, at) => (numbers[0] ?? 0) + at))
      expect(names.filter((name) => !store.objects.has(`hls/${name}`))).toEqual([])
      const { sound, complaints } = await decode(`${store.settings.url}/${LIVE}`)
      // ffmpeg reads the initialisation again with each EXT-X-MAP, and says so.
      expect(complaints.replace(/^.*Found duplicated MOOV Atom.*\n/gm, '').trim()).toBe('')
      expect(sound.equals((await decode(`${second.origin}/${LIVE}`)).sound)).toBe(true)
    },
  )
})
