import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { DAY_MS } from '@carillon/contract/durations'
import { getRecording, updateRecording } from '@carillon/contract/recordings/endpoints'
import type { Recording } from '@carillon/contract/recordings/schemas'
import { describe, expect, it } from 'vitest'
import {
  dj,
  fetchRecording,
  folder,
  newRecording,
  pause,
  station,
  useRecordings,
} from './support/recordings.ts'

const clock = { aheadMs: 0, now: () => Date.now() + clock.aheadMs }

useRecordings({ clock, recordingDays: 30 })

describe('with RECORDING_DAYS', () => {
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
