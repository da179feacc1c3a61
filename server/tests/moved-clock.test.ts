import { join } from 'node:path'
import { announcementEndpoints as announcements } from '@carillon/contract/announcements/endpoints'
import { broadcastEndpoints as calls } from '@carillon/contract/broadcasts/endpoints'
import { CALENDAR_PATHS } from '@carillon/contract/broadcasts/schemas'
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '@carillon/contract/durations'
import type { Endpoint } from '@carillon/contract/endpoint'
import { notificationsByType } from '@carillon/contract/notifications/endpoints'
import { findFaketime, moveClock, withMovedClockOfThreads } from '@carillon/testkit/moved-clock'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createPlace, type Place } from './support/database.ts'
import { type ServerProcess, spawnServer } from './support/process.ts'
import { type CallOptions, callStation, type Member, signIn } from './support/station.ts'

const ZONES = ['UTC', 'America/New_York', 'Europe/Berlin']
/** Times at which clocks go wrong, in the order in which they come. */
const EDGES = [
  '2026-03-08T07:00:00.000Z', // New York goes forward
  '2026-03-29T01:00:00.000Z', // Berlin goes forward
  '2026-10-25T01:00:00.000Z', // Berlin goes back
  '2026-11-01T06:00:00.000Z', // New York goes back
  '2026-11-20T16:00:00.000Z', // midnight in Manila
  '2026-11-30T16:00:00.000Z', // the month ends in Manila
] as const
const CASES = 1_008
const CASES_AT_ONCE = CASES / (2 * EDGES.length)
const ADMIN = { email: 'admin@station.test', password: 'correct horse battery' }
/** 1,008 calls to each of three servers, and then the ticks of their clocks. */
const LIMIT = { timeout: 180_000 }
/** Time that the agreement leaves the clock of announcements. */
const PATIENCE = { timeout: 30_000 }
const NEWEST = { page: 0, size: 100 }

type Show = { title: string; startMs: number; endMs: number }
type Server = Pick<ServerProcess, 'child' | 'ended'> & { origin: string }
type Machine = { zone: string; place: Place; clockFile: string; server: Server }

const iso = (ms: number) => new Date(ms).toISOString()
/** Time on the clocks of Manila, by arithmetic alone: it has been eight hours ahead since 1978. */
const wall = (ms: number) => iso(ms + 8 * HOUR_MS).slice(0, -1)
const startOfDay = (ms: number) => ms - ((ms + 8 * HOUR_MS) % DAY_MS)
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** `Nov 20, 2026, 3:00 PM`, by hand. */
function inWords(ms: number): string {
  const [year = '', month, day, hours, minutes] = wall(ms).split(/[-T:]/)
  const hour = Number(hours)
  return `${MONTHS[Number(month) - 1]} ${day}, ${year}, ${hour % 12 || 12}:${minutes} ${hour < 12 ? 'AM' : 'PM'}`
}

/** The shows that are planned at a moment: from minutes to days ahead, many of them over an edge. */
function showsAt(nowMs: number): Show[] {
  return Array.from({ length: CASES_AT_ONCE }, (_, at) => {
    const startMs = nowMs + (20 + ((at * 7_919) % (at % 2 === 0 ? 360 : 7 * 24 * 60))) * MINUTE_MS
    return {
      title: `Show ${iso(nowMs)} ${at}`,
      startMs,
      endMs: startMs + (1 + ((at * 31) % 300)) * MINUTE_MS,
    }
  })
}

describe.skipIf(!findFaketime())('servers on machines of three zones, their clocks moved', () => {
  const machines: Machine[] = []
  const planned: Show[] = []

  beforeAll(async () => {
    await Promise.all(ZONES.map(async (zone) => machines.push(await startMachine(zone))))
  }, LIMIT.timeout)
  afterAll(async () => {
    for (const { place, server } of machines) {
      server.child.kill('SIGTERM')
      await server.ended
      await place.remove()
    }
  })

  async function startMachine(zone: string): Promise<Machine> {
    const place = await createPlace()
    const clockFile = join(place.dataDir, 'clock')
    moveClock(clockFile, Date.parse(EDGES[0]) - HOUR_MS)
    return { zone, place, clockFile, server: await startServer({ zone, place, clockFile }) }
  }

  async function startServer({ zone, place, clockFile }: Omit<Machine, 'server'>): Promise<Server> {
    const { child, ended, origin } = spawnServer({
      DATA_DIR: place.dataDir,
      ...(place.databaseUrl && { DATABASE_URL: place.databaseUrl }),
      ADMIN_EMAIL: ADMIN.email,
      ADMIN_PASSWORD: ADMIN.password,
      LOG_LEVEL: 'error',
      ...withMovedClockOfThreads(clockFile, zone),
    })
    return { child, ended, origin: await origin }
  }

  /** Moves the clock of a machine, and waits until its server has seen it. */
  async function moveTo({ clockFile, server }: Machine, instantMs: number): Promise<void> {
    moveClock(clockFile, instantMs)
    const seen = async () => {
      const { headers } = await fetch(`${server.origin}/healthz`)
      return Date.parse(headers.get('date') ?? '')
    }
    await expect.poll(seen, PATIENCE).toBe(instantMs)
  }

  /** Plans the shows of a moment and tells what the station then says of its schedule. */
  async function answersAt(machine: Machine, nowMs: number): Promise<unknown> {
    const { origin } = machine.server
    await moveTo(machine, nowMs)
    const as = await admin(machine)
    const shows: unknown[] = []
    for (const { title, startMs, endMs } of showsAt(nowMs)) {
      const body = { title, scheduledStart: wall(startMs), scheduledEnd: wall(endMs) }
      const { data } = await callStation(origin, calls.scheduleBroadcast, { as, body })
      shows.push([data.title, data.scheduledStart, data.scheduledEnd])
    }
    const body = { title: 'Late', scheduledStart: wall(nowMs), scheduledEnd: wall(nowMs + HOUR_MS) }
    const late = await callStation(origin, calls.scheduleBroadcast, { as, body })
    const week = { from: iso(nowMs - 3 * DAY_MS), until: iso(nowMs + 4 * DAY_MS), size: 1 }
    const [upcoming, recent, ofWeek, notifications, feed] = await Promise.all([
      callStation(origin, calls.upcomingBroadcasts),
      callStation(origin, calls.broadcastHistory, { as, query: { days: 7, size: 1 } }),
      callStation(origin, calls.listBroadcasts, { query: week }),
      callStation(origin, notificationsByType, {
        as,
        params: { type: 'BROADCAST_SCHEDULED' },
        query: NEWEST,
      }),
      fetch(origin + CALENDAR_PATHS.feed).then((reply) => reply.text()),
    ])
    return {
      shows,
      late: late.error.fields,
      upcoming: upcoming.data.map(({ title, scheduledStart }) => [title, scheduledStart]),
      counts: [recent.data.totalElements, ofWeek.data.totalElements],
      notifications: notifications.data.content
        .slice(0, CASES_AT_ONCE)
        .map(({ message, timestamp }) => [message, timestamp]),
      feed: feed.match(/^(DTSTAMP|DTSTART|DTEND|SUMMARY):.*(?=\r)/gm),
    }
  }

  /** The same by arithmetic, of all that was planned. */
  function expectedAt(nowMs: number): unknown {
    const shows = showsAt(nowMs)
    planned.push(...shows)
    const inOrder = planned.toSorted((a, b) => a.startMs - b.startMs)
    const startingIn = (fromMs: number, untilMs: number) =>
      planned.filter(({ startMs }) => startMs >= fromMs && startMs < untilMs).length
    const utc = (ms: number) => `${iso(ms).slice(0, 19).replaceAll(/[-:]/g, '')}Z`
    const madeAt = ({ title }: Show) => utc(Date.parse(title.split(' ')[1] ?? ''))
    return {
      shows: shows.map(({ title, startMs, endMs }) => [title, wall(startMs), wall(endMs)]),
      late: { scheduledStart: 'Choose a start in the future' },
      upcoming: inOrder
        .filter(({ endMs }) => endMs > nowMs)
        .slice(0, 100)
        .map(({ title, startMs }) => [title, wall(startMs)]),
      // Today and the six days before it, as Manila counts them.
      counts: [
        startingIn(startOfDay(nowMs) - 6 * DAY_MS, nowMs + 1),
        startingIn(nowMs - 3 * DAY_MS, nowMs + 4 * DAY_MS),
      ],
      notifications: shows
        .map(({ title, startMs }) => [`${title} is scheduled for ${inWords(startMs)}`, iso(nowMs)])
        .reverse(),
      feed: inOrder
        .filter(({ endMs }) => endMs > nowMs - 7 * DAY_MS)
        .flatMap((show) => [
          `DTSTAMP:${madeAt(show)}`,
          `DTSTART:${utc(show.startMs)}`,
          `DTEND:${utc(show.endMs)}`,
          `SUMMARY:${show.title}`,
        ]),
    }
  }

  const admin = ({ server }: Machine): Promise<Member> =>
    signIn(
      { call: (endpoint, options) => callStation(server.origin, endpoint, options) },
      ADMIN.email,
      ADMIN.password,
    )

  // Slow: each is planned on a machine of each zone.
  it.each(EDGES)(
    `[SC15] ${(2 * CASES_AT_ONCE).toString()} shows planned around %s are the same everywhere`,
    LIMIT,
    async (edge) => {
      for (const nowMs of [Date.parse(edge) - SECOND_MS, Date.parse(edge) + SECOND_MS]) {
        const expected = expectedAt(nowMs)
        const answers = await Promise.all(machines.map((machine) => answersAt(machine, nowMs)))
        for (const answer of answers) expect(answer).toEqual(expected)
      }
    },
  )

  // Slow: programs on machines of three zones are killed and started again.
  it(
    '[AM8] by their own clocks they publish, remind and archive within 30 s, and once, though they are killed',
    LIMIT,
    () => Promise.all(machines.map(keepTime)),
  )

  async function keepTime(machine: Machine): Promise<void> {
    const dueMs = Date.parse('2026-12-31T16:00:00.000Z')
    await moveTo(machine, dueMs - 20 * MINUTE_MS)
    const as = await admin(machine)
    const call = <E extends Endpoint>(endpoint: E, options: CallOptions<E>) =>
      callStation(machine.server.origin, endpoint, options)
    const times = { scheduledStart: wall(dueMs + 15 * MINUTE_MS), scheduledEnd: wall(dueMs + HOUR_MS) }
    await call(calls.scheduleBroadcast, { as, body: { title: 'New Year', ...times } })
    const words = { title: 'A good year', content: 'To all.' }
    const params = { id: (await call(announcements.createAnnouncement, { as, body: words })).data.id }
    const plan = { scheduledFor: wall(dueMs), expiresAt: wall(dueMs + HOUR_MS) }
    await call(announcements.scheduleAnnouncement, { as, params, body: plan })
    const status = async () => (await call(announcements.getAnnouncement, { as, params })).data.status
    const notifications = async (type: 'BROADCAST_STARTING_SOON' | 'ANNOUNCEMENT_PUBLISHED') => {
      const { data } = await call(notificationsByType, { as, params: { type }, query: NEWEST })
      return data.content.map(({ message }) => message)
    }
    const reminders = async () =>
      (await notifications('BROADCAST_STARTING_SOON')).filter((each) => each.startsWith('New Year'))
    expect(await status()).toBe('SCHEDULED')
    await moveTo(machine, dueMs)
    await expect.poll(status, PATIENCE).toBe('PUBLISHED')
    await expect.poll(reminders, PATIENCE).toEqual(['New Year starts at 12:15 AM'])
    machine.server.child.kill('SIGKILL')
    await machine.server.ended
    machine.server = await startServer(machine)
    await moveTo(machine, dueMs + HOUR_MS)
    await expect.poll(status, PATIENCE).toBe('ARCHIVED')
    expect(await notifications('ANNOUNCEMENT_PUBLISHED')).toEqual(['A good year'])
    expect(await reminders()).toHaveLength(1)
  }
})
