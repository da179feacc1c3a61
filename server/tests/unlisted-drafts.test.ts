import {
  getActivity,
  getBroadcastAnalytics,
  getBroadcastReport,
  getBroadcastStats,
} from '@carillon/contract/analytics/endpoints'
import * as calls from '@carillon/contract/broadcasts/endpoints'
import { chatStats, getChatter, listMessages, postMessage } from '@carillon/contract/chat/endpoints'
import { HOUR_MS } from '@carillon/contract/durations'
import { getEncoder } from '@carillon/contract/encoder/endpoints'
import { listNotifications } from '@carillon/contract/notifications/endpoints'
import { activePoll, createPoll, listPolls } from '@carillon/contract/polls/endpoints'
import { setRecordingVisibility } from '@carillon/contract/recordings/endpoints'
import { createSongRequest, listSongRequests } from '@carillon/contract/song-requests/endpoints'
import { describe, expect, it } from 'vitest'
import { handshake } from './support/handshake.ts'
import {
  at,
  dj,
  end,
  listener,
  moderator,
  otherDj,
  plan,
  remove,
  start,
  startTest,
  station,
  useProgramme,
} from './support/programme.ts'
import type { Member } from './support/station.ts'

useProgramme()

const draft = (times = {}) => plan(dj, { unlisted: true, ...times })
const statusOf = async (id: number, as: typeof dj | null) =>
  (await station.call(calls.getBroadcast, { as, params: { id } })).status

async function idsOnLists(): Promise<number[]> {
  const as = station.admin
  const all = await station.call(calls.listBroadcasts, { as })
  const upcoming = await station.call(calls.upcomingBroadcasts, { as })
  const history = await station.call(calls.broadcastHistory, { as })
  return [...all.data.content, ...upcoming.data, ...history.data.content].map(({ id }) => id)
}
const messages = async () => {
  const { data } = await station.call(listNotifications, { as: listener, query: { size: 100 } })
  return data.content.map(({ message }) => message)
}
const countUpcoming = async () =>
  (await station.call(getBroadcastStats, { as: station.admin })).data.upcomingBroadcasts
const calendar = async () => (await fetch(`${station.origin}/api/broadcasts/calendar.ics`)).text()

const otherDjs = () => [otherDj]
const members = () => [listener, otherDj]
const visitors = () => [null, ...members()]
type Around = {
  name: string
  others: () => (Member | null)[]
  ask: (broadcastId: number, as: Member | null) => Promise<{ status: number }>
}
/** What people do around a broadcast, and who may do so around one of somebody else. */
const AROUND: Around[] = [
  {
    name: 'chat',
    others: visitors,
    ask: (broadcastId, as) => station.call(listMessages, { as, params: { broadcastId } }),
  },
  {
    name: 'number of messages',
    others: visitors,
    ask: (broadcastId, as) => station.call(chatStats, { as, params: { broadcastId } }),
  },
  {
    name: 'place for a message',
    others: members,
    ask: (broadcastId, as) =>
      station.call(postMessage, { as, params: { broadcastId }, body: { content: 'Is it on?' } }),
  },
  {
    name: 'people in its chat',
    others: otherDjs,
    ask: (broadcastId, as) => station.call(getChatter, { as, params: { broadcastId, userId: listener.id } }),
  },
  {
    name: 'program of its DJ',
    others: otherDjs,
    ask: (id, as) => station.call(getEncoder, { as, params: { id } }),
  },
  {
    name: 'polls',
    others: visitors,
    ask: (broadcastId, as) => station.call(listPolls, { as, params: { broadcastId } }),
  },
  {
    name: 'open poll',
    others: visitors,
    ask: (broadcastId, as) => station.call(activePoll, { as, params: { broadcastId } }),
  },
  {
    name: 'place for a poll',
    others: otherDjs,
    ask: (broadcastId, as) =>
      station.call(createPoll, {
        as,
        body: { broadcastId, question: 'And next?', options: ['Anak', 'Ulan'] },
      }),
  },
  {
    name: 'song requests',
    others: members,
    ask: (id, as) => station.call(listSongRequests, { as, params: { id } }),
  },
  {
    name: 'place for a song request',
    others: members,
    ask: (id, as) =>
      station.call(createSongRequest, { as, params: { id }, body: { songTitle: 'Anak', artist: 'Freddie' } }),
  },
]

describe('the draft of a test', () => {
  it('[BR31] is on no list, in no calendar and in no count, before, during and after its test', async () => {
    const upcoming = await countUpcoming()
    const { id } = await draft({ title: 'Line check' })
    for (const step of [() => startTest(id), () => end(id), () => remove(id)]) {
      expect(await idsOnLists()).not.toContain(id)
      expect(await countUpcoming()).toBe(upcoming)
      expect(await calendar()).not.toContain('Line check')
      expect(await statusOf(id, dj)).toBe(200)
      expect((await step()).status).toBeLessThan(300)
    }
    expect(await calendar()).not.toContain('Line check')
  })

  it('[BR31] is announced to nobody, whether it is created, tested or discarded', async () => {
    const before = await messages()
    const { id } = await draft({ ...at(HOUR_MS), title: 'Line check' })
    await startTest(id)
    await end(id)
    await remove(id)
    expect(await messages()).toEqual(before)
  })

  it('[BR31] exists for its DJ and staff alone', async () => {
    const { id } = await draft()
    const seen = [null, listener, otherDj, dj, station.admin].map((as) => statusOf(id, as))
    expect(await Promise.all(seen)).toEqual([404, 404, 404, 200, 200])
    const ofShow = calls.getBroadcast.path.replace(':id', `${id}`)
    expect((await fetch(`${station.origin}${ofShow}/calendar.ics`)).status).toBe(404)
    await remove(id)
  })

  it('[BR31] has no numbers for other DJs', async () => {
    const { id } = await draft()
    for (const call of [getBroadcastReport, getBroadcastAnalytics]) {
      const seen = [otherDj, dj, moderator, station.admin].map((as) =>
        station.call(call, { as, params: { id } }),
      )
      expect((await Promise.all(seen)).map(({ status }) => status)).toEqual([404, 200, 200, 200])
    }
    await remove(id)
  })

  it('[BR31] is neither changed nor started by other DJs, for whom it does not exist', async () => {
    const { id } = await draft()
    const update = (as: typeof dj) => station.call(calls.updateBroadcast, { as, params: { id }, body: {} })
    expect((await update(otherDj)).status).toBe(404)
    expect((await update(moderator)).status).toBe(403)
    expect((await start(id, otherDj)).status).toBe(404)
    expect((await remove(id, otherDj)).status).toBe(404)
    await remove(id)
  })

  it('[BR31] stands in the activities without its title', async () => {
    const { id } = await draft({ title: 'Line check of the tower' })
    await station.call(calls.updateBroadcast, {
      as: dj,
      params: { id },
      body: { description: 'From the roof' },
    })
    await station.call(createPoll, {
      as: dj,
      body: { broadcastId: id, question: 'Is it on?', options: ['Yes', 'No'] },
    })
    await station.call(setRecordingVisibility, { as: dj, params: { id }, body: { isPublic: false } })
    await remove(id)
    const { data } = await station.call(getActivity, { as: otherDj })
    const lines = data.recentActivities.map(({ description }) => description)
    expect(lines.filter((line) => line.includes('Line check of the tower'))).toEqual([])
    const steps = ['was drafted', 'was changed', 'was discarded'].map((step) => `Broadcast ${id} ${step}`)
    expect(lines).toEqual(expect.arrayContaining([...steps, `The recording of Broadcast ${id} is private`]))
  })

  it.each(AROUND)('[BR31] is without its $name for others', async ({ ask, others }) => {
    const { id } = await draft()
    const seen = await Promise.all(others().map((other) => ask(id, other)))
    expect(seen.map(({ status }) => status)).toEqual(seen.map(() => 404))
    for (const as of [dj, moderator, station.admin]) expect((await ask(id, as)).status).not.toBe(404)
    await remove(id)
  })

  it('[BR31] takes no sound of others, for whom it does not exist', async () => {
    const { id } = await draft()
    await startTest(id)
    const statusFor = async ({ token }: Member) =>
      (await handshake(station, `/ws/live?broadcastId=${id}`, { authorization: `Bearer ${token}` })).status
    expect(await statusFor(otherDj)).toBe(404)
    // Staff know of it, and are not its DJ.
    expect(await statusFor(moderator)).toBe(403)
    expect(await statusFor(dj)).toBe(101)
    await end(id)
    await remove(id)
  })

  it('[BR31] has no poll socket for others', async () => {
    const { id } = await draft()
    const path = `/ws/polls/${id}`
    const statusFor = async (member: Member | null) =>
      (await handshake(station, path, member ? { authorization: `Bearer ${member.token}` } : {})).status
    expect(await Promise.all(visitors().map(statusFor))).toEqual([404, 404, 404])
    expect(await statusFor(dj)).toBe(101)
    await remove(id)
  })

  it('[BR31] is a show like any other once it goes on air', async () => {
    const { id } = await draft({ title: 'Harana after a test' })
    await startTest(id)
    await start(id)
    expect(await idsOnLists()).toContain(id)
    expect(await statusOf(id, null)).toBe(200)
    expect(await messages()).toContainEqual(expect.stringMatching(/^Harana after a test .* is on air$/u))
  })
})
