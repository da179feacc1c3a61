import { randomUUID } from 'node:crypto'
import * as calls from '@carillon/contract/analytics/endpoints'
import { login } from '@carillon/contract/auth/endpoints'
import { createUser } from '@carillon/contract/auth/people-endpoints'
import {
  createBroadcast,
  deleteBroadcast,
  endBroadcast,
  scheduleBroadcast,
  startBroadcast,
} from '@carillon/contract/broadcasts/endpoints'
import { deleteMessage, postMessage } from '@carillon/contract/chat/endpoints'
import { DAY_MS, MINUTE_MS } from '@carillon/contract/durations'
import type { Endpoint } from '@carillon/contract/endpoint'
import { createPoll, deletePoll, showPoll, votePoll } from '@carillon/contract/polls/endpoints'
import { getRecording } from '@carillon/contract/recordings/endpoints'
import { createSongRequest, deleteSongRequest } from '@carillon/contract/song-requests/endpoints'
import { toLocalDateTime } from '@carillon/contract/time'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { ListenerProbe } from '../src/features/stream/testing.ts'
import { mean, near, sum } from './support/count-past.ts'
import { type Member, startStation, type TestStation } from './support/station.ts'

/** 28 October 2026 in Manila: what follows goes on into November. */
const START_MS = Date.parse('2026-10-28T01:00:00Z')
/** Longer than anybody has to wait between two messages or two songs. */
const PAUSE_MS = 31_000
const LIMIT_MS = 300_000

const deed = fc.record({ who: fc.nat(3), isRemoved: fc.integer({ min: 0, max: 3 }).map((one) => one === 0) })
const plan = fc.record({
  daysLater: fc.integer({ min: 1, max: 4 }),
  lasts: fc.integer({ min: 15, max: 90 }),
  listeners: fc.nat(3),
  messages: fc.array(deed, { maxLength: 6 }),
  requests: fc.array(deed, { maxLength: 5 }),
  polls: fc.array(fc.record({ votes: fc.nat(4), isRemoved: deed.map((one) => one.isRemoved) }), {
    maxLength: 2,
  }),
})
const PLANS = fc.sample(plan, { numRuns: 5, seed: 20 })

/** Doings of people, written down by hand. */
type Done = {
  id: number
  title: string
  startMs: number
  /** Null: it is on air. */
  endMs: number | null
  peak: number
  messages: number
  requests: number
  polls: number
  votes: number
}

describe('what people really did', () => {
  let nowMs = START_MS
  let station: TestStation
  let dj: Member
  let moderator: Member
  let people: Member[]
  /** When each message was removed. */
  const removals: number[] = []
  const done: Done[] = []

  beforeAll(async () => {
    station = await startStation({ clock: { now: () => nowMs } })
    station.admin = await remember(station.admin)
    dj = await remember(await station.as('DJ'))
    moderator = await remember(await station.as('MODERATOR'))
    const names = ['Ana', 'Ben', 'Carla', 'Dan']
    people = await Promise.all(names.map(async (name) => remember(await station.as('LISTENER', name))))
    for (const [at, each] of PLANS.entries()) await live(each, at)
    await plans()
    const newcomer = {
      email: 'new@station.test',
      password: 'tuning fork',
      firstname: 'New',
      lastname: 'Comer',
    }
    const born = { birthdate: '1999-11-20', gender: 'FEMALE', role: 'LISTENER' } as const
    expect(
      (await station.call(createUser, { as: station.admin, body: { ...newcomer, ...born } })).status,
    ).toBe(201)
    // What is still to be kept is kept now, and everything has to come from what was.
    await station.restart()
    for (const { id } of over(done))
      while ((await station.call(getRecording, { params: { id } })).status !== 200)
        await new Promise((resolve) => setTimeout(resolve, 50))
    // Nobody sends to the show on air: its timeline says so soon, and not while two of its reports are compared.
    const { id } = done.at(-1) ?? { id: 0 }
    await vi.waitUntil(async () => {
      const { data } = await station.call(calls.getBroadcastReport, { as: dj, params: { id } })
      return data.events.some(({ type }) => type === 'SOURCE_LOST')
    }, LIMIT_MS)
  }, LIMIT_MS)
  afterAll(() => station.close())

  /** Signed in for longer than all of this takes. */
  async function remember(member: Member): Promise<Member> {
    const body = { email: member.email, password: member.password, remember: true }
    return { ...member, token: (await station.call(login, { body })).data.token }
  }

  async function act<E extends Endpoint>(endpoint: E, options: Parameters<typeof station.call<E>>[1]) {
    const { status, data, error } = await station.call(endpoint, options)
    expect(status, error?.message).toBeLessThan(300)
    return data
  }

  /** A show with what people do in it; the last one stays on air. */
  async function live(each: (typeof PLANS)[number], at: number): Promise<void> {
    nowMs += each.daysLater * DAY_MS
    const title = `Show ${at}`
    const { id } = await act(createBroadcast, { as: dj, body: { title } })
    const params = { id }
    await act(startBroadcast, { as: dj, params })
    const startMs = nowMs
    for (let probe = 0; probe < each.listeners; probe++)
      await new ListenerProbe(`${station.origin}/live.ogg?listener=${randomUUID()}`).head
    for (const { who, isRemoved } of each.messages) await say(id, who, isRemoved)
    for (const { who, isRemoved } of each.requests) await ask(id, who, isRemoved)
    for (const { votes, isRemoved } of each.polls) await vote(id, votes, isRemoved)
    const isLast = at === PLANS.length - 1
    nowMs = Math.max(nowMs, startMs + each.lasts * MINUTE_MS)
    if (!isLast) await act(endBroadcast, { as: dj, params })
    const polls = each.polls.filter(({ isRemoved }) => !isRemoved)
    done.push({
      id,
      title,
      startMs,
      endMs: isLast ? null : nowMs,
      peak: each.listeners,
      messages: each.messages.filter(({ isRemoved }) => !isRemoved).length,
      requests: each.requests.filter(({ isRemoved }) => !isRemoved).length,
      polls: polls.length,
      votes: sum(polls.map(({ votes }) => votes)),
    })
  }

  async function say(broadcastId: number, who: number, isRemoved: boolean): Promise<void> {
    nowMs += PAUSE_MS
    const params = { broadcastId }
    const { id } = await act(postMessage, {
      as: people[who] ?? null,
      params,
      body: { content: 'Magandang gabi' },
    })
    if (!isRemoved) return
    await act(deleteMessage, { as: moderator, params: { id } })
    removals.push(nowMs)
  }

  async function ask(id: number, who: number, isRemoved: boolean): Promise<void> {
    nowMs += PAUSE_MS
    const asked = await act(createSongRequest, {
      as: people[who] ?? null,
      params: { id },
      body: { songTitle: 'Ligaya' },
    })
    if (isRemoved) await act(deleteSongRequest, { as: moderator, params: { id, requestId: asked.id } })
  }

  async function vote(broadcastId: number, votes: number, isRemoved: boolean): Promise<void> {
    const body = { broadcastId, question: 'OPM or indie?', options: ['OPM', 'Indie'] }
    const { id, options } = await act(createPoll, { as: dj, body })
    await act(showPoll, { as: dj, params: { id } })
    for (const as of people.slice(0, votes))
      await act(votePoll, { as, params: { id }, body: { optionId: options[votes % 2]?.id ?? 0 } })
    if (isRemoved) await act(deletePoll, { as: dj, params: { id } })
  }

  /** One show that is to come, and one that will not. */
  async function plans(): Promise<void> {
    const times = [1, 2].map((days) => toLocalDateTime(new Date(nowMs + days * DAY_MS), 'Asia/Manila'))
    const body = { title: 'Later', scheduledStart: times[0] ?? '', scheduledEnd: times[1] ?? '' }
    await act(scheduleBroadcast, { as: dj, body })
    const givenUp = await act(scheduleBroadcast, { as: dj, body })
    await act(deleteBroadcast, { as: dj, params: { id: givenUp.id } })
  }

  const dayOf = (ms: number) => toLocalDateTime(new Date(ms), 'Asia/Manila').slice(0, 10)
  /** Of this many days, today the last; of all there ever were. */
  const lately = (days?: number) =>
    done.filter(({ startMs }) => days === undefined || dayOf(startMs) > dayOf(nowMs - days * DAY_MS))
  const over = (shows: Done[]) => shows.filter(({ endMs }) => endMs !== null)
  const minutesOf = ({ startMs, endMs }: Done) => ((endMs ?? nowMs) - startMs) / MINUTE_MS
  const newestFirst = () => [...done].sort((a, b) => b.startMs - a.startMs)
  /** Real time went by while people listened: how long is told elsewhere, with minutes that were written. */
  const some = expect.any(Number)

  const detailOf = (show: Done) => ({
    broadcast: expect.objectContaining({
      id: show.id,
      title: show.title,
      status: show.endMs === null ? 'LIVE' : 'ENDED',
      peakListeners: show.peak,
    }),
    durationMinutes: near(minutesOf(show)),
    averageListeners: some,
    listeningMinutes: some,
    chatMessages: show.messages,
    songRequests: show.requests,
    pollVotes: show.votes,
  })
  const dayWith = (shows: Done[]) => ({
    broadcasts: shows.length,
    chatMessages: sum(shows.map(({ messages }) => messages)),
    songRequests: sum(shows.map(({ requests }) => requests)),
    peakListeners: Math.max(0, ...shows.map(({ peak }) => peak)),
    listeningMinutes: some,
  })
  const periodWith = (shows: Done[]) => ({
    ...dayWith(shows),
    averageDuration: near(mean(over(shows).map(minutesOf))),
    requestsPerBroadcast: near(mean(over(shows).map(({ requests }) => requests))),
    messagesPerBroadcast: near(mean(over(shows).map(({ messages }) => messages))),
  })
  const lastUpdated = () => new Date(nowMs).toISOString()

  /** The reply, which has to be the same for everyone who makes shows or watches over them. */
  async function answerOf<E extends Endpoint>(endpoint: E, options: object = {}) {
    const asked = (as: Member) => station.call(endpoint, { ...options, as } as never)
    const [own, watched, all] = [await asked(dj), await asked(moderator), await asked(station.admin)]
    expect([own.status, watched.status, all.status]).toEqual([200, 200, 200])
    expect(watched.data).toEqual(own.data)
    expect(all.data).toEqual(own.data)
    return own.data
  }

  it.each([undefined, 1, 7, 30])(
    '[AN5] [AN6] shows, and what was said and asked for, of %s days',
    async (days) => {
      const query = days ? { days } : {}
      expect(await answerOf(calls.getBroadcastStats, { query })).toEqual({
        totalBroadcasts: lately(days).length + (days ? 0 : 1),
        liveBroadcasts: 1,
        upcomingBroadcasts: 1,
        completedBroadcasts: over(lately(days)).length,
        averageDuration: near(mean(over(lately(days)).map(minutesOf))),
      })
      const { chatMessages, songRequests, requestsPerBroadcast, messagesPerBroadcast } = periodWith(
        lately(days),
      )
      expect(await answerOf(calls.getEngagementStats, { query })).toEqual({
        totalSongRequests: songRequests,
        averageRequestsPerBroadcast: requestsPerBroadcast,
        totalChatMessages: chatMessages,
        averageMessagesPerBroadcast: messagesPerBroadcast,
      })
    },
  )

  it('[AN7] [AN8] people, those of this month, and groups too small for a DJ', async () => {
    const counts = { totalUsers: 8, listeners: 5, djs: 1, admins: 1, moderators: 1, newUsersThisMonth: 1 }
    expect((await station.call(calls.getUserStats, { as: station.admin })).data).toEqual(counts)
    const others = { teens: 0, adults: 0, middleAged: 0, seniors: 0 }
    const { data: all } = await station.call(calls.getDemographics, { as: station.admin })
    expect(all).toEqual({
      ageGroups: { ...others, youngAdults: 7, unknown: 1 },
      gender: { male: 0, female: 1, other: 0, unknown: 7 },
      totalUsers: 8,
      usersWithBirthdate: 7,
      usersWithGender: 1,
      lastUpdated: lastUpdated(),
    })
    for (const as of [dj, moderator]) {
      const { data } = await station.call(calls.getDemographics, { as })
      expect(data).toEqual({
        ...all,
        gender: { male: 0, female: 0, other: 0, unknown: 8 },
        usersWithGender: 0,
      })
    }
  })

  it('[AN9] [AN10] [AN11] each show, wherever it is told of', async () => {
    const detailed = await answerOf(calls.listDetailedBroadcasts, { query: { size: 3 } })
    expect(detailed).toMatchObject({ totalElements: done.length, totalPages: 2, last: false })
    expect(detailed.content).toEqual(newestFirst().slice(0, 3).map(detailOf))
    const popular = await answerOf(calls.getPopularBroadcasts)
    expect(popular).toHaveLength(done.length)
    expect(popular).toEqual(expect.arrayContaining(done.map(detailOf)))
    const minutes = popular.map(({ listeningMinutes }) => listeningMinutes)
    expect(minutes).toEqual(minutes.toSorted((a, b) => b - a))
    expect(await answerOf(calls.getPopularBroadcasts, { query: { limit: 2 } })).toEqual(popular.slice(0, 2))
    for (const show of done) {
      const report = await answerOf(calls.getBroadcastReport, { params: { id: show.id } })
      expect(await answerOf(calls.getBroadcastAnalytics, { params: { id: show.id } })).toEqual(report)
      const { curve, events, ...numbers } = report
      expect(numbers).toEqual({
        ...detailOf(show),
        currentListeners: 0,
        peakListeners: show.peak,
        totalListeners: show.peak,
        averageListeningMinutes: some,
        polls: show.polls,
      })
      expect(Math.max(0, ...curve.map(({ peak }) => peak))).toBe(show.peak)
      expect(events[0]).toEqual({ type: 'STARTED', at: new Date(show.startMs).toISOString() })
      const ends = events.filter(({ type }) => type === 'ENDED')
      expect(ends).toEqual(show.endMs ? [{ type: 'ENDED', at: new Date(show.endMs).toISOString() }] : [])
    }
  })

  it('[AN12] a range, the one before it, and each of its days', async () => {
    const days = 5
    const current = lately(days)
    const previous = lately(2 * days).filter((show) => !current.includes(show))
    expect(await answerOf(calls.getSummary, { query: { days } })).toEqual({
      days,
      current: periodWith(current),
      previous: periodWith(previous),
      perDay: Array.from({ length: days }, (_, at) => dayOf(nowMs - (days - 1 - at) * DAY_MS)).map((day) => ({
        day,
        ...dayWith(current.filter(({ startMs }) => dayOf(startMs) === day)),
      })),
      lastUpdated: lastUpdated(),
    })
  })

  it('[AN2] [AN14] what is so now, and what was removed today, this week and this month', async () => {
    const realtime = { currentListeners: 0, streamLive: true, serverStatus: 'UP', lastUpdated: lastUpdated() }
    expect(await answerOf(calls.getRealtimeStats)).toEqual(realtime)
    const today = dayOf(nowMs)
    const sinceMonday = (new Date(`${today}T12:00:00Z`).getUTCDay() + 6) % 7
    const since = (day: string) => removals.filter((ms) => dayOf(ms) >= day).length
    const query = { types: 'CHAT_DELETE' }
    const { data } = await station.call(calls.getActivity, { as: dj, query } as never)
    expect(data.recentActivities).toHaveLength(removals.length)
    expect(data).toMatchObject({
      todayActivities: since(today),
      weekActivities: since(dayOf(nowMs - sinceMonday * DAY_MS)),
      monthActivities: since(`${today.slice(0, 7)}-01`),
    })
  })

  it('[AN5] nobody else is told any of it', async () => {
    const params = { id: done[0]?.id ?? 0 }
    for (const endpoint of Object.values(calls.analyticsEndpoints)) {
      const asked = async (as: Member | null) =>
        (await station.call(endpoint, { as, params } as never)).status
      expect([await asked(null), await asked(people[0] ?? null)]).toEqual([401, 403])
    }
  })
})
