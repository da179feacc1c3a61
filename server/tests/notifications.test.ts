import { authEndpoints } from '@carillon/contract/auth/endpoints'
import {
  createBroadcast,
  deleteBroadcast,
  endBroadcast,
  scheduleBroadcast,
  startBroadcast,
  startTest,
} from '@carillon/contract/broadcasts/endpoints'
import { HOUR_MS, MINUTE_MS } from '@carillon/contract/durations'
import * as calls from '@carillon/contract/notifications/endpoints'
import type { NotificationType } from '@carillon/contract/notifications/schemas'
import { notificationEventSchema } from '@carillon/contract/notifications/topics'
import { createSongRequest, setSongRequestStatus } from '@carillon/contract/song-requests/endpoints'
import { toLocalDateTime } from '@carillon/contract/time'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Member, startStation, type TestStation } from './support/station.ts'
import { frameText, openWire, type WireClient } from './support/stomp.ts'

const clock = { nowMs: Date.now(), now: () => clock.nowMs }

let station: TestStation
let dj: Member
let ana: Member
let clients: WireClient[] = []

beforeAll(async () => {
  station = await startStation({ clock })
  dj = await station.as('DJ', 'Mikael')
  ana = await station.as('LISTENER', 'Ana')
})
beforeEach(() => {
  clock.nowMs += MINUTE_MS
})
afterEach(() => {
  for (const client of clients) client.close()
  clients = []
})
afterAll(() => station.close())

const list = async (as: Member) =>
  (await station.call(calls.listNotifications, { as, query: { size: 100 } })).data
const count = async (as: Member) => (await station.call(calls.countUnread, { as })).data
const unread = async (as: Member) => (await station.call(calls.unreadNotifications, { as })).data
const send = (as: Member | null, message = 'The mast is being painted', type: NotificationType = 'GENERAL') =>
  station.call(calls.sendTestNotification, { as, query: { message, type } })
/** Sends to everyone, past the pause; gives its id. */
async function sent(message?: string, type?: NotificationType): Promise<number> {
  clock.nowMs += MINUTE_MS
  return (await send(station.admin, message, type)).data.id
}
const localIn = (ms: number) => toLocalDateTime(new Date(clock.nowMs + ms), 'Asia/Manila')
async function schedule(inMs = HOUR_MS): Promise<number> {
  const body = {
    title: 'Harana Hour',
    scheduledStart: localIn(inMs),
    scheduledEnd: localIn(inMs + MINUTE_MS),
  }
  return (await station.call(scheduleBroadcast, { as: dj, body })).data.id
}
async function subscribe(member: Member): Promise<WireClient> {
  const client = await openWire(station, 'raw websocket')
  clients.push(client)
  await client.connect({ Authorization: `Bearer ${member.token}` })
  const queue = { id: '0', destination: '/user/queue/notifications', receipt: 'subscribed' }
  expect((await client.ask(frameText('SUBSCRIBE', queue)))?.command).toBe('RECEIPT')
  return client
}
const nextOf = async (client: WireClient) => JSON.parse((await client.next())?.body ?? '')
const notificationsSince = async (as: Member, id: number) =>
  (await list(as)).content
    .filter((one) => one.id > id)
    .map(({ type, message, link }) => ({ type, message, link }))
const latestId = async (as: Member) => (await list(as)).content[0]?.id ?? 0

describe('what one has', () => {
  it('[NO1] is for everyone, a role or one person, and not older than the account', async () => {
    const id = await sent()
    clock.nowMs += 1
    const late = await station.as('LISTENER', `late ${id}`)
    expect((await list(ana)).content[0]).toMatchObject({
      id,
      message: 'The mast is being painted',
      read: false,
    })
    expect((await list(late)).content).toEqual([])
    expect((await list(station.admin)).content.map(({ type }) => type)).toContain('USER_REGISTERED')
    expect((await list(dj)).content.map(({ type }) => type)).not.toContain('USER_REGISTERED')
  })

  it('[NO2] comes newest first by pages, by type and since a moment, whatever is preferred', async () => {
    const since = new Date(clock.nowMs).toISOString()
    const ids = [
      await sent(),
      await sent('Storm', 'ALERT'),
      await sent('New show', 'NEW_BROADCAST_POSTED'),
    ].reverse()
    const page = await station.call(calls.listNotifications, { as: ana, query: { size: 2 } })
    expect(page.data.content.map(({ id }) => id)).toEqual(ids.slice(0, 2))
    expect(page.data.last).toBe(false)
    const alerts = await station.call(calls.notificationsByType, { as: ana, params: { type: 'ALERT' } })
    expect(alerts.data.content[0]).toMatchObject({ id: ids[1], type: 'ALERT', message: 'Storm' })
    const recent = await station.call(calls.recentNotifications, { as: ana, query: { since } })
    expect(recent.data.map(({ id }) => id)).toEqual(ids)
    expect((await unread(ana)).map(({ id }) => id)).not.toContain(ids[0])
  })

  it('[NO3] counts as unread until it is read, all is read or it is removed', async () => {
    const ids = [await sent(), await sent(), await sent()]
    const before = await count(ana)
    const read = await station.call(calls.readNotification, { as: ana, params: { id: ids[0] ?? 0 } })
    expect([read.status, read.data]).toMatchObject([200, { id: ids[0], read: true }])
    await station.call(calls.readNotification, { as: ana, params: { id: ids[0] ?? 0 } })
    expect(await count(ana)).toBe(before - 1)
    for (const _ of [1, 2])
      expect(
        (await station.call(calls.deleteNotification, { as: ana, params: { id: ids[1] ?? 0 } })).status,
      ).toBe(204)
    expect(await count(ana)).toBe(before - 2)
    expect((await list(ana)).content.map(({ id }) => id)).not.toContain(ids[1])
    const gone = await station.call(calls.readNotification, { as: ana, params: { id: ids[1] ?? 0 } })
    expect(gone.status).toBe(404)
    expect((await station.call(calls.readAllNotifications, { as: ana })).data).toBe(0)
    expect([await count(ana), (await unread(ana)).length]).toEqual([0, 0])
    expect((await list(ana)).content.every(({ read }) => read)).toBe(true)
    await sent()
    expect(await count(ana)).toBe(1)
  })

  it('[NO4] counts only what the preferences let through', async () => {
    await station.call(calls.readAllNotifications, { as: ana })
    await sent('A new show', 'BROADCAST_SCHEDULED')
    expect(await count(ana)).toBe(0)
    await sent('On air', 'BROADCAST_STARTED')
    expect(await count(ana)).toBe(1)
    const prefer = (on: boolean) => {
      const body = { notifyNewSchedule: on, notifyBroadcastStart: !on }
      return station.call(authEndpoints.updatePreferences, { as: ana, body })
    }
    await prefer(true)
    expect((await unread(ana)).map(({ message }) => message)).toEqual(['A new show'])
    await prefer(false)
    expect((await list(ana)).content.slice(0, 2).map(({ read }) => read)).toEqual([false, false])
  })
})

describe('arriving', () => {
  it('[NO5] reaches each connected person once, with their own count, when they want it', async () => {
    await station.call(calls.readAllNotifications, { as: ana })
    const [hers, his] = [await subscribe(ana), await subscribe(dj)]
    await sent('A new show', 'NEW_BROADCAST_POSTED')
    const id = await sent()
    const event = await nextOf(hers)
    expect(event).toMatchObject({ type: 'NOTIFICATION', unreadCount: 1, notification: { id, read: false } })
    expect(notificationEventSchema.safeParse(event).success).toBe(true)
    expect(await nextOf(his)).toMatchObject({ notification: { id }, unreadCount: await count(dj) })
  })

  it('[NO6] by hand once a minute and person, also when asked for at once; staff only', async () => {
    const moderator = await station.as('MODERATOR')
    clock.nowMs += MINUTE_MS
    const answers = await Promise.all(Array.from({ length: 5 }, () => send(moderator)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 429, 429, 429, 429])
    const { status, headers } = await send(moderator)
    expect([status, headers.get('retry-after')]).toEqual([429, '60'])
    expect((await send(station.admin)).status).toBe(200)
    expect([(await send(dj)).status, (await send(null)).status]).toEqual([403, 401])
    clock.nowMs += MINUTE_MS
    expect((await send(moderator, ' ')).status).toBe(400)
    const untyped = await station.call(calls.sendTestNotification, {
      as: moderator,
      query: { message: 'The mast is being painted' },
    })
    expect([untyped.status, untyped.data.type]).toEqual([200, 'INFO'])
  })
})

describe('what makes news', () => {
  it('[NO7] a broadcast is told as scheduled or posted, started and ended, each once, however often it is called', async () => {
    const since = await latestId(ana)
    const id = await schedule()
    const posted = await station.call(createBroadcast, { as: dj, body: { title: 'Night Owls' } })
    for (const call of [startBroadcast, startBroadcast, endBroadcast, endBroadcast])
      await station.call(call, { as: dj, params: { id } })
    const show = `/broadcast/${id}`
    expect((await notificationsSince(ana, since)).reverse()).toEqual([
      {
        type: 'BROADCAST_SCHEDULED',
        message: expect.stringMatching(
          /^Harana Hour is scheduled for [A-Z][a-z]{2} \d\d, \d{4}, \d+:\d\d [AP]M$/,
        ),
        link: '/schedule',
      },
      {
        type: 'NEW_BROADCAST_POSTED',
        message: 'Night Owls with Mikael Reyes was posted',
        link: `/broadcast/${posted.data.id}`,
      },
      { type: 'BROADCAST_STARTED', message: 'Harana Hour with Mikael Reyes is on air', link: show },
      { type: 'BROADCAST_ENDED', message: 'Harana Hour has ended', link: show },
    ])
  })

  it('[NO8] a cancelled broadcast is told to everyone, a test and one that is long over are not', async () => {
    const id = await schedule()
    const over = await schedule(MINUTE_MS)
    const since = await latestId(ana)
    await station.call(startTest, { as: dj, params: { id } })
    await station.call(endBroadcast, { as: dj, params: { id } })
    clock.nowMs += 3 * MINUTE_MS
    for (const gone of [over, id, id]) await station.call(deleteBroadcast, { as: dj, params: { id: gone } })
    expect(await notificationsSince(ana, since)).toEqual([
      {
        type: 'GENERAL',
        message: expect.stringMatching(/^Harana Hour, .* was cancelled$/),
        link: '/schedule',
      },
    ])
  })

  it('[NO9] who registers is told to administrators, an answer to who asked', async () => {
    const since = await latestId(station.admin)
    const asker = await station.as('LISTENER', 'Asking')
    expect(await notificationsSince(station.admin, since)).toEqual([
      { type: 'USER_REGISTERED', message: 'Asking Reyes registered', link: '/admin' },
    ])
    const id = (await station.call(createBroadcast, { as: dj, body: { title: 'Requests' } })).data.id
    await station.call(startBroadcast, { as: dj, params: { id } })
    const asked = await station.call(createSongRequest, {
      as: asker,
      params: { id },
      body: { songTitle: 'Huling El Bimbo' },
    })
    const before = [await latestId(asker), await latestId(ana)]
    for (const status of ['ACCEPTED', 'PENDING', 'ACCEPTED'] as const)
      await station.call(setSongRequestStatus, {
        as: dj,
        params: { id, requestId: asked.data.id },
        body: { status },
      })
    expect(await notificationsSince(asker, before[0] ?? 0)).toEqual([
      { type: 'INFO', message: 'Your request Huling El Bimbo will be played', link: `/broadcast/${id}` },
    ])
    expect(await latestId(ana)).toBe(before[1])
    const foreign = { as: ana, params: { id: await latestId(asker) } }
    expect((await station.call(calls.readNotification, foreign)).status).toBe(404)
    expect((await station.call(calls.deleteNotification, foreign)).status).toBe(404)
    await station.call(endBroadcast, { as: dj, params: { id } })
  })
})

describe('asking for pushes', () => {
  const keys = { p256dh: 'B'.repeat(87), auth: 'a'.repeat(22) }
  const put = (as: Member | null, endpoint: string) =>
    station.call(calls.subscribePush, { as, body: { endpoint, keys } })

  it('[NO17] an address on the internet is taken, one of the inside is 400', async () => {
    const address = 'https://fcm.googleapis.com/fcm/send/a'
    for (const _ of [1, 2])
      expect(await put(ana, address)).toMatchObject({ status: 200, data: { subscribed: true } })
    for (const inside of [
      'https://127.0.0.1/a',
      'http://fcm.googleapis.com/a',
      'https://[::1]/',
      'no address',
    ]) {
      const { status, error } = await put(ana, inside)
      expect([status, Object.keys(error.fields ?? {})]).toEqual([400, ['endpoint']])
    }
    for (const _ of [1, 2]) {
      const { status } = await station.call(calls.unsubscribePush, { as: ana, body: { endpoint: address } })
      expect(status).toBe(204)
    }
    expect((await put(null, address)).status).toBe(401)
  })

  it('[NO18] the station’s key is the same after a restart', async () => {
    const key = async () => (await station.call(calls.pushKey, { as: ana })).data
    const before = await key()
    expect(before).toMatch(/^[\w-]{87}$/)
    await station.restart()
    expect(await key()).toBe(before)
  })
})
