import { updatePreferences } from '@carillon/contract/auth/endpoints'
import { createBroadcast, startBroadcast } from '@carillon/contract/broadcasts/endpoints'
import { notificationEndpoints } from '@carillon/contract/notifications/endpoints'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { MAX_WRITES_AT_ONCE } from '../src/http/writes-at-once.ts'
import { type Member, startStation, type TestStation } from './support/station.ts'
import { frameText, openWire } from './support/stomp.ts'

let nowMs = Date.parse('2026-11-20T04:00:00Z')
let station: TestStation
let people = 0
let ana: Member

beforeAll(async () => {
  // As the station allows it to people.
  station = await startStation({ clock: { now: () => nowMs }, writeFactor: 1 })
})
afterAll(() => station.close())
beforeEach(async () => {
  ana = await station.as('LISTENER', `listener ${++people}`)
})

const IN_A_MINUTE = 120
const body = { notifyBroadcastStart: true }
const write = (as: Member) => station.call(updatePreferences, { as, body })

/** Writes all that one person may in a minute, as many at the same moment as may be. */
async function writeAll(as: Member): Promise<void> {
  for (let left = IN_A_MINUTE; left > 0; left -= MAX_WRITES_AT_ONCE) {
    const count = Math.min(left, MAX_WRITES_AT_ONCE)
    const answers = await Promise.all(Array.from({ length: count }, () => write(as)))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  }
}

it('[HT30] who has written as much as one person may has to wait, and nobody else', async () => {
  const ben = await station.as('LISTENER', 'ben')
  await writeAll(ana)
  const refused = await write(ana)
  expect([refused.status, refused.error.code]).toEqual([429, 'TOO_MANY_REQUESTS'])
  expect(Number(refused.headers.get('retry-after'))).toBe(60)
  expect((await write(ben)).status).toBe(200)
  expect((await station.call(notificationEndpoints.countUnread, { as: ana })).status).toBe(200)
  nowMs += 60_000
  expect((await write(ana)).status).toBe(200)
})

it('[HT30] what could not be written counts not', async () => {
  for (let n = 0; n < IN_A_MINUTE; n++) {
    const wrong = await station.call(updatePreferences, {
      as: ana,
      body: { notifyBroadcastStart: 1 as never },
    })
    expect(wrong.status).toBe(400)
  }
  expect((await write(ana)).status).toBe(200)
})

it('[HT30] who runs a show has more', async () => {
  const dj = await station.as('DJ', 'busy dj')
  await writeAll(dj)
  expect((await write(dj)).status).toBe(200)
})

it('[HT30] of a thousand writes at the same moment most are refused, and somebody else is answered', async () => {
  const ben = await station.as('LISTENER', 'ben at the same moment')
  const flood = Array.from({ length: 1_000 }, () => write(ana))
  expect((await write(ben)).status).toBe(200)
  const codes = (await Promise.all(flood)).map(({ status, error }) => `${status} ${error.code}`)
  expect(new Set(codes)).toEqual(new Set(['200 undefined', '429 TOO_MANY_REQUESTS']))
})

it('[HT31] what is said over a socket counts with it', async () => {
  const dj = await station.as('DJ', 'dj on air')
  const { id } = (await station.call(createBroadcast, { as: dj, body: { title: 'Harana' } })).data
  await station.call(startBroadcast, { as: dj, params: { id } })
  await writeAll(ana)
  const client = await openWire(station, 'raw websocket')
  await client.connect({ Authorization: `Bearer ${ana.token}` })
  const message = JSON.stringify({ type: 'CHAT', data: { content: 'Magandang gabi!' } })
  const error = await client.ask(
    frameText(
      'SEND',
      { destination: `/app/broadcast/${id}/message`, 'content-type': 'application/json' },
      message,
    ),
  )
  expect([error?.command, JSON.parse(error?.body ?? '{}').code]).toEqual(['ERROR', 'TOO_MANY_REQUESTS'])
  client.close()
})

it('[NO27] browsers are put on the list for pushes 60 times an hour', async () => {
  const subscribe = (n: number) =>
    station.call(notificationEndpoints.subscribePush, {
      as: ana,
      body: {
        endpoint: `https://fcm.googleapis.com/fcm/send/${n}`,
        keys: { p256dh: 'B'.repeat(87), auth: 'a'.repeat(22) },
      },
    })
  for (let n = 0; n < 60; n++) expect((await subscribe(n)).status).toBe(200)
  const refused = await subscribe(60)
  expect([refused.status, refused.error.code]).toEqual([429, 'TOO_MANY_REQUESTS'])
  expect((await write(ana)).status).toBe(200)
  nowMs += 3_600_000
  expect((await subscribe(61)).status).toBe(200)
})
