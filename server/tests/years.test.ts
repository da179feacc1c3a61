import { announcementEndpoints } from '@carillon/contract/announcements/endpoints'
import { authEndpoints } from '@carillon/contract/auth/endpoints'
import { peopleEndpoints } from '@carillon/contract/auth/people-endpoints'
import { broadcastEndpoints as calls } from '@carillon/contract/broadcasts/endpoints'
import { recentNotifications, sendTestNotification } from '@carillon/contract/notifications/endpoints'
import { fromLocalDateTime, toLocalDateTime } from '@carillon/contract/time'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { withinStorableYears } from '../src/kernel/clock.ts'
import { type Member, startStation, type TestStation } from './support/station.ts'

const clock = { nowMs: Date.parse('2026-11-20T04:00:00Z'), now: () => clock.nowMs }
let station: TestStation
let dj: Member

beforeAll(async () => {
  station = await startStation({ clock })
  dj = await station.as('DJ')
})
afterAll(() => station.close())

const total = async () => (await station.call(calls.listBroadcasts)).data.totalElements

it.each([
  ['9999-12-31T23:00', 'scheduledStart'],
  ['2101-01-01T00:00', 'scheduledStart'],
  ['1969-12-31T23:59:59.999', 'scheduledStart'],
  ['0050-01-01T00:00', 'scheduledStart'],
  // Its end, two hours later when none is given, is in no year that times have.
  ['2100-12-31T23:00', 'scheduledEnd'],
])(
  '[HT34] a broadcast at %s is refused, names %s and stores nothing, however often',
  async (scheduledStart, field) => {
    const before = await total()
    for (const _ of [1, 2]) {
      const { status, error } = await station.call(calls.createBroadcast, {
        as: dj,
        body: { title: 'Far', scheduledStart },
        headers: { 'Idempotency-Key': scheduledStart },
      })
      expect([status, Object.keys(error.fields ?? {})]).toEqual([400, [field]])
    }
    expect(await total()).toBe(before)
    for (const call of [calls.listBroadcasts, calls.upcomingBroadcasts])
      expect((await station.call(call)).status).toBe(200)
  },
)

it('[HT34] the first and the last moment are taken', async () => {
  const times = { scheduledStart: '2100-12-31T21:59:59.999', scheduledEnd: '2100-12-31T23:59:59.999' }
  const { status, data } = await station.call(calls.scheduleBroadcast, {
    as: dj,
    body: { title: 'Last', ...times },
  })
  expect([status, data]).toEqual([201, expect.objectContaining(times)])
  const window = { from: '1970-01-01T00:00:00Z', until: '2100-12-31T23:59:59.999Z' }
  expect((await station.call(calls.listBroadcasts, { query: window })).status).toBe(200)
  const early = { title: 'First', scheduledStart: '1970-01-01T00:00', scheduledEnd: '2026-11-20T20:00' }
  expect((await station.call(calls.createBroadcast, { as: dj, body: early })).data.scheduledStart).toBe(
    '1970-01-01T00:00:00.000',
  )
})

it('[HT34] so it is for every other time that is sent', async () => {
  const as = station.admin
  const ask = async (
    reply: Promise<{ status: number; error: { fields?: Record<string, string> | undefined } }>,
  ) => {
    const { status, error } = await reply
    return [status, ...Object.keys(error.fields ?? {})]
  }
  const from = '1969-12-31T23:59:59.999Z'
  const until = '2101-01-01T00:00:00Z'
  expect(await ask(station.call(calls.listBroadcasts, { query: { from, until } }))).toEqual([
    400,
    'from',
    'until',
  ])
  expect(await ask(station.call(recentNotifications, { as, query: { since: from } }))).toEqual([400, 'since'])
  const words = { title: 'News', content: 'To all.' }
  const { data } = await station.call(announcementEndpoints.createAnnouncement, { as, body: words })
  const plan = { scheduledFor: '2101-01-01T00:00', expiresAt: '9999-01-01T00:00' }
  const schedule = { as, params: { id: data.id }, body: plan }
  expect(await ask(station.call(announcementEndpoints.scheduleAnnouncement, schedule))).toEqual([
    400,
    'scheduledFor',
    'expiresAt',
  ])
  const params = { id: (await station.as('LISTENER')).id }
  const ban = { unit: 'YEARS', amount: 75 } as const
  expect(await ask(station.call(peopleEndpoints.banUser, { as, params, body: ban }))).toEqual([400, 'amount'])
  expect((await station.call(authEndpoints.getUser, { as, params })).data.banned).toBe(false)
  const longest = { as, params, body: { ...ban, amount: 74 } }
  expect((await station.call(peopleEndpoints.banUser, longest)).data.bannedUntil).toBe(
    '2100-11-02T04:00:00.000Z',
  )
})

it('[HT34] years below 100 are those years, in both directions', () => {
  for (const text of ['0050-06-01T12:00:00.000', '0099-12-31T23:59:59.999', '1950-06-01T12:00:00.000'])
    expect(toLocalDateTime(fromLocalDateTime(text, 'Asia/Manila'), 'Asia/Manila')).toBe(text)
  expect(toLocalDateTime(new Date('0050-06-01T00:00:00Z'), 'UTC')).toBe('0050-06-01T00:00:00.000')
  expect(toLocalDateTime(new Date('-000043-03-15T00:00:00Z'), 'UTC')).toBe('-000043-03-15T00:00:00.000')
})

it('[HT34] a clock of the machine that stands in no such year is taken for the nearest moment', () => {
  const [first, last] = [0, Date.parse('2100-01-01T00:00:00Z')]
  expect([-1, 5, 8e15].map(withinStorableYears)).toEqual([first, 5, last])
})

it('[HT7] a test notification happens once per key as well: the second answer is the first', async () => {
  const send = () =>
    station.call(sendTestNotification, {
      as: station.admin,
      query: { message: 'Testing' },
      headers: { 'Idempotency-Key': 'test' },
    })
  const [first, again] = [await send(), await send()]
  expect([first.status, again.status, again.data.id]).toEqual([200, 200, first.data.id])
})
