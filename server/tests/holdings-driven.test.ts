import { once } from 'node:events'
import { request } from 'node:http'
import { broadcastEndpoints as calls } from '@carillon/contract/broadcasts/endpoints'
import { postMessage } from '@carillon/contract/chat/endpoints'
import { MAX_CHAT_HISTORY_SIZE } from '@carillon/contract/chat/schemas'
import { sendTestNotification } from '@carillon/contract/notifications/endpoints'
import { createSongRequest } from '@carillon/contract/song-requests/endpoints'
import { getStreamStatus } from '@carillon/contract/stream/endpoints'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { MAX_TESTS } from '../src/features/broadcasts/transition.ts'
import { HOLDINGS } from '../src/holdings/all.ts'
import { CALLS } from '../src/holdings/calls.ts'
import type { Holding } from '../src/holdings/holding.ts'
import { closeCode, openSocket } from './support/handshake.ts'
import { type Member, startStation, type TestStation } from './support/station.ts'
import { frameText, openWire, type WireClient } from './support/stomp.ts'

let station: TestStation
let dj: Member
let listener: Member
let showId: number

beforeAll(async () => {
  station = await startStation()
  dj = await station.as('DJ')
  listener = await station.as('LISTENER')
  showId = await createShow('Harana Hour')
  await station.call(calls.startBroadcast, { as: dj, params: { id: showId } })
})
afterAll(() => station.close())

async function createShow(title: string): Promise<number> {
  return (await station.call(calls.createBroadcast, { as: dj, body: { title } })).data.id
}

/** The row of a place, and how much the station lets anybody have there. */
function rowOf(place: string): Holding & { most(what: string): number } {
  const row = HOLDINGS.find(({ kind, places }) => kind !== 'memory' && places.includes(place))
  if (!row) throw new Error(`${place} has no row`)
  const most = (what: string) => {
    const value = row.limits.find((limit) => limit.what === what)?.value
    if (value === undefined) throw new Error(`${place} has no limit of ${what}`)
    return typeof value === 'number' ? value : (value.burst ?? value.messages ?? Number.NaN)
  }
  return { ...row, most }
}

/** Somebody else, who is to notice nothing. */
async function expectHealthy(): Promise<void> {
  expect((await station.call(getStreamStatus)).status).toBe(200)
}

/** The code of the answer to a body that is announced and never sent. */
async function refusalOfBody(method: string, path: string, bytes: number, token: string): Promise<string> {
  const headers = {
    'content-type': 'application/json',
    'content-length': bytes,
    authorization: `Bearer ${token}`,
  }
  const asked = request(station.origin + path.replace(/:\w+/g, '1'), { method, headers })
  asked.on('error', () => undefined)
  asked.flushHeaders()
  const [reply] = await once(asked, 'response')
  let text = ''
  for await (const part of reply) text += part
  asked.destroy()
  return JSON.parse(text).code
}

const withBody = CALLS.flatMap(({ places, limits }) =>
  places.map((place) => ({ place, most: limits.find(({ what }) => what === 'bytes of body')?.value })),
)

it('[SE20] a body that is announced too large is refused at every call that takes one', async () => {
  const asked = station.app.routes.flatMap(({ endpoint: { method, path, body } }) =>
    body ? [{ method, path }] : [],
  )
  const upload = { method: 'POST', path: '/api/announcements/images' }
  for (const { method, path } of [...asked, upload]) {
    const most = Number(withBody.find(({ place }) => place === `${method} ${path}`)?.most)
    expect(await refusalOfBody(method, path, most + 1, station.admin.token), path).toBe('BODY_TOO_LARGE')
  }
  await expectHealthy()
})

/** Sends frames until the connection ends; gives the code of the ERROR frame, or of the close. */
async function endOf(client: WireClient): Promise<string | number> {
  for (let frame = await client.next(); frame; frame = await client.next())
    if (frame.command === 'ERROR') return frame.headers.code ?? JSON.parse(frame.body).code
  return client.ended?.code ?? 0
}

async function connected(member?: Member): Promise<WireClient> {
  const client = await openWire(station, 'raw websocket')
  await client.connect(member ? { Authorization: `Bearer ${member.token}` } : {})
  return client
}

const many = (count: number, frame: (n: number) => string) =>
  Array.from({ length: count }, (_, n) => frame(n)).join('\n')
const RADIO = '/ws-radio/websocket'
const join = '/app/broadcast/{id}/join'

/** Frames that break a limit of a STOMP connection, by the place whose row has it. */
const STOMP_DRIVES: [string, string, () => string][] = [
  [
    'subscriptions',
    '/topic/broadcast/live',
    () =>
      many(rowOf('/topic/broadcast/live').most('subscriptions') + 1, (n) =>
        frameText('SUBSCRIBE', { id: `${n}`, destination: '/topic/broadcast/live' }),
      ),
  ],
  [
    'transactions',
    RADIO,
    () => many(rowOf(RADIO).most('transactions') + 1, (n) => frameText('BEGIN', { transaction: `${n}` })),
  ],
  [
    'steps of a transaction',
    RADIO,
    () =>
      frameText('BEGIN', { transaction: 't' }) +
      many(rowOf(RADIO).most('steps of a transaction') + 1, () =>
        frameText('SEND', { transaction: 't', destination: '/app/broadcast/1/join' }),
      ),
  ],
  [
    'rooms',
    join,
    () =>
      many(rowOf(join).most('broadcasts') + 1, (n) =>
        frameText('SEND', { destination: `/app/broadcast/${n + 1}/join` }),
      ),
  ],
  ['frames', RADIO, () => many(rowOf(RADIO).most('frames') + 1, () => frameText('UNSUBSCRIBE', { id: 'x' }))],
]

it.each(STOMP_DRIVES)('[SE20] more %s than %s has are refused with its code', async (_, place, drive) => {
  const [client, neighbour] = [await connected(), await connected()]
  await client.send(drive())
  expect(await endOf(client)).toBe(rowOf(place).refusal)
  const receipt = await neighbour.ask(
    frameText('SUBSCRIBE', { id: '0', destination: '/topic/broadcast/live', receipt: 'r' }),
  )
  expect(receipt?.command).toBe('RECEIPT')
  neighbour.close()
  await expectHealthy()
})

it.each([RADIO, '/ws/listener', '/ws/polls/:broadcastId', '/ws/live'])(
  '[SE20] a message larger than %s takes closes that socket with 1009, and no other',
  async (place) => {
    const path = place.replace(':broadcastId', `${showId}`)
    const most = station.app.upgrades.find((each) => each.path === place)?.maxPayloadBytes
    expect(rowOf(place).most('bytes of message')).toBe(most)
    const socket = await openSocket(station, path, dj.token)
    const neighbour = await openSocket(station, '/ws/listener')
    socket.send(Buffer.alloc((most ?? 0) + 1))
    expect(await closeCode(socket)).toBe(1009)
    expect(neighbour.readyState).toBe(neighbour.OPEN)
    neighbour.terminate()
    await expectHealthy()
  },
)

it.each(['/ws/listener', '/ws/polls/:broadcastId'])(
  '[SE20] who talks without end on %s is closed with its code',
  async (place) => {
    const { most, refusal } = rowOf(place)
    const socket = await openSocket(station, place.replace(':broadcastId', `${showId}`))
    const closed = closeCode(socket)
    for (let n = 0; n < most('messages') + most('bad messages') + 10; n++) socket.send('nonsense')
    expect(await closed).toBe(refusal)
    await expectHealthy()
  },
)

it('[SE20] messages, song requests and notifications of one person have their pace, and others their own', async () => {
  const say = (as: Member) =>
    station.call(postMessage, { as, params: { broadcastId: showId }, body: { content: 'Kumusta' } })
  const row = rowOf('POST /api/chats/:broadcastId')
  for (let n = 0; n < row.most('messages'); n++) expect((await say(listener)).status).toBe(201)
  expect((await say(listener)).error.code).toBe(row.refusal)
  expect((await say(dj)).status).toBe(201)

  const wish = (as: Member) =>
    station.call(createSongRequest, { as, params: { id: showId }, body: { songTitle: 'Harana' } })
  expect((await wish(listener)).status).toBe(201)
  expect((await wish(listener)).error.code).toBe(rowOf('POST /api/broadcasts/:id/song-requests').refusal)
  expect((await wish(dj)).status).toBe(201)

  const sendTest = () =>
    station.call(sendTestNotification, { as: station.admin, query: { message: 'Hello' } })
  expect((await sendTest()).status).toBe(200)
  expect((await sendTest()).error.code).toBe(rowOf('POST /api/notifications/test/broadcast').refusal)
})

it('[SE20] a list has as many rows as its row says, however many are asked for', async () => {
  expect(rowOf('GET /api/chats/:broadcastId').most('rows')).toBe(MAX_CHAT_HISTORY_SIZE)
  const asked = await fetch(`${station.origin}/api/broadcasts?size=100000`)
  const { data } = (await asked.json()) as { data: { size: number } }
  expect(data.size).toBe(rowOf('GET /api/broadcasts').most('rows'))
})

it('[SE24] so many broadcasts are in test at once; one more is told to wait until one has ended', async () => {
  const ids: number[] = []
  for (let n = 0; n <= MAX_TESTS; n++) ids.push(await createShow(`Test ${n}`))
  const test = (id: number) => station.call(calls.startTest, { as: dj, params: { id } })
  const last = ids.pop() ?? 0
  for (const id of ids) expect((await test(id)).status).toBe(200)
  const refused = await test(last)
  expect([refused.status, refused.error.code]).toEqual([429, 'TOO_MANY_REQUESTS'])
  expect((await test(ids[0] ?? 0)).status).toBe(200)
  await station.call(calls.endBroadcast, { as: dj, params: { id: ids[0] ?? 0 } })
  expect((await test(last)).status).toBe(200)
  for (const id of [...ids, last]) await station.call(calls.endBroadcast, { as: dj, params: { id } })
})
