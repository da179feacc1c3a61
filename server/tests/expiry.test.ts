import { broadcastEndpoints } from '@carillon/contract/broadcasts/endpoints'
import { DESTINATIONS } from '@carillon/contract/destination'
import { HOUR_MS, MINUTE_MS } from '@carillon/contract/durations'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { type Member, PASSWORD, signIn, startStation, type TestStation } from './support/station.ts'
import { frameText, openWire, type WireClient, type WireFrame } from './support/stomp.ts'

const SESSION_MS = 12 * HOUR_MS
const clock = { nowMs: Date.parse('2026-11-20T00:00:00Z'), now: () => clock.nowMs }

let station: TestStation
const clients: WireClient[] = []

beforeAll(async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  station = await startStation({ clock })
})
afterAll(async () => {
  for (const client of clients) client.close()
  await station.close()
  vi.useRealTimers()
})

/** A connection that hears what its person is told. */
async function connect(member: Member): Promise<WireClient> {
  const client = await openWire(station, 'raw websocket')
  clients.push(client)
  await client.connect({ Authorization: `Bearer ${member.token}` })
  const { pattern: destination } = DESTINATIONS.notifications
  await client.ask(frameText('SUBSCRIBE', { id: 'own', destination, receipt: 'now' }))
  return client
}

/** The next frame that is no news of the show. */
async function nextOf(client: WireClient): Promise<WireFrame | null> {
  const frame = await client.next()
  return frame?.body.includes('"type":"NOTIFICATION"') ? nextOf(client) : frame
}

async function expectEnd(client: WireClient): Promise<void> {
  expect(JSON.parse((await nextOf(client))?.body ?? '')).toEqual({
    type: 'SESSION_ENDED',
    reason: 'Session expired',
  })
  expect(await nextOf(client)).toBeNull()
  expect(client.ended?.code).toBe(4001)
}

async function isThere(client: WireClient): Promise<string | undefined> {
  await client.send(frameText('BEGIN', { transaction: crypto.randomUUID(), receipt: 'there' }))
  return (await nextOf(client))?.command
}

it('[RT22] a session that runs out ends its connections, those of who is on the air after the show', async () => {
  const [ana, dj] = [await station.as('LISTENER', 'Ana'), await station.as('DJ', 'Mikael')]
  clock.nowMs += SESSION_MS - 1
  const ben = await station.as('LISTENER', 'Ben')
  const again = await signIn(station, dj.email, PASSWORD)
  const [ended, stays, onAir] = [await connect(ana), await connect(ben), await connect(dj)]
  const { data } = await station.call(broadcastEndpoints.createBroadcast, {
    as: again,
    body: { title: 'Harana Hour' },
  })
  await station.call(broadcastEndpoints.startBroadcast, { as: again, params: { id: data.id } })

  clock.nowMs += 1
  vi.advanceTimersByTime(MINUTE_MS)
  await expectEnd(ended)
  expect([await isThere(stays), await isThere(onAir)]).toEqual(['RECEIPT', 'RECEIPT'])

  await station.call(broadcastEndpoints.endBroadcast, { as: again, params: { id: data.id } })
  vi.advanceTimersByTime(MINUTE_MS)
  await expectEnd(onAir)
  expect(await isThere(stays)).toBe('RECEIPT')
})
