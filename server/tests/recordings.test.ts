import { once } from 'node:events'
import { appendFile, copyFile, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { join } from 'node:path'
import { getBroadcastReport } from '@carillon/contract/analytics'
import {
  broadcastHistory,
  createBroadcast,
  endBroadcast,
  getBroadcast,
  startBroadcast,
  startTest,
} from '@carillon/contract/broadcasts'
import { listNotifications } from '@carillon/contract/notifications'
import { deleteRecording, getRecording, type Recording, updateRecording } from '@carillon/contract/recordings'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { captureNamed } from '../src/media/fixtures/captures.ts'
import { demux, packetsOf } from '../src/media/fixtures/demux.ts'
import { OggMuxer } from '../src/media/ogg/muxer.ts'
import { OggReader } from '../src/media/ogg/reader.ts'
import { complaints, durationsOf } from './support/judges.ts'
import { type Member, startStation, type TestStation } from './support/station.ts'

const DAY_MS = 24 * 60 * 60_000

let station: TestStation
let dj: Member
beforeAll(async () => {
  station = await startStation()
  dj = await station.as('DJ')
})
afterAll(() => station.close())

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

async function goLive(as = dj): Promise<number> {
  const { data } = await station.call(createBroadcast, { as, body: { title: 'Evening show' } })
  await station.call(startBroadcast, { as, params: { id: data.id } })
  return data.id
}

const end = (id: number) => station.call(endBroadcast, { as: station.admin, params: { id } })

/** The recording of a show, once it is ready. */
async function recordingOf(id: number): Promise<Recording> {
  for (;;) {
    const { status, data } = await station.call(getRecording, { as: station.admin, params: { id } })
    if (status === 200) return data
    await pause(50)
  }
}

/** A show that was on air for a moment. */
async function newRecording(as = dj): Promise<Recording> {
  const id = await goLive(as)
  await end(id)
  return recordingOf(id)
}

/** Is on air with a capture, as its recorder sent it, and drops out. */
async function play(id: number, name: string): Promise<void> {
  const headers = { authorization: `Bearer ${dj.token}` }
  const socket = new WebSocket(`${station.socketOrigin}/ws/live?broadcastId=${id}`, { headers })
  socket.on('error', () => {})
  await once(socket, 'open')
  for (const chunk of captureNamed(name).chunks) {
    socket.send(chunk)
    await pause(300)
  }
  socket.terminate()
}

const hear = (id: number | string, headers: Record<string, string> = {}, method = 'GET') =>
  fetch(`${station.origin}/recordings/${id}.ogg`, { headers, method })
const bytesOf = async (reply: Response) => Buffer.from(await reply.arrayBuffer())
const as = (member: Member) => ({ authorization: `Bearer ${member.token}` })
const folder = () => join(station.config.dataDir, 'recordings')

describe('a show', () => {
  it('[RE1] with three source drops and a restart is one file of the right length', async () => {
    const startedMs = performance.now()
    const id = await goLive()
    await play(id, 'chromium-desktop')
    await play(id, 'firefox-destination')
    await play(id, 'chromium-mixed')
    const beforeMs = performance.now() - startedMs
    await station.restart()
    const restartedMs = performance.now()
    await play(id, 'chromium-vbr')
    await end(id)
    const onAirMs = beforeMs + performance.now() - restartedMs
    const wholeMs = performance.now() - startedMs
    const { bytes, durationMs, peaks, url } = await recordingOf(id)
    const file = await bytesOf(await fetch(url))
    expect(file.length).toBe(bytes)
    expect(await complaints(file)).toEqual([])
    // ffprobe counts the pre-skip of 6.5 ms as well.
    for (const seconds of await durationsOf(file))
      expect(Math.abs(seconds - durationMs / 1_000)).toBeLessThan(0.01)
    // Each beginning gives 3 s to its first listener.
    expect(durationMs).toBeGreaterThan(onAirMs)
    expect(durationMs).toBeLessThan(wholeMs + 2 * 3_500)
    const result = new OggReader().push(file)
    const pages = result.ok ? result.pages : expect.fail(result.error)
    expect(pages.map(({ sequence }) => sequence)).toEqual(pages.map((_, index) => index))
    expect(pages.at(-1)?.isLast).toBe(true)
    expect(peaks.length).toBeGreaterThan(20)
    expect(Math.max(...peaks)).toBeGreaterThan(0.05)
    expect(await readdir(folder())).toEqual(['shows'])
  }, 60_000)

  it('[RE2] that a crash left behind is made ready at the next start', async () => {
    const id = await goLive()
    await end(id)
    const { bytes } = await recordingOf(id)
    const other = await goLive()
    await station.stop()
    // As after a crash: a part of a show that has ended meanwhile in the database, cut in the middle of a page.
    const file = join(folder(), `${other}.ogg`)
    await appendFile(file, (await readFile(file)).subarray(0, 100))
    await station.restart()
    await end(other)
    const recovered = await recordingOf(other)
    expect(recovered.bytes).toBeGreaterThan(bytes / 2)
    expect(await complaints(await bytesOf(await hear(other)))).toEqual([])
  })

  it('[RE2] whose parts were left over when they had been joined is not joined again', async () => {
    const { broadcastId: id } = await newRecording()
    const before = await bytesOf(await hear(id))
    await station.stop()
    await copyFile(join(folder(), 'shows', `${id}.ogg`), join(folder(), `${id}.ogg`))
    await station.restart()
    while ((await readdir(folder())).includes(`${id}.ogg`)) await pause(50)
    expect((await bytesOf(await hear(id))).equals(before)).toBe(true)
  })

  it('[RE3] names its recording, in lists too, as soon as it is ready; one on air names none', async () => {
    const { broadcastId: id, url } = await newRecording()
    expect(url).toBe(`${station.origin}/recordings/${id}.ogg`)
    const live = await goLive()
    const { data } = await station.call(broadcastHistory, { as: dj })
    const urls = new Map(data.content.map((each) => [each.id, each.recordingUrl]))
    expect([urls.get(id), urls.get(live)]).toEqual([url, null])
    expect((await station.call(getBroadcast, { params: { id } })).data.recordingUrl).toBe(url)
    await end(live)
  })

  it('[RE3] in test is not recorded', async () => {
    const { data } = await station.call(createBroadcast, { as: dj, body: { title: 'Rehearsal' } })
    const params = { id: data.id }
    await station.call(startTest, { as: dj, params })
    await station.call(endBroadcast, { as: dj, params })
    await newRecording()
    expect((await station.call(getRecording, { as: dj, params })).status).toBe(404)
    expect((await hear(data.id, as(dj))).status).toBe(404)
  })
})

describe('ranges of bytes', () => {
  let id: number
  let whole: Buffer
  let size: number
  beforeAll(async () => {
    const recording = await newRecording()
    id = recording.broadcastId
    size = recording.bytes
    whole = await bytesOf(await hear(id))
  })

  it('[RE4] all of it is sent with 200, its length and type, and says that ranges may be asked for', async () => {
    const { status, headers } = await hear(id)
    expect(status).toBe(200)
    expect(headers.get('accept-ranges')).toBe('bytes')
    expect(headers.get('content-type')).toBe('audio/ogg')
    expect(headers.get('content-length')).toBe(`${size}`)
    expect(headers.get('etag')).toBeTruthy()
    expect(whole.length).toBe(size)
  })

  it('[RE4] one range is sent with 206 and says which it is', async () => {
    const ranges: [string, number, number][] = [
      ['bytes=0-0', 0, 1],
      ['bytes=100-1099', 100, 1_100],
      ['bytes=1000-', 1_000, size],
      ['bytes=-500', size - 500, size],
      ['bytes=0-99999999', 0, size],
      ['bytes=-99999999', 0, size],
    ]
    for (const [range, start, stop] of ranges) {
      const reply = await hear(id, { range })
      expect([range, reply.status]).toEqual([range, 206])
      expect(reply.headers.get('content-range')).toBe(`bytes ${start}-${stop - 1}/${size}`)
      expect(reply.headers.get('content-length')).toBe(`${stop - start}`)
      expect((await bytesOf(reply)).equals(whole.subarray(start, stop))).toBe(true)
    }
  })

  it('[RE4] a range that is not there is 416 and says how much there is', async () => {
    for (const range of [`bytes=${size}-`, `bytes=${size + 10}-${size + 20}`, 'bytes=-0', 'bytes=x-y']) {
      const reply = await hear(id, { range })
      expect([range, reply.status]).toEqual([range, 416])
      expect(reply.headers.get('content-range')).toBe(`bytes */${size}`)
      expect(await reply.json()).toMatchObject({ success: false, code: 'RANGE_REFUSED' })
    }
  })

  it('[RE4] several ranges, other units and nonsense get all of it', async () => {
    for (const range of ['bytes=0-1,5-6', 'seconds=1-2', 'nonsense']) {
      const reply = await hear(id, { range })
      expect([range, reply.status]).toEqual([range, 200])
      expect((await bytesOf(reply)).equals(whole)).toBe(true)
    }
  })

  it('[RE4] If-Range that does not hold any more gets all of it', async () => {
    const { headers } = await hear(id, {}, 'HEAD')
    const range = 'bytes=10-19'
    const statusOf = async (ifRange: string) => (await hear(id, { range, 'if-range': ifRange })).status
    expect(await statusOf(headers.get('etag') ?? '')).toBe(206)
    expect(await statusOf(headers.get('last-modified') ?? '')).toBe(206)
    expect(await statusOf('"another"')).toBe(200)
    expect(await statusOf('Thu, 01 Jan 1970 00:00:00 GMT')).toBe(200)
  })

  it('[RE4] HEAD answers as GET would, without a body', async () => {
    const head = await hear(id, {}, 'HEAD')
    expect([head.status, head.headers.get('content-length')]).toEqual([200, `${size}`])
    const part = await hear(id, { range: 'bytes=0-99' }, 'HEAD')
    expect([part.status, part.headers.get('content-range')]).toEqual([206, `bytes 0-99/${size}`])
    expect((await bytesOf(part)).length).toBe(0)
  })

  it('[RE4] a copy is asked about each time and answered with 304; a private one is nobody else’s', async () => {
    const { headers } = await hear(id, {}, 'HEAD')
    expect(headers.get('cache-control')).toBe('public, no-cache')
    // fetch would ask for a fresh one.
    const asked = request(`${station.origin}/recordings/${id}.ogg`, {
      headers: { 'if-none-match': headers.get('etag') ?? '' },
    }).end()
    const [answer] = await once(asked, 'response')
    answer.resume()
    expect(answer.statusCode).toBe(304)
    await station.call(updateRecording, { as: dj, params: { id }, body: { isPublic: false } })
    expect((await hear(id, as(dj), 'HEAD')).headers.get('cache-control')).toBe('private, no-cache')
    expect((await hear(id)).headers.get('cache-control')).toBe('no-store')
    await station.call(updateRecording, { as: dj, params: { id }, body: { isPublic: true } })
  })

  it('[RE4] what names no recording is 404', async () => {
    for (const name of [
      '0',
      '-1',
      'x',
      '99999999999',
      `${id}.ogg`,
      `..%2f${id}`,
      `shows%2f${id}`,
      '2147483647',
    ])
      expect([name, (await hear(name)).status]).toEqual([name, 404])
    expect((await fetch(`${station.origin}/recordings/${id}`)).status).toBe(404)
  })
})

describe('who hears and decides', () => {
  it('[RE6] a public one is heard by all, a private one by its DJ and staff, who decide about both', async () => {
    const { broadcastId: id } = await newRecording()
    const params = { id }
    const other = await station.as('DJ', 'other dj')
    const listener = await station.as('LISTENER')
    const moderator = await station.as('MODERATOR')
    const everybody = [null, listener, other, dj, moderator, station.admin]
    const statuses = async () => {
      const given: number[] = []
      for (const member of everybody) {
        const { status } = await station.call(getRecording, { as: member, params })
        expect((await hear(id, member ? as(member) : {})).status).toBe(status)
        given.push(status)
      }
      return given
    }
    expect(await statuses()).toEqual([200, 200, 200, 200, 200, 200])
    const change = async (member: Member, isPublic: boolean) =>
      (await station.call(updateRecording, { as: member, params, body: { isPublic } })).status
    expect([await change(listener, false), await change(other, false)]).toEqual([403, 403])
    expect(await change(dj, false)).toBe(200)
    expect(await statuses()).toEqual([404, 404, 404, 200, 200, 200])
    expect(await change(other, true)).toBe(404)
    expect((await station.call(deleteRecording, { as: other, params })).status).toBe(404)
    expect((await station.call(getBroadcast, { params })).data.recordingUrl).toBeNull()
    expect((await station.call(getBroadcast, { as: dj, params })).data.recordingUrl).toContain(`/${id}.ogg`)
    expect([await change(moderator, true), await change(station.admin, true)]).toEqual([200, 200])
    expect(await statuses()).toEqual([200, 200, 200, 200, 200, 200])
  })

  it('[RE7] what was deleted is gone for all, and is not made anew', async () => {
    const { broadcastId: id } = await newRecording()
    const params = { id }
    await copyFile(join(folder(), 'shows', `${id}.ogg`), join(folder(), 'kept'))
    expect((await station.call(deleteRecording, { as: dj, params })).status).toBe(204)
    expect((await station.call(deleteRecording, { as: dj, params })).status).toBe(404)
    expect((await hear(id, as(station.admin))).status).toBe(404)
    expect((await station.call(getBroadcast, { as: dj, params })).data.recordingUrl).toBeNull()
    expect(await readdir(join(folder(), 'shows'))).not.toContain(`${id}.ogg`)
    await station.stop()
    // A crash in the middle of deleting leaves the file.
    await copyFile(join(folder(), 'kept'), join(folder(), 'shows', `${id}.ogg`))
    await station.restart()
    while ((await readdir(join(folder(), 'shows'))).includes(`${id}.ogg`)) await pause(50)
    expect((await hear(id, as(station.admin))).status).toBe(404)
  })
})

describe('a long one', () => {
  /** More than a socket takes while nobody reads. */
  const PART_BYTES = 20_000_000

  it('[RE7] that is deleted while it is heard is heard no further, and nothing else is harmed', async () => {
    const id = await goLive()
    await writeFile(join(folder(), `${id}-2.ogg`), longPart(PART_BYTES))
    await end(id)
    const { bytes, url } = await recordingOf(id)
    expect(bytes).toBeGreaterThan(PART_BYTES / 2)
    const [heard] = await once(request(url).end(), 'response')
    expect((await station.call(deleteRecording, { as: dj, params: { id } })).status).toBe(204)
    let came = 0
    heard.on('data', (chunk: Buffer) => {
      came += chunk.length
    })
    await expect(once(heard, 'end')).rejects.toThrow('aborted')
    expect(came).toBeLessThan(bytes)
    expect((await hear(id)).status).toBe(404)
    expect(await readdir(join(folder(), 'shows'))).not.toContain(`${id}.ogg`)
  }, 60_000)
})

/** What a mount writes in about an hour. */
function longPart(leastBytes: number): Buffer {
  const muxer = new OggMuxer({ serialNumber: 7 })
  const packets = packetsOf(demux(captureNamed('chromium-160k').chunks))
  const pages = [muxer.headerPages()]
  for (let bytes = 0; bytes < leastBytes; )
    for (let at = 0; at < packets.length; at += 5) {
      const page = muxer.page(packets.slice(at, at + 5))
      bytes += page.length
      pages.push(page)
    }
  return Buffer.concat(pages)
}

describe('with RECORDING_DAYS', () => {
  it('[RE8] what is older goes, unless it is kept', async () => {
    const clock = { aheadMs: 0, now: () => Date.now() + clock.aheadMs }
    const usual = station
    station = await startStation({ clock, recordingDays: 30 })
    const member = await station.as('DJ')
    const [going, kept] = [await newRecording(member), await newRecording(member)]
    expect(Date.parse(going.expiresAt ?? '') - clock.now()).toBeGreaterThan(29.9 * DAY_MS)
    const params = { id: kept.broadcastId }
    const { data } = await station.call(updateRecording, { as: member, params, body: { isKept: true } })
    expect([data.isKept, data.expiresAt]).toEqual([true, null])
    expect(Date.parse(data.dueAt ?? '') - clock.now()).toBeGreaterThan(29.9 * DAY_MS)
    const statusOf = async ({ broadcastId: id }: Recording) =>
      (await station.call(getRecording, { params: { id } })).status
    clock.aheadMs = 30.1 * DAY_MS
    await station.restart()
    while ((await statusOf(going)) === 200) await pause(50)
    expect(await statusOf(kept)).toBe(200)
    expect((await hear(going.broadcastId)).status).toBe(404)
    expect((await hear(kept.broadcastId)).status).toBe(200)
    while ((await readdir(join(folder(), 'shows'))).length > 1) await pause(50)
    await station.close()
    station = usual
  })
})

describe('a disk that fails', () => {
  it('[RE9] what cannot be made ready is told to ADMIN once, served to nobody, and tried again', async () => {
    const shows = join(folder(), 'shows')
    const id = await goLive()
    // A folder where the finished file should be.
    await mkdir(join(shows, `${id}.ogg`, 'in the way'), { recursive: true })
    await end(id)
    const alertsOf = async (member: Member) => {
      const { data } = await station.call(listNotifications, { as: member })
      return data.content.filter(({ type, link }) => type === 'ALERT' && link === `/broadcast/${id}`)
    }
    while ((await alertsOf(station.admin)).length === 0) await pause(50)
    expect((await alertsOf(station.admin))[0]?.message).toContain('cannot be made ready yet')
    expect(await alertsOf(await station.as('MODERATOR'))).toEqual([])
    expect((await hear(id, as(dj))).status).toBe(404)
    expect(await readdir(folder())).toContain(`${id}.ogg`)
    expect((await readdir(shows)).filter((name) => name.endsWith('.part'))).toEqual([])
    await rm(join(shows, `${id}.ogg`), { recursive: true })
    await station.restart()
    expect((await recordingOf(id)).bytes).toBeGreaterThan(0)
    expect(await alertsOf(station.admin)).toHaveLength(1)
  })
})

describe('the guardian of the air', () => {
  it('[GU5] warns the DJ, then staff once, and writes each step into the timeline', async () => {
    const id = await goLive()
    const headers = as(dj)
    const socket = new WebSocket(`${station.socketOrigin}/ws/live?broadcastId=${id}`, { headers })
    const warnings: number[] = []
    socket.on('message', (message) => {
      const { type, seconds } = JSON.parse(String(message))
      if (type === 'SILENCE') warnings.push(seconds)
    })
    await once(socket, 'open')
    const sound = async (name: string) => {
      for (const chunk of captureNamed(name).chunks) {
        socket.send(chunk)
        await pause(300)
      }
    }
    await sound('firefox-destination')
    while (!warnings.includes(20)) await pause(100)
    await sound('firefox-destination')
    while (!warnings.includes(0)) await pause(50)
    expect(warnings).toEqual([5, 10, 15, 20, 0])
    const alertsOf = async (member: Member) => {
      const { data } = await station.call(listNotifications, { as: member })
      return data.content.filter(({ message }) => message === 'Evening show has been silent for 20 seconds')
    }
    expect(await alertsOf(station.admin)).toHaveLength(1)
    expect(await alertsOf(await station.as('MODERATOR'))).toHaveLength(1)
    expect(await alertsOf(dj)).toEqual([])
    const { data } = await station.call(getBroadcastReport, { as: station.admin, params: { id } })
    const steps = data.events.map(({ type }) => type).filter((type) => /SILENCE|AIR|SOUND/.test(type))
    expect(steps).toEqual(['SILENCE', 'DEAD_AIR', 'SOUND_BACK'])
    socket.terminate()
    await end(id)
  }, 60_000)
})
