import { setImmediate } from 'node:timers/promises'
import * as calls from '@carillon/contract/analytics/endpoints'
import { DEFAULT_RANGE } from '@carillon/contract/analytics/schemas'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  curveOf,
  dayBefore,
  dayOf,
  expectNumbers,
  groupsOf,
  kept,
  listenedTo,
  mean,
  minutesOf,
  NOW,
  near,
  PAST,
  perArrival,
  perDayOf,
  periodOf,
  sum,
  within,
} from './support/count-past.ts'
import { createPlace, type Place } from './support/database.ts'
import { type PastPerson, writePast } from './support/past.ts'
import { ENGINES } from './support/show.ts'
import { type Member, startStation, type TestStation } from './support/station.ts'

const begun = PAST.shows.filter(({ status }) => status !== 'SCHEDULED')
const ended = begun.filter(({ status }) => status === 'ENDED')

describe.each(ENGINES)('numbers, on %s', (engine) => {
  let place: Place
  let station: TestStation
  let dj: Member
  let moderator: Member

  beforeAll(async () => {
    place = await createPlace(engine)
    await writePast(place, PAST, NOW)
    station = await startStation({ place, clock: { now: () => NOW.getTime() } })
    dj = await station.as('DJ')
    moderator = await station.as('MODERATOR')
  })
  afterAll(() => station.close())

  it.each([undefined, 1, 7, 30, 90])('[AN5] counts shows, of all time or of %s days', async (days) => {
    const { data } = await station.call(calls.getBroadcastStats, { as: dj, query: days ? { days } : {} })
    const counted = within(begun, days)
    const kept = PAST.shows.filter(({ isDeleted }) => !isDeleted)
    expect(data).toEqual({
      totalBroadcasts: days ? counted.length : kept.length,
      liveBroadcasts: 1,
      upcomingBroadcasts: kept.filter(({ status, end }) => status === 'SCHEDULED' && end > NOW).length,
      completedBroadcasts: counted.filter(({ status }) => status === 'ENDED').length,
      averageDuration: near(mean(within(ended, days).map(minutesOf))),
    })
  })

  it.each([undefined, 7, 30])(
    '[AN6] counts what was said and asked for, of all time or of %s days',
    async (days) => {
      const { data } = await station.call(calls.getEngagementStats, { as: dj, query: days ? { days } : {} })
      const counted = within(begun, days)
      const over = within(ended, days)
      expect(data).toEqual({
        totalSongRequests: sum(counted.map(({ requests }) => kept(requests))),
        averageRequestsPerBroadcast: near(mean(over.map(({ requests }) => kept(requests)))),
        totalChatMessages: sum(counted.map(({ messages }) => kept(messages))),
        averageMessagesPerBroadcast: near(mean(over.map(({ messages }) => kept(messages)))),
      })
    },
  )

  it('[AN7] counts people for an ADMIN alone', async () => {
    const people = [...PAST.people, ...members()]
    const of = (role: string) => people.filter((each) => each.role === role).length
    const { data } = await station.call(calls.getUserStats, { as: station.admin })
    expect(data).toEqual({
      totalUsers: people.length,
      listeners: of('LISTENER'),
      djs: of('DJ'),
      admins: of('ADMIN'),
      moderators: of('MODERATOR'),
      newUsersThisMonth: people.filter(({ createdAt }) => dayOf(createdAt) >= '2026-11-01').length,
    })
    expect((await station.call(calls.getUserStats, { as: moderator })).status).toBe(403)
  })

  it('[AN8] counts ages and genders: each group for an ADMIN, for others those of five and more', async () => {
    const { lastUpdated, ...whole } = (await station.call(calls.getDemographics, { as: station.admin })).data
    const people = [...PAST.people, ...members()]
    expect(lastUpdated).toBe(NOW.toISOString())
    expect(whole).toEqual(groupsOf(people, 1))
    expect(Object.values(whole.ageGroups).some((count) => count > 0 && count < 5)).toBe(true)
    for (const as of [dj, moderator]) {
      const { lastUpdated: _, ...published } = (await station.call(calls.getDemographics, { as })).data
      expect(published).toEqual(groupsOf(people, 5))
    }
  })

  it.each([
    { days: undefined, limit: undefined, expected: 10 },
    { days: 30, limit: 5, expected: 5 },
    { days: undefined, limit: 500, expected: 50 },
  ])(
    '[AN9] names the shows that were listened to the longest: $limit of $days days',
    async ({ days, limit, expected }) => {
      const { data } = await station.call(calls.getPopularBroadcasts, {
        as: dj,
        query: { ...(days && { days }), ...(limit && { limit }) },
      })
      const order = within(begun, days).sort(
        (a, b) => listenedTo(b) - listenedTo(a) || b.peak - a.peak || b.start.getTime() - a.start.getTime(),
      )
      expect(data.map(({ broadcast }) => broadcast.id)).toEqual(order.slice(0, expected).map(({ id }) => id))
      for (const each of data) expectNumbers(each)
    },
  )

  it('[AN10] lists shows that began with their numbers, newest first', async () => {
    const order = [...begun].sort((a, b) => b.start.getTime() - a.start.getTime())
    const { data } = await station.call(calls.listDetailedBroadcasts, {
      as: dj,
      query: { page: 1, size: 15 },
    })
    expect(data.content.map(({ broadcast }) => broadcast.id)).toEqual(order.slice(15, 30).map(({ id }) => id))
    expect(data.totalElements).toBe(begun.length)
    for (const each of data.content) expectNumbers(each)
    const recent = await station.call(calls.listDetailedBroadcasts, { as: dj, query: { days: 7 } })
    expect(recent.data.totalElements).toBe(within(begun, 7).length)
  })

  it('[AN11] reports on each show, the same at both addresses', async () => {
    for (const show of PAST.shows.filter(({ isDeleted }) => !isDeleted)) {
      const { data } = await station.call(calls.getBroadcastReport, { as: dj, params: { id: show.id } })
      expectNumbers(data)
      expect(data).toMatchObject({
        currentListeners: 0,
        peakListeners: show.peak,
        totalListeners: sum(show.samples.map(({ arrivals }) => arrivals)),
        averageListeningMinutes: near(perArrival(show)),
        polls: kept(show.polls.map(({ isRemoved }) => isRemoved)),
        curve: curveOf(show),
      })
    }
    const params = { id: begun[0]?.id ?? 0 }
    const [one, other] = await Promise.all([
      station.call(calls.getBroadcastReport, { as: dj, params }),
      station.call(calls.getBroadcastAnalytics, { as: dj, params }),
    ])
    expect(other.data).toEqual(one.data)
  })

  it('[AN11] a show that was deleted, or never was, has no report', async () => {
    const deleted = PAST.shows.find(({ isDeleted }) => isDeleted)
    for (const id of [deleted?.id ?? 0, 99_999])
      expect((await station.call(calls.getBroadcastReport, { as: dj, params: { id } })).status).toBe(404)
  })

  it.each([7, 30])('[AN12] sums up %s days, those before them, and each day', async (days) => {
    const { data } = await station.call(calls.getSummary, { as: dj, query: { days } })
    const first = dayBefore(days - 1)
    const current = within(begun, days)
    const previous = within(begun, 2 * days).filter(({ start }) => dayOf(start) < first)
    expect(data).toEqual({
      days,
      current: periodOf(current),
      previous: periodOf(previous),
      perDay: Array.from({ length: days }, (_, index) => dayBefore(days - 1 - index)).map((day) =>
        perDayOf(
          day,
          current.filter(({ start }) => dayOf(start) === day),
        ),
      ),
      lastUpdated: NOW.toISOString(),
    })
  })

  it('[AN13] refuses a range that is none', async () => {
    for (const days of [0, -1, 1.5, 4000])
      expect((await station.call(calls.getBroadcastStats, { as: dj, query: { days } })).status).toBe(400)
    expect((await station.call(calls.getSummary, { as: dj, query: { days: 367 } })).status).toBe(400)
  })

  it('[AN14] says what is so now', async () => {
    const { data } = await station.call(calls.getRealtimeStats, { as: moderator })
    expect(data).toEqual({
      currentListeners: 0,
      streamLive: true,
      serverStatus: 'UP',
      lastUpdated: NOW.toISOString(),
    })
  })

  it('[AN14] is not healthy while the minutes of the show on air are not kept', async () => {
    const { data } = await station.call(calls.getAnalyticsHealth, { as: moderator })
    const minutes = begun.flatMap(({ samples }) => samples.map(({ minute }) => minute.getTime()))
    const lastSampleAt = new Date(Math.max(...minutes)).toISOString()
    expect(data).toMatchObject({ healthy: false, lastSampleAt, lastUpdated: NOW.toISOString() })
  })

  // On the embedded database one question at a time runs, which nobody can break in on.
  if (engine === 'postgres')
    it('[AN19] a page that leaves takes its question with it', async () => {
      const connectionString = place.databaseUrl ?? ''
      const holder = new Client({ connectionString })
      const watcher = new Client({ connectionString })
      await holder.connect()
      await watcher.connect()
      await holder.query('BEGIN; LOCK TABLE broadcasts')
      const waiting = async () => {
        const { rows } = await watcher.query(`SELECT 1 FROM pg_stat_activity
          WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%request_count%'`)
        return rows.length
      }
      const controller = new AbortController()
      const headers = { authorization: `Bearer ${dj.token}` }
      const address = station.origin + calls.getEngagementStats.path
      const asked = fetch(address, { headers, signal: controller.signal })
      while ((await waiting()) === 0) await setImmediate()
      controller.abort()
      await expect(asked).rejects.toThrow('aborted')
      while ((await waiting()) > 0) await setImmediate()
      await holder.end()
      await watcher.end()
      expect((await station.call(calls.getEngagementStats, { as: dj })).status).toBe(200)
    })

  function members(): PastPerson[] {
    const made = { gender: '', createdAt: NOW }
    return [
      { ...made, role: 'ADMIN', birthdate: null },
      { ...made, role: 'DJ', birthdate: '2000-02-29' },
      { ...made, role: 'MODERATOR', birthdate: '2000-02-29' },
    ]
  }
})

describe('on a fresh station', () => {
  let station: TestStation
  beforeAll(async () => {
    station = await startStation({ clock: { now: () => NOW.getTime() } })
  })
  afterAll(() => station.close())

  const NONE = {
    broadcasts: 0,
    averageDuration: 0,
    songRequests: 0,
    requestsPerBroadcast: 0,
    chatMessages: 0,
    messagesPerBroadcast: 0,
    peakListeners: 0,
    listeningMinutes: 0,
  }

  it('[AN15] every number is 0, and nothing is listed', async () => {
    const as = station.admin
    const quiet = {
      ...NONE,
      averageDuration: undefined,
      requestsPerBroadcast: undefined,
      messagesPerBroadcast: undefined,
    }
    const data = async <E extends (typeof calls.analyticsEndpoints)[keyof typeof calls.analyticsEndpoints]>(
      endpoint: E,
    ) => (await station.call(endpoint, { as } as never)).data
    expect(Object.values(await data(calls.getBroadcastStats))).toEqual([0, 0, 0, 0, 0])
    expect(Object.values(await data(calls.getEngagementStats))).toEqual([0, 0, 0, 0])
    expect(await data(calls.getUserStats)).toMatchObject({ totalUsers: 1, admins: 1, listeners: 0 })
    expect(await data(calls.getPopularBroadcasts)).toEqual([])
    expect((await data(calls.listDetailedBroadcasts)).content).toEqual([])
    const { current, previous, perDay, days } = await data(calls.getSummary)
    expect([days, current, previous]).toEqual([DEFAULT_RANGE, NONE, NONE])
    expect(perDay).toHaveLength(DEFAULT_RANGE)
    for (const { day: _, ...counts } of perDay) expect(counts).toEqual(quiet)
    expect(await data(calls.getRealtimeStats)).toMatchObject({ currentListeners: 0, streamLive: false })
    expect(await data(calls.getAnalyticsHealth)).toEqual({
      healthy: true,
      databaseMs: expect.any(Number),
      lastSampleAt: null,
      lastUpdated: NOW.toISOString(),
    })
    expect(await data(calls.getDemographics)).toMatchObject({ totalUsers: 1, usersWithBirthdate: 0 })
  })
})
