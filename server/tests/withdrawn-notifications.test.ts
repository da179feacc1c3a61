import {
  archiveAnnouncement,
  createAnnouncement,
  deleteAnnouncement,
  publishAnnouncement,
} from '@carillon/contract/announcements/endpoints'
import { updatePreferences } from '@carillon/contract/auth/endpoints'
import {
  deleteBroadcast,
  endBroadcast,
  scheduleBroadcast,
  startBroadcast,
  updateBroadcast,
} from '@carillon/contract/broadcasts/endpoints'
import { HOUR_MS, MINUTE_MS } from '@carillon/contract/durations'
import * as calls from '@carillon/contract/notifications/endpoints'
import { toLocalDateTime } from '@carillon/contract/time'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Member, startStation, type TestStation } from './support/station.ts'

const clock = { nowMs: Date.now(), now: () => clock.nowMs }

let station: TestStation
let dj: Member
let ana: Member

beforeAll(async () => {
  station = await startStation({ clock })
  dj = await station.as('DJ', 'Mikael')
  ana = await station.as('LISTENER', 'Ana')
  const all = {
    notifyBroadcastStart: true,
    notifyBroadcastReminders: true,
    notifyNewSchedule: true,
    notifySystemUpdates: true,
  }
  for (const as of [ana, dj]) await station.call(updatePreferences, { as, body: all })
})
beforeEach(async () => {
  clock.nowMs += 20 * MINUTE_MS
  for (const as of [ana, dj, station.admin]) await station.call(calls.readAllNotifications, { as })
})
afterAll(() => station.close())

/** What somebody has unread, newest first; as many are counted. */
async function unread(as: Member): Promise<string[]> {
  const { data } = await station.call(calls.unreadNotifications, { as })
  expect((await station.call(calls.countUnread, { as })).data).toBe(data.length)
  return data.map(({ message }) => message)
}
const localIn = (ms: number) => toLocalDateTime(new Date(clock.nowMs + ms), 'Asia/Manila')
async function schedule(): Promise<number> {
  const body = { title: 'Harana Hour', scheduledStart: localIn(HOUR_MS), scheduledEnd: localIn(2 * HOUR_MS) }
  return (await station.call(scheduleBroadcast, { as: dj, body })).data.id
}
async function draft(): Promise<number> {
  const body = { title: 'Foundation week', content: 'Booths open at nine.' }
  return (await station.call(createAnnouncement, { as: dj, body })).data.id
}

describe('news that holds no more', () => {
  it('[NO601] of a cancelled broadcast only the cancellation is unread', async () => {
    const id = await schedule()
    expect(await unread(ana)).toEqual([expect.stringMatching(/is scheduled for/)])
    await station.call(deleteBroadcast, { as: dj, params: { id } })
    expect(await unread(ana)).toEqual([expect.stringMatching(/was cancelled/)])
  })

  it('[NO601] of one that was moved to a later start that it is planned for the former', async () => {
    const id = await schedule()
    expect(await unread(ana)).toEqual([expect.stringMatching(/is scheduled for/)])
    const body = { scheduledStart: localIn(25 * HOUR_MS), scheduledEnd: localIn(26 * HOUR_MS) }
    await station.call(updateBroadcast, { as: dj, params: { id }, body })
    expect(await unread(ana)).toEqual([])
    // It was announced, and is not cancelled silently.
    await station.call(deleteBroadcast, { as: dj, params: { id } })
    expect(await unread(ana)).toEqual([expect.stringMatching(/was cancelled/)])
  })

  it('[NO961] of one that is cancelled silently, since its time is over, nothing is unread', async () => {
    const id = await schedule()
    clock.nowMs += 3 * HOUR_MS
    expect(await unread(ana)).toEqual([expect.stringMatching(/is scheduled for/)])
    await station.call(deleteBroadcast, { as: dj, params: { id } })
    expect(await unread(ana)).toEqual([])
  })

  it('[NO601] of one that has ended that it is on air is read, and stays in the list', async () => {
    const id = await schedule()
    await station.call(startBroadcast, { as: dj, params: { id } })
    expect(await unread(ana)).toContain('Harana Hour with Mikael Reyes is on air')
    await station.call(endBroadcast, { as: dj, params: { id } })
    const left = await unread(ana)
    expect(left).toContain('Harana Hour has ended')
    expect(left).not.toContain('Harana Hour with Mikael Reyes is on air')
    const { data } = await station.call(calls.listNotifications, { as: ana, query: { size: 100 } })
    const row = data.content.find(({ message }) => message === 'Harana Hour with Mikael Reyes is on air')
    expect([row?.read, data.totalElements]).toEqual([true, data.content.length])
    // Marking what is read already is no error, and counts nothing twice.
    await station.call(calls.readNotification, { as: ana, params: { id: row?.id ?? 0 } })
    expect(await unread(ana)).toEqual(left)
  })

  it('[NO601] a draft to review is read once it is published, and the publication once it is archived or deleted', async () => {
    for (const takeBack of [archiveAnnouncement, deleteAnnouncement]) {
      const id = await draft()
      expect(await unread(station.admin)).toEqual([expect.stringMatching(/to review/)])
      await station.call(publishAnnouncement, { as: station.admin, params: { id } })
      expect(await unread(station.admin)).toEqual(['Foundation week'])
      await station.call(takeBack, { as: station.admin, params: { id } })
      expect([await unread(station.admin), await unread(ana)]).toEqual([[], []])
    }
  })
})

describe('one’s own doing', () => {
  it('[NO602] DJs are not notified of their own broadcast, unless somebody else ends it', async () => {
    const id = await schedule()
    await station.call(startBroadcast, { as: dj, params: { id } })
    await station.call(endBroadcast, { as: dj, params: { id } })
    expect(await unread(dj)).toEqual([])
    const { data } = await station.call(calls.listNotifications, { as: dj, query: { size: 3 } })
    expect(data.content.map(({ type, read }) => [type, read])).toEqual([
      ['BROADCAST_ENDED', true],
      ['BROADCAST_STARTED', true],
      ['BROADCAST_SCHEDULED', true],
    ])
    const next = await schedule()
    await station.call(startBroadcast, { as: dj, params: { id: next } })
    await station.call(endBroadcast, { as: station.admin, params: { id: next }, body: { reason: 'Storm' } })
    expect(await unread(dj)).toEqual(['Harana Hour has ended'])
  })
})
