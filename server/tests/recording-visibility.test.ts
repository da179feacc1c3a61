import { once } from 'node:events'
import { truncate } from 'node:fs/promises'
import { get, type IncomingMessage } from 'node:http'
import { join } from 'node:path'
import * as broadcasts from '@carillon/contract/broadcasts/endpoints'
import * as calls from '@carillon/contract/recordings/endpoints'
import { expect, it } from 'vitest'
import {
  as,
  dj,
  end,
  fetchRecording,
  folder,
  recordingOf,
  station,
  useRecordings,
} from './support/recordings.ts'
import type { Member } from './support/station.ts'

useRecordings()

async function plan(body: { isRecordingPublic?: boolean; unlisted?: boolean } = {}): Promise<number> {
  const { data } = await station.call(broadcasts.createBroadcast, {
    as: dj,
    body: { title: 'Evening show', ...body },
  })
  return data.id
}
const start = (id: number) => station.call(broadcasts.startBroadcast, { as: dj, params: { id } })
const visibility = (member: Member | null, id: number) =>
  station.call(calls.getRecordingVisibility, { as: member, params: { id } })
const decide = (member: Member | null, id: number, isPublic: boolean) =>
  station.call(calls.setRecordingVisibility, { as: member, params: { id }, body: { isPublic } })

/** Statuses that a visitor gets for a recording: the page, the call, the file, a part of the file, the lists. */
async function publicStatuses(id: number): Promise<unknown[]> {
  const params = { id }
  const { data: page } = await station.call(broadcasts.getBroadcast, { params })
  const { data: all } = await station.call(broadcasts.listBroadcasts, { query: { size: 100 } })
  return [
    page.recordingUrl !== null,
    all.content.find((each) => each.id === id)?.recordingUrl !== null,
    (await station.call(calls.getRecording, { params })).status,
    (await fetchRecording(id)).status,
    (await fetchRecording(id, { range: 'bytes=0-99' })).status,
    (await fetchRecording(id, {}, 'HEAD')).status,
  ]
}
const OPEN_TO_ALL = [true, true, 200, 200, 206, 200]
const CLOSED_TO_ALL = [false, false, 404, 404, 404, 404]

it('[RE201] is public unless said otherwise, and said when the show is planned', async () => {
  expect((await visibility(dj, await plan())).data.isPublic).toBe(true)
  const id = await plan({ isRecordingPublic: false })
  expect((await visibility(dj, id)).data).toEqual({ broadcastId: id, isPublic: false, isLiveOnly: false })
  const body = {
    title: 'Late show',
    scheduledStart: '2098-11-20T15:00:00.000',
    scheduledEnd: '2098-11-20T17:00:00.000',
    isRecordingPublic: false,
  }
  const { data } = await station.call(broadcasts.scheduleBroadcast, { as: dj, body })
  expect((await visibility(dj, data.id)).data.isPublic).toBe(false)
})

it('[RE202] what was decided before the show, or during it, holds from the first moment of its recording', async () => {
  const id = await plan()
  await decide(dj, id, false)
  await start(id)
  await end(id)
  await recordingOf(id)
  expect(await publicStatuses(id)).toEqual(CLOSED_TO_ALL)
  expect((await fetchRecording(id, as(dj))).status).toBe(200)
  const other = await plan({ isRecordingPublic: false })
  await start(other)
  await decide(await station.as('MODERATOR'), other, true)
  await end(other)
  await recordingOf(other)
  expect(await publicStatuses(other)).toEqual(OPEN_TO_ALL)
})

it('[RE202] it is one decision, whichever call makes it, and can be made again', async () => {
  const id = await plan()
  await start(id)
  await end(id)
  await recordingOf(id)
  await station.call(calls.updateRecording, { as: dj, params: { id }, body: { isPublic: false } })
  expect((await visibility(dj, id)).data.isPublic).toBe(false)
  await decide(station.admin, id, true)
  expect((await recordingOf(id)).isPublic).toBe(true)
  expect(await publicStatuses(id)).toEqual(OPEN_TO_ALL)
})

it('[RE203] its DJ, MODERATOR and ADMIN decide; a draft of somebody else is not there', async () => {
  const [id, draft] = [await plan(), await plan({ unlisted: true })]
  const listener = await station.as('LISTENER')
  const other = await station.as('DJ', 'other dj')
  const moderator = await station.as('MODERATOR')
  const statuses = async (show: number) => {
    const found: number[] = []
    for (const member of [null, listener, other, dj, moderator, station.admin])
      found.push((await visibility(member, show)).status, (await decide(member, show, false)).status)
    return found
  }
  expect(await statuses(id)).toEqual([401, 401, 403, 403, 403, 403, 200, 200, 200, 200, 200, 200])
  expect(await statuses(draft)).toEqual([401, 401, 403, 403, 404, 404, 200, 200, 200, 200, 200, 200])
  expect((await decide(dj, 2_000_000_000, false)).status).toBe(404)
  const { status, error } = await station.call(calls.setRecordingVisibility, {
    as: dj,
    params: { id },
    body: {} as never,
  })
  expect([status, Object.keys(error.fields ?? {})]).toEqual([400, ['isPublic']])
})

it('[RE204] one that becomes private ends for those who hear it, but not for its DJ and staff', async () => {
  const id = await plan()
  await start(id)
  await end(id)
  await recordingOf(id)
  // More than the buffers between here and there hold.
  await truncate(join(folder(), 'shows', `${id}.ogg`), 32 * 1024 * 1024)
  const theirs = await open(id, {})
  const own = await open(id, as(dj))
  await decide(dj, id, false)
  await Promise.all([closed(theirs), closed(own)])
  expect([theirs.complete, own.complete]).toEqual([false, true])
})

/** A transfer that has begun and is not read. */
async function open(id: number, headers: Record<string, string>) {
  const request = get(`${station.origin}/recordings/${id}.ogg`, { headers })
  const [reply] = await once(request, 'response')
  return reply as IncomingMessage
}

function closed(reply: IncomingMessage): Promise<void> {
  // One that is cut has an error as well.
  reply.on('error', () => undefined).resume()
  return new Promise((resolve) => reply.once('close', resolve))
}
