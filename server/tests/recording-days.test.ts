import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DAY_MS, MINUTE_MS } from '@carillon/contract/durations'
import { planReplay } from '@carillon/contract/playout/replays'
import { setPlayout } from '@carillon/contract/playout/settings'
import { deleteRecording, getRecording, updateRecording } from '@carillon/contract/recordings/endpoints'
import type { Recording } from '@carillon/contract/recordings/schemas'
import { toLocalDateTime } from '@carillon/contract/time'
import { describe, expect, it } from 'vitest'
import { oggOf, packetsOf } from '../src/features/stream/playout/testing.ts'
import {
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

const clock = { aheadMs: 0, now: () => Date.now() + clock.aheadMs }

useRecordings({ clock, recordingDays: 30 })

describe('with RECORDING_DAYS', () => {
  it('[SP24] a replay cannot be planned for when its recording will be gone, unless it is kept', async () => {
    const id = await goLive()
    // It lasts 4.8 s.
    await writeFile(join(folder(), `${id}-2.ogg`), oggOf(packetsOf('firefox-destination')))
    await end(id)
    const { expiresAt } = await recordingOf(id)
    const expiryMs = Date.parse(expiresAt ?? '')
    const wallClock = (ms: number) => toLocalDateTime(new Date(ms), station.config.timeZone)
    const plan = (startsAtMs: number) =>
      station.call(planReplay, {
        as: station.admin,
        body: { broadcastId: id, startsAt: wallClock(startsAtMs) },
      })
    await station.call(setPlayout, { as: station.admin, body: { betweenShows: 'ON' } })
    const until = wallClock(expiryMs).slice(0, 16).replace('T', ' ')
    for (const startsAtMs of [expiryMs - 1_000, expiryMs + 7 * DAY_MS])
      expect((await plan(startsAtMs)).error).toMatchObject({
        code: 'NOT_REPLAYABLE',
        message: `The recording of Evening show will be deleted on ${until}. Choose an earlier time, or keep the recording.`,
      })
    expect((await plan(expiryMs - MINUTE_MS)).status).toBe(201)
    await station.call(updateRecording, { as: dj, params: { id }, body: { isKept: true } })
    expect((await plan(expiryMs + 7 * DAY_MS)).status).toBe(201)
    await station.call(setPlayout, { as: station.admin, body: { betweenShows: 'OFF' } })
    await station.call(deleteRecording, { as: station.admin, params: { id } })
  })

  it('[RE8] what is older goes, unless it is kept', async () => {
    const [going, kept] = [await newRecording(), await newRecording()]
    expect(Date.parse(going.expiresAt ?? '') - clock.now()).toBeGreaterThan(29.9 * DAY_MS)
    const params = { id: kept.broadcastId }
    const { data } = await station.call(updateRecording, { as: dj, params, body: { isKept: true } })
    expect([data.isKept, data.expiresAt]).toEqual([true, null])
    expect(Date.parse(data.dueAt ?? '') - clock.now()).toBeGreaterThan(29.9 * DAY_MS)
    const statusOf = async ({ broadcastId: id }: Recording) =>
      (await station.call(getRecording, { params: { id } })).status
    clock.aheadMs = 30.1 * DAY_MS
    await station.restart()
    while ((await statusOf(going)) === 200) await pause(50)
    expect(await statusOf(kept)).toBe(200)
    expect((await fetchRecording(going.broadcastId)).status).toBe(404)
    expect((await fetchRecording(kept.broadcastId)).status).toBe(200)
    while ((await readdir(join(folder(), 'shows'))).length > 1) await pause(50)
  })
})
