import { stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createBroadcast, endBroadcast, startBroadcast } from '@carillon/contract/broadcasts/endpoints'
import { MINUTE_MS } from '@carillon/contract/durations'
import { planReplay } from '@carillon/contract/playout/replays'
import { setPlayout } from '@carillon/contract/playout/settings'
import { deleteRecording, setRecordingVisibility } from '@carillon/contract/recordings/endpoints'
import { toLocalDateTime } from '@carillon/contract/time'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { createPlace } from './support/database.ts'
import { perform, until } from './support/fake-recorder.ts'
import { database, startAnother, useInstances } from './support/instances-here.ts'
import { readMetrics } from './support/metrics.ts'
import { readyRecording } from './support/recordings.ts'
import { startStation, type TestStation } from './support/station.ts'

const PLAYOUT = {
  replayWeight: 0,
  jingleEvery: 0,
  stationIdHourly: false,
  artistGapMinutes: 0,
  trackGapMinutes: 0,
}

const fileAt = ({ config }: TestStation, id: number) =>
  join(config.dataDir, 'recordings', 'shows', `${id}.ogg`)
const isAt = (station: TestStation, id: number) => stat(fileAt(station, id)).catch(() => null)
const fetchAt = ({ origin }: TestStation, id: number, headers: Record<string, string> = {}) =>
  fetch(`${origin}/recordings/${id}.ogg`, { headers })
const bytesOf = async (reply: Response) => Buffer.from(await reply.arrayBuffer())

/** Number of instances that have the recording as it is now. */
async function countOf(id: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::integer AS count FROM recording_copies c JOIN recordings r USING (broadcast_id)
    WHERE broadcast_id = ${id} AND c.sha256 = r.sha256`.execute(database.tables())
  return rows[0]?.count ?? 0
}

/** A show of this station, whose recording is ready. */
async function record(station: TestStation): Promise<number> {
  const { data } = await station.call(createBroadcast, { as: station.admin, body: { title: 'Harana Hour' } })
  const params = { id: data.id }
  await station.call(startBroadcast, { as: station.admin, params })
  const recorder = await perform(station, station.admin.token, data.id)
  await new Promise((resolve) => recorder.socket.once('message', resolve))
  await station.call(endBroadcast, { as: station.admin, params })
  recorder.stop()
  await readyRecording(station, data.id)
  return data.id
}

/** A show that one instance recorded while it was alone; another that starts then has the copy. */
async function recordAndCopy(): Promise<{
  holder: TestStation
  copier: TestStation
  id: number
  whole: Buffer
}> {
  const holder = await startAnother()
  const id = await record(holder)
  const copier = await startAnother()
  await until(async () => (await countOf(id)) === 2)
  const whole = await bytesOf(await fetchAt(holder, id))
  return { holder, copier, id, whole }
}

// Several instances need PostgreSQL: `npm test` brings one.
describe.runIf(process.env.TEST_DATABASE_URL)('recordings of several instances', () => {
  useInstances()

  it('[RE34] a recording whose instance is gone is heard from the copy, whole and in part', async () => {
    const { holder, copier, id, whole } = await recordAndCopy()
    await holder.stop()
    const reply = await fetchAt(copier, id)
    expect([reply.status, whole.equals(await bytesOf(reply))]).toEqual([200, true])
    const part = await fetchAt(copier, id, { range: 'bytes=100-299' })
    expect([part.status, part.headers.get('content-range')]).toEqual([206, `bytes 100-299/${whole.length}`])
    expect((await bytesOf(part)).equals(whole.subarray(100, 300))).toBe(true)
  })

  it('[RE34] a third instance, which has none, gets it from any that lives', async () => {
    const { holder, copier, id, whole } = await recordAndCopy()
    const third = await startAnother()
    await holder.stop()
    expect(await isAt(third, id)).toBeNull()
    const reply = await fetchAt(third, id)
    expect([reply.status, whole.equals(await bytesOf(reply))]).toEqual([200, true])
    expect(await isAt(copier, id)).not.toBeNull()
  })

  it('[SP11] a third instance, which has no copy, gets a recording before its planned replay', async () => {
    const { holder, id } = await recordAndCopy()
    const third = await startAnother()
    expect(await isAt(third, id)).toBeNull()
    const as = holder.admin
    const body = { ...PLAYOUT, betweenShows: 'ON' as const }
    await holder.call(setPlayout, { as, body })
    const startsAt = toLocalDateTime(new Date(Date.now() + 2 * MINUTE_MS), holder.config.timeZone)
    expect((await holder.call(planReplay, { as, body: { broadcastId: id, startsAt } })).status).toBe(201)
    await until(async () => (await isAt(third, id)) !== null)
    await holder.call(setPlayout, { as, body: { ...body, betweenShows: 'OFF' } })
  })

  it('[RE35] what was deleted or hidden while an instance was away is gone, or hidden, there when it is back', async () => {
    const { holder, copier, id } = await recordAndCopy()
    const hidden = await record(holder)
    await until(async () => (await countOf(hidden)) === 2)
    await copier.stop()
    expect(await isAt(copier, id)).not.toBeNull()
    await holder.call(deleteRecording, { as: holder.admin, params: { id } })
    const body = { isPublic: false }
    await holder.call(setRecordingVisibility, { as: holder.admin, params: { id: hidden }, body })
    await copier.restart()
    await until(async () => (await isAt(copier, id)) === null)
    expect([(await fetchAt(copier, id)).status, (await fetchAt(copier, hidden)).status]).toEqual([404, 404])
    const mine = await fetchAt(copier, hidden, { authorization: `Bearer ${copier.admin.token}` })
    expect([mine.status, await isAt(copier, hidden)]).toEqual([200, expect.anything()])
  })

  it('[RE35] an instance that comes back at another address, with a changed file, has the right one again', async () => {
    const { copier, id, whole } = await recordAndCopy()
    await copier.stop()
    await writeFile(fileAt(copier, id), 'an older version')
    await sql`DELETE FROM instances WHERE url = ${copier.origin}`.execute(database.tables())
    await copier.restart()
    await until(async () => (await isAt(copier, id))?.size === whole.length)
    await until(async () => (await countOf(id)) === 2)
    expect((await bytesOf(await fetchAt(copier, id))).equals(whole)).toBe(true)
  })

  it('[RE31] /metrics counts what only one instance has', async () => {
    const holder = await startAnother()
    await record(holder)
    const missing = async () =>
      (await readMetrics(holder.origin)).values.get('carillon_recordings_without_copy')
    await until(async () => Number(await missing()) > 0)
    const alone = await startStation({ place: await createPlace('embedded') })
    const names = [...(await readMetrics(alone.origin)).values.keys()]
    await alone.close()
    expect(names.filter((name) => /copy|copies/.test(name))).toEqual([])
  })
})
