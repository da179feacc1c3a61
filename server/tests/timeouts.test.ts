import { analyticsEndpoints } from '@carillon/contract/analytics/endpoints'
import { broadcastEndpoints } from '@carillon/contract/broadcasts/endpoints'
import * as calls from '@carillon/contract/chat/endpoints'
import { MINUTE_MS } from '@carillon/contract/durations'
import { createPoll, showPoll, votePoll } from '@carillon/contract/polls/endpoints'
import { createSongRequest } from '@carillon/contract/song-requests/endpoints'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { type Member, startStation, type TestStation } from './support/station.ts'
import { frameText, openWire, type WireClient } from './support/stomp.ts'

const UNKNOWN_ID = 999_999
const clock = { nowMs: Date.now(), now: () => clock.nowMs }

let station: TestStation
let dj: Member
let otherDj: Member
let moderator: Member
let ana: Member
let show: number
const clients: WireClient[] = []

beforeAll(async () => {
  station = await startStation({ clock })
  dj = await station.as('DJ', 'Mikael')
  otherDj = await station.as('DJ', 'Jana')
  moderator = await station.as('MODERATOR', 'Paolo')
  ana = await station.as('LISTENER', 'Ana')
})
beforeEach(async () => {
  clock.nowMs += 11 * MINUTE_MS
  for (const { id } of (await station.call(broadcastEndpoints.liveBroadcasts)).data) await end(id)
  const { data } = await station.call(broadcastEndpoints.createBroadcast, {
    as: dj,
    body: { title: 'Harana Hour' },
  })
  show = data.id
  await station.call(broadcastEndpoints.startBroadcast, { as: dj, params: { id: show } })
})
afterAll(async () => {
  for (const client of clients) client.close()
  await station.close()
})

const end = (id: number) =>
  station.call(broadcastEndpoints.endBroadcast, { as: station.admin, params: { id } })
const inChat = (userId: number, broadcastId = show) => ({ params: { broadcastId, userId } })
const give = (as: Member | null, { id }: { id: number } = ana, broadcastId = show) =>
  station.call(calls.giveTimeout, { as, ...inChat(id, broadcastId) })
const lift = (as: Member | null, { id }: { id: number } = ana) =>
  station.call(calls.liftTimeout, { as, ...inChat(id) })
const look = (as: Member | null, { id }: { id: number } = ana, broadcastId = show) =>
  station.call(calls.getChatter, { as, ...inChat(id, broadcastId) })
const mine = async (as: Member) => (await station.call(calls.myTimeout, { as })).data.until
const post = (as: Member, content = 'hello') =>
  station.call(calls.postMessage, { as, params: { broadcastId: show }, body: { content } })
const ask = (as: Member) =>
  station.call(createSongRequest, { as, params: { id: show }, body: { songTitle: 'El Bimbo' } })

async function follow(member: Member): Promise<WireClient> {
  const client = await openWire(station, 'raw websocket')
  clients.push(client)
  await client.connect({ Authorization: `Bearer ${member.token}` })
  await client.ask(
    frameText('SUBSCRIBE', { id: 'own', destination: '/user/queue/notifications', receipt: 'now' }),
  )
  return client
}

it('[CH401] a timeout silences a listener in chat and song requests for ten minutes, and says for how long', async () => {
  const { status, data } = await give(dj)
  const until = new Date(clock.nowMs + 10 * MINUTE_MS).toISOString()
  expect([status, data, await mine(ana)]).toEqual([200, { until }, until])
  for (const answer of [await post(ana), await ask(ana)])
    expect([answer.status, answer.error.code, answer.headers.get('retry-after')]).toEqual([
      429,
      'TIMED_OUT',
      '600',
    ])
  clock.nowMs += 9 * MINUTE_MS + 30_000
  expect((await post(ana)).error.message).toBe('You are in a timeout. You can write again in 30 s.')
  clock.nowMs += 30_000
  expect([(await post(ana)).status, (await ask(ana)).status, await mine(ana)]).toEqual([201, 201, null])
})

it('[CH401] it holds over sockets, in the next show and after a restart; voting goes on', async () => {
  await give(moderator)
  const poll = { broadcastId: show, question: 'What is next?', options: ['Kundiman', 'Jazz'] }
  const { data } = await station.call(createPoll, { as: dj, body: poll })
  await station.call(showPoll, { as: dj, params: { id: data.id } })
  const body = { optionId: data.options[0]?.id ?? 0 }
  expect((await station.call(votePoll, { as: ana, params: { id: data.id }, body })).status).toBe(200)
  await station.restart()
  const client = await follow(ana)
  const error = await client.ask(
    frameText(
      'SEND',
      { destination: `/app/broadcast/${show}/message`, receipt: 'said' },
      JSON.stringify({ type: 'CHAT', data: { content: 'by wire' } }),
    ),
  )
  expect([error?.command, error?.headers.code]).toEqual(['ERROR', 'TIMED_OUT'])
  expect((await post(ana)).error.code).toBe('TIMED_OUT')
})

it('[CH402] only listeners have one, and only while the show is on air', async () => {
  for (const target of [otherDj, moderator, station.admin, dj]) {
    const { status, error } = await give(station.admin, target)
    expect([status, error.message]).toEqual([403, 'Only listeners can be given a timeout.'])
  }
  await end(show)
  expect((await give(dj)).error.code).toBe('NOT_LIVE')
  expect(await mine(ana)).toBeNull()
})

it.each<[string, () => Member | null, number]>([
  ['the DJ of the show', () => dj, 200],
  ['a moderator', () => moderator, 200],
  ['an administrator', () => station.admin, 200],
  ['another DJ', () => otherDj, 403],
  ['a listener', () => ana, 403],
  ['a visitor', () => null, 401],
])('[CH402] %s gives, sees and lifts a timeout', async (_, who, status) => {
  const target = await station.as('LISTENER', 'Bea')
  expect((await give(who(), target)).status).toBe(status)
  expect((await look(who(), target)).status).toBe(status)
  expect((await lift(who(), target)).status).toBe(status === 200 ? 204 : status)
})

it('[CH402] a DJ whose show is over lifts no timeout any more, staff do', async () => {
  await give(dj)
  await end(show)
  expect((await lift(dj)).error.code).toBe('NOT_LIVE')
  expect(await mine(ana)).not.toBeNull()
  expect((await lift(moderator)).status).toBe(204)
  expect(await mine(ana)).toBeNull()
})

it('[CH402] who is unknown is 404, and so is an unknown show', async () => {
  for (const call of [give, look])
    expect([
      (await call(dj, { id: UNKNOWN_ID })).status,
      (await call(dj, ana, UNKNOWN_ID)).status,
      (await call(dj, { id: 'x' as never })).status,
    ]).toEqual([404, 404, 404])
  expect((await lift(dj, { id: UNKNOWN_ID })).status).toBe(404)
})

it('[CH403] given again it goes on as it is, and lifted it is over at once; each is noted once', async () => {
  const first = await give(moderator)
  clock.nowMs += 5 * MINUTE_MS
  expect((await give(dj)).data).toEqual(first.data)
  for (const _ of [1, 2]) expect((await lift(dj)).status).toBe(204)
  expect([(await post(ana)).status, await mine(ana)]).toEqual([201, null])
  const { data } = await station.call(analyticsEndpoints.getActivity, {
    as: moderator,
    query: { types: 'CHAT_TIMEOUT,CHAT_TIMEOUT_LIFT', about: ana.id, limit: 2 },
  })
  expect(data.recentActivities.map(({ description, user }) => [description, user?.name])).toEqual([
    ['Timeout of Ana Reyes lifted', dj.name],
    ['Ana Reyes given a timeout of 10 minutes in Harana Hour', moderator.name],
  ])
})

it('[CH404] the person is told at once until when, and when it is lifted', async () => {
  const client = await follow(ana)
  // That the show began is told on the same queue, and may come while the timeout is given.
  const eventOf = async () => {
    for (;;) {
      const event = JSON.parse((await client.next())?.body ?? 'null')
      if (event?.type !== 'NOTIFICATION') return event
    }
  }
  const { data } = await give(dj)
  expect(await eventOf()).toEqual({ type: 'CHAT_TIMEOUT', until: data.until })
  await lift(moderator)
  expect(await eventOf()).toEqual({ type: 'CHAT_TIMEOUT', until: null })
})

it('[CH407] moderators see how much somebody wrote in a show, how much was removed, and a timeout', async () => {
  await post(ana, 'one')
  const { data: two } = await post(ana, 'two')
  await station.call(calls.deleteMessage, { as: moderator, params: { id: two.id } })
  const before = (await look(dj)).data
  const { data } = await give(dj)
  expect([before, (await look(moderator)).data]).toEqual([
    { messages: 1, removedMessages: 1, timeoutUntil: null },
    { messages: 1, removedMessages: 1, timeoutUntil: data.until },
  ])
})
