import { join } from 'node:path'
import { createBroadcast, endBroadcast, startBroadcast } from '@carillon/contract/broadcasts/endpoints'
import { getRecording } from '@carillon/contract/recordings/endpoints'
import type { Recording } from '@carillon/contract/recordings/schemas'
import { afterAll, beforeAll } from 'vitest'
import { type Member, startStation, type TestStation } from './station.ts'

export let station: TestStation
export let dj: Member

/** Starts a station with a DJ for the tests of a file, and ends it after them. */
export function useRecordings(settings: Parameters<typeof startStation>[0] = {}): void {
  beforeAll(async () => {
    station = await startStation(settings)
    dj = await station.as('DJ')
  })
  afterAll(() => station.close())
}

export const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** A show that is on air. Gives its id. */
export async function goLive(): Promise<number> {
  const { data } = await station.call(createBroadcast, { as: dj, body: { title: 'Evening show' } })
  await station.call(startBroadcast, { as: dj, params: { id: data.id } })
  return data.id
}

export const end = (id: number) => station.call(endBroadcast, { as: station.admin, params: { id } })

/** The recording of a show, once it is ready. */
export async function readyRecording(
  { call, admin }: Pick<TestStation, 'call' | 'admin'>,
  id: number,
): Promise<Recording> {
  for (;;) {
    const { status, data } = await call(getRecording, { as: admin, params: { id } })
    if (status === 200) return data
    await pause(50)
  }
}

export const recordingOf = (id: number) => readyRecording(station, id)

/** A show that was on air for a moment. */
export async function newRecording(): Promise<Recording> {
  const id = await goLive()
  await end(id)
  return recordingOf(id)
}

/** Asks for a recording as a listener does. */
export const fetchRecording = (id: number | string, headers: Record<string, string> = {}, method = 'GET') =>
  fetch(`${station.origin}/recordings/${id}.ogg`, { headers, method })
export const bytesOf = async (reply: Response) => Buffer.from(await reply.arrayBuffer())
/** The headers of somebody's request. */
export const as = (member: Member) => ({ authorization: `Bearer ${member.token}` })
/** Folder in which the station keeps them. */
export const folder = () => join(station.config.dataDir, 'recordings')
