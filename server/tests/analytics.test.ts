import { analyticsEndpoints } from '@carillon/contract/analytics/endpoints'
import { authEndpoints } from '@carillon/contract/auth/endpoints'
import { peopleEndpoints } from '@carillon/contract/auth/people-endpoints'
import { broadcastEndpoints } from '@carillon/contract/broadcasts/endpoints'
import { DAY_MS } from '@carillon/contract/durations'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Member, startStation, type TestStation } from './support/station.ts'

const { getActivity } = analyticsEndpoints
const { banUser, unbanUser } = peopleEndpoints
const { createBroadcast } = broadcastEndpoints

/** Friday, 20 November 2026, noon in Manila. */
let nowMs = Date.parse('2026-11-20T04:00:00Z')
let station: TestStation
let moderator: Member
let dj: Member
let loud: Member

beforeAll(async () => {
  station = await startStation({ clock: { now: () => nowMs } })
  moderator = await station.as('MODERATOR')
  dj = await station.as('DJ')
  loud = await station.as('LISTENER', 'loud')
  const order = { as: moderator, params: { id: loud.id } }
  await station.call(banUser, { ...order, body: { reason: 'Shouting' } })
  await station.call(unbanUser, order)
  await station.call(createBroadcast, { as: dj, body: { title: 'Tugtog' } })
})
afterAll(() => station.close())

const read = async (as: Member, query: { limit?: number; types?: string } = {}) =>
  (await station.call(getActivity, { as, query })).data

it('[AN1] tells the newest doings first, with who did them', async () => {
  const { recentActivities } = await read(moderator, { types: 'USER_BAN,USER_UNBAN' })
  expect(recentActivities).toEqual([
    {
      id: expect.any(Number),
      activityType: 'USER_UNBAN',
      description: `Ban of ${loud.email} lifted`,
      timestamp: '2026-11-20T04:00:00.000Z',
      user: { email: moderator.email, name: 'moderator Reyes' },
    },
    expect.objectContaining({ activityType: 'USER_BAN', description: `${loud.email} banned: Shouting` }),
  ])
})

it('[AN1] gives 50 unless told, as many as asked for, and 200 at most', async () => {
  expect((await read(moderator, { limit: 2 })).recentActivities).toHaveLength(2)
  const { recentActivities, todayActivities } = await read(moderator)
  expect(recentActivities).toHaveLength(Math.min(todayActivities, 50))
  expect((await station.call(getActivity, { as: moderator, query: { limit: 5000 } })).status).toBe(200)
  for (const limit of [0, -1, 1.5])
    expect((await station.call(getActivity, { as: moderator, query: { limit } })).status).toBe(400)
})

it('[AN3] narrows lines and counts to the kinds that were asked for; what is no kind is refused', async () => {
  const { recentActivities, ...counts } = await read(moderator, { types: 'USER_BAN' })
  expect(recentActivities.map(({ activityType }) => activityType)).toEqual(['USER_BAN'])
  expect(counts).toEqual({ todayActivities: 1, weekActivities: 1, monthActivities: 1 })
  for (const types of ['EVERYTHING', '', 'USER_BAN;DROP'])
    expect((await station.call(getActivity, { as: moderator, query: { types } })).status).toBe(400)
})

it('[AN4] tells a DJ what was done on the air, and nothing of accounts', async () => {
  const { recentActivities } = await read(dj)
  expect(recentActivities.map(({ activityType }) => activityType)).toEqual(['BROADCAST_CREATE'])
  expect(recentActivities[0]?.user).toEqual({ email: null, name: 'dj Reyes' })
  expect(await read(dj, { types: 'LOGIN,USER_BAN' })).toEqual({
    recentActivities: [],
    todayActivities: 0,
    weekActivities: 0,
    monthActivities: 0,
  })
})

it('[AN2] counts today, this week and this month', async () => {
  // Sunday, then Monday, then December: each is past another border.
  const counts = async () => {
    const { recentActivities: _, ...counted } = await read(station.admin, { types: 'USER_BAN' })
    return Object.values(counted)
  }
  expect(await counts()).toEqual([1, 1, 1])
  nowMs += 2 * DAY_MS
  await signInAgain()
  expect(await counts()).toEqual([0, 1, 1])
  nowMs += DAY_MS
  await signInAgain()
  expect(await counts()).toEqual([0, 0, 1])
  nowMs += 10 * DAY_MS
  await signInAgain()
  expect(await counts()).toEqual([0, 0, 0])
})

/** Sessions do not outlast a leap of days. */
async function signInAgain(): Promise<void> {
  const { email, password } = station.admin
  const { data } = await station.call(authEndpoints.login, { body: { email, password } })
  station.admin = { ...data.user, token: data.token, password }
}
