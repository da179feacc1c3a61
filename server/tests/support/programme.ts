import * as calls from '@carillon/contract/broadcasts/endpoints'
import type { Broadcast, CreateBody } from '@carillon/contract/broadcasts/schemas'
import { HOUR_MS } from '@carillon/contract/durations'
import { toLocalDateTime } from '@carillon/contract/time'
import { afterAll, afterEach, beforeAll } from 'vitest'
import { type Member, startStation, type TestStation } from './station.ts'

export const STATION_ZONE = 'Asia/Manila'
export const clock = { nowMs: Date.now(), now: () => clock.nowMs }

export let station: TestStation
export let dj: Member
export let otherDj: Member
export let moderator: Member
export let listener: Member

/** Starts a station with people for the tests of a file; ends what is on air after each, and the station after all. */
export function useProgramme(): void {
  beforeAll(async () => {
    station = await startStation({ clock })
    dj = await station.as('DJ', 'Mikael')
    otherDj = await station.as('DJ', 'Jana')
    moderator = await station.as('MODERATOR', 'Paolo')
    listener = await station.as('LISTENER', 'Ana')
  })
  afterEach(async () => {
    clock.nowMs = Date.now()
    await endEverything()
    // It stands still: what the next test compares with the real one begins as late as can be.
    clock.nowMs = Date.now()
  })
  afterAll(() => station.close())
}

export const local = (ms: number) => toLocalDateTime(new Date(ms), STATION_ZONE)
export const at = (offsetMs: number, lengthMs = HOUR_MS) => ({
  scheduledStart: local(clock.nowMs + offsetMs),
  scheduledEnd: local(clock.nowMs + offsetMs + lengthMs),
})

export async function plan(as: Member = dj, body: Partial<CreateBody> = {}): Promise<Broadcast> {
  const words = { title: 'Harana Hour', description: 'Kundiman and slow jams' }
  const { data } = await station.call(calls.createBroadcast, { as, body: { ...words, ...body } })
  return data
}

export const start = (id: number, as: Member = dj) =>
  station.call(calls.startBroadcast, { as, params: { id } })
export const startTest = (id: number, as: Member = dj) =>
  station.call(calls.startTest, { as, params: { id } })
export const end = (id: number, as: Member = dj) => station.call(calls.endBroadcast, { as, params: { id } })
export const remove = (id: number, as: Member = dj) =>
  station.call(calls.deleteBroadcast, { as, params: { id } })
export const get = async (id: number, as: Member | null = null) =>
  (await station.call(calls.getBroadcast, { as, params: { id } })).data
export const live = async () => (await station.call(calls.liveBroadcasts)).data

export async function endEverything(): Promise<void> {
  for (const { id } of await live()) await end(id, station.admin)
  const { data } = await station.call(calls.upcomingBroadcasts, { as: station.admin })
  for (const { id, status } of data) {
    if (status === 'TESTING') await end(id, station.admin)
    await remove(id, station.admin)
  }
}
