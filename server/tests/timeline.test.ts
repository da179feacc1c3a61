import {
  getAnalyticsHealth,
  getBroadcastReport,
  getRealtimeStats,
} from '@carillon/contract/analytics/endpoints'
import type { BroadcastReport } from '@carillon/contract/analytics/schemas'
import { createBroadcast, endBroadcast, startBroadcast } from '@carillon/contract/broadcasts/endpoints'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ListenerProbe } from '../src/features/stream/testing.ts'
import { type Member, startStation, type TestStation } from './support/station.ts'

/** 20 November 2026, 3 PM in Manila, and half a minute. */
let nowMs = Date.parse('2026-11-20T07:00:30Z')
let station: TestStation
let dj: Member
beforeAll(async () => {
  station = await startStation({ clock: { now: () => nowMs } })
  dj = await station.as('DJ')
})
afterAll(() => station.close())

const read = async (id: number): Promise<BroadcastReport> =>
  (await station.call(getBroadcastReport, { as: dj, params: { id } })).data

async function listen(listener: string): Promise<ListenerProbe> {
  const probe = new ListenerProbe(`${station.origin}/live.ogg?listener=${listener}`)
  await probe.head
  return probe
}

it('[AN17] [AN18] a show that outlives a restart keeps what was listened before and after, and its timeline', async () => {
  const { id } = (await station.call(createBroadcast, { as: dj, body: { title: 'Tugtog' } })).data
  await station.call(startBroadcast, { as: dj, params: { id } })
  await listen('9f1b8a52-0d4f-4a3c-8c60-0f6f3c0f9a11')
  await listen('9f1b8a52-0d4f-4a3c-8c60-0f6f3c0f9a12')
  const { data: now } = await station.call(getRealtimeStats, { as: dj })
  expect(now).toMatchObject({ currentListeners: 2, streamLive: true, serverStatus: 'UP' })
  const { data: fresh } = await station.call(getAnalyticsHealth, { as: dj })
  expect(fresh).toMatchObject({ healthy: true, lastSampleAt: null })
  expect(await read(id)).toMatchObject({ currentListeners: 2, peakListeners: 2, curve: [] })

  await station.restart()
  expect((await read(id)).curve).toEqual([{ at: '2026-11-20T07:00:00.000Z', listeners: 0, peak: 2 }])
  nowMs += 3 * 60_000
  await listen('9f1b8a52-0d4f-4a3c-8c60-0f6f3c0f9a13')
  await station.call(endBroadcast, { as: dj, params: { id } })
  await station.restart()

  const report = await read(id)
  expect(report).toMatchObject({ totalListeners: 3, currentListeners: 0, durationMinutes: 3 })
  expect(report.curve.at(-1)).toEqual({ at: '2026-11-20T07:03:00.000Z', listeners: 0, peak: 1 })
  const events = report.events.filter(({ type }) => type === 'STARTED' || type === 'ENDED')
  expect(events).toEqual([
    { type: 'STARTED', at: '2026-11-20T07:00:30.000Z' },
    { type: 'ENDED', at: '2026-11-20T07:03:30.000Z' },
  ])
  const { data: health } = await station.call(getAnalyticsHealth, { as: dj })
  expect(health).toMatchObject({ healthy: true, lastSampleAt: '2026-11-20T07:03:00.000Z' })
})
