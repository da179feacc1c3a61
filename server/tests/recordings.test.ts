import { once } from 'node:events'
import { appendFile, copyFile, mkdir, readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { getActivity } from '@carillon/contract/analytics/endpoints'
import {
  broadcastHistory,
  createBroadcast,
  endBroadcast,
  getBroadcast,
  startTest,
} from '@carillon/contract/broadcasts/endpoints'
import { listNotifications } from '@carillon/contract/notifications/endpoints'
import { deleteRecording, getRecording, updateRecording } from '@carillon/contract/recordings/endpoints'
import { captureNamed } from '@carillon/media/fixtures/captures'
import { OggReader } from '@carillon/media/ogg/reader'
import { describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import {
  as,
  bytesOf,
  dj,
  end,
  fetchRecording,
  folder,
  goLive,
  newRecording,
  pause,
  recordingOf,
  station,
  useRecordings,
} from './support/recordings.ts'
import type { Member } from './support/station.ts'
import { complaints, durationsOf } from './support/stream-validators.ts'

useRecordings()

async function countDeletions(): Promise<number> {
  const { data } = await station.call(getActivity, { as: station.admin })
  return data.recentActivities.filter(({ description }) => description.endsWith('was deleted')).length
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
  }, 300_000)

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
    expect(await complaints(await bytesOf(await fetchRecording(other)))).toEqual([])
  })

  it('[RE2] whose parts were left over when they had been joined is not joined again', async () => {
    const { broadcastId: id } = await newRecording()
    const before = await bytesOf(await fetchRecording(id))
    await station.stop()
    await copyFile(join(folder(), 'shows', `${id}.ogg`), join(folder(), `${id}.ogg`))
    await station.restart()
    while ((await readdir(folder())).includes(`${id}.ogg`)) await pause(50)
    expect((await bytesOf(await fetchRecording(id))).equals(before)).toBe(true)
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
    expect((await fetchRecording(data.id, as(dj))).status).toBe(404)
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
        expect((await fetchRecording(id, member ? as(member) : {})).status).toBe(status)
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

  it('[RE7] what was deleted is gone for all, [HT68] also when it is deleted again, and is not made again', async () => {
    const { broadcastId: id } = await newRecording()
    const params = { id }
    await copyFile(join(folder(), 'shows', `${id}.ogg`), join(folder(), 'kept'))
    const remove = async (member: Member) =>
      (await station.call(deleteRecording, { as: member, params })).status
    const before = await countDeletions()
    expect([await remove(dj), await remove(dj), await remove(station.admin)]).toEqual([204, 204, 204])
    expect(await remove(await station.as('DJ', 'another dj'))).toBe(404)
    expect((await station.call(getRecording, { as: dj, params })).status).toBe(404)
    expect((await countDeletions()) - before).toBe(1)
    expect((await fetchRecording(id, as(station.admin))).status).toBe(404)
    expect((await station.call(getBroadcast, { as: dj, params })).data.recordingUrl).toBeNull()
    expect(await readdir(join(folder(), 'shows'))).not.toContain(`${id}.ogg`)
    await station.stop()
    // A crash in the middle of deleting leaves the file.
    await copyFile(join(folder(), 'kept'), join(folder(), 'shows', `${id}.ogg`))
    await station.restart()
    while ((await readdir(join(folder(), 'shows'))).includes(`${id}.ogg`)) await pause(50)
    expect((await fetchRecording(id, as(station.admin))).status).toBe(404)
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
    expect((await alertsOf(station.admin))[0]?.message).toContain('cannot be processed yet')
    expect(await alertsOf(await station.as('MODERATOR'))).toEqual([])
    expect((await fetchRecording(id, as(dj))).status).toBe(404)
    expect(await readdir(folder())).toContain(`${id}.ogg`)
    expect((await readdir(shows)).filter((name) => name.endsWith('.part'))).toEqual([])
    await rm(join(shows, `${id}.ogg`), { recursive: true })
    await station.restart()
    expect((await recordingOf(id)).bytes).toBeGreaterThan(0)
    expect(await alertsOf(station.admin)).toHaveLength(1)
  })
})
