import { authEndpoints } from '@carillon/contract/auth/endpoints'
import { peopleEndpoints } from '@carillon/contract/auth/people-endpoints'
import { broadcastEndpoints as calls } from '@carillon/contract/broadcasts/endpoints'
import type { Role } from '@carillon/contract/roles'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { NOTIFICATIONS, RealtimeClients, subscribe, verdict } from './support/realtime-clients.ts'
import { type Member, PASSWORD, signIn, startStation, type TestStation } from './support/station.ts'
import { frameText, openWire, TRANSPORTS, type WireClient } from './support/stomp.ts'

let station: TestStation
const clients = new RealtimeClients(() => station)

beforeAll(async () => {
  station = await startStation()
})
afterAll(() => station.close())
afterEach(() => clients.close())

/** Someone with a session of their own, to be lost. */
async function someone(role: Role, name: string): Promise<Member> {
  await station.as(role, name)
  return signIn(station, `${name}@station.test`, PASSWORD)
}

async function subscribed(client: WireClient, ...destinations: string[]): Promise<void> {
  for (const destination of destinations)
    expect(await verdict(client, subscribe(destination, destination))).toBe('in')
}

describe.each(TRANSPORTS)('when a session ends, over %s', (transport) => {
  const name = (what: string) => `${what}-${TRANSPORTS.indexOf(transport)}`

  async function expectEnd(client: WireClient, end: () => Promise<{ status: number }>): Promise<void> {
    await subscribed(client, NOTIFICATIONS)
    const { status } = await end()
    expect(status).toBeLessThan(300)
    const notified = await client.next()
    expect(notified).toMatchObject({ command: 'MESSAGE', headers: { destination: NOTIFICATIONS } })
    expect(JSON.parse(notified?.body ?? '')).toMatchObject({ type: 'SESSION_ENDED' })
    expect(await client.next()).toBeNull()
    // The look at the database, which comes later, would say that it expired.
    expect(client.ended?.code).toBe(4001)
    expect(client.ended?.reason).not.toBe('Session expired')
  }

  it('[RT9] a ban tells the person why, and closes', async () => {
    const person = await someone('LISTENER', name('banned'))
    await expectEnd(await clients.connect(person, transport), () =>
      station.call(peopleEndpoints.banUser, { as: station.admin, params: { id: person.id }, body: {} }),
    )
  })

  it('[AU301] who is banned reads why at once', async () => {
    const person = await someone('LISTENER', name('told'))
    const client = await clients.connect(person, transport)
    await subscribed(client, NOTIFICATIONS)
    const body = { unit: 'PERMANENT', reason: 'Shouting '.repeat(20).trim() } as const
    await station.call(peopleEndpoints.banUser, { as: station.admin, params: { id: person.id }, body })
    expect(JSON.parse((await client.next())?.body ?? '')).toMatchObject({
      type: 'SESSION_ENDED',
      message: `This account is banned. Reason: ${body.reason}`,
    })
    expect(await client.next()).toBeNull()
  })

  it('[RT9] another role tells the person why, and closes', async () => {
    const person = await someone('LISTENER', name('promoted'))
    await expectEnd(await clients.connect(person, transport), () =>
      station.call(peopleEndpoints.changeRole, {
        as: station.admin,
        params: { id: person.id },
        query: { newRole: 'DJ' },
      }),
    )
  })

  it('[RT9] signing out closes that session, and no other of the person', async () => {
    const person = await someone('LISTENER', name('signed-out'))
    const otherSession = await signIn(station, person.email, PASSWORD)
    const stays = await clients.connect(otherSession, transport)
    await expectEnd(await clients.connect(person, transport), () =>
      station.call(authEndpoints.logout, { as: person }),
    )
    expect(await verdict(stays, subscribe(NOTIFICATIONS))).toBe('in')
  })
})

describe('topics', () => {
  let dj: Member
  const body = (frame: { body: string } | null) => JSON.parse(frame?.body ?? '')

  async function schedule(): Promise<number> {
    const { data } = await station.call(calls.createBroadcast, { as: dj, body: { title: 'Harana Hour' } })
    return data.id
  }

  beforeAll(async () => {
    dj = await station.as('DJ')
  })

  it('[RT10] a broadcast that starts, changes and ends is told, and what is live', async () => {
    const id = await schedule()
    const [show, live] = [await clients.connect(null), await clients.connect(null)]
    await subscribed(show, `/topic/broadcast/${id}`)
    await subscribed(live, '/topic/broadcast/live')
    await station.call(calls.startBroadcast, { as: dj, params: { id } })
    await expectNext(show, 'BROADCAST_STARTED', { broadcast: { id, status: 'LIVE' } })
    expect(body(await live.next())).toMatchObject({ type: 'LIVE_CHANGED', broadcast: { id } })
    await station.call(calls.updateBroadcast, { as: dj, params: { id }, body: { title: 'Kundiman' } })
    await expectNext(show, 'BROADCAST_UPDATED', { broadcast: { title: 'Kundiman' } })
    await station.call(calls.endBroadcast, { as: dj, params: { id } })
    await expectNext(show, 'BROADCAST_ENDED', { broadcast: { id, status: 'ENDED' } })
    expect(body(await live.next())).toMatchObject({ type: 'LIVE_CHANGED', broadcast: { title: 'Kundiman' } })
    expect(body(await live.next())).toEqual({ type: 'LIVE_CHANGED', broadcast: null })
  })

  it('[PL11] what sounds is told: a show, its song, and nothing any more', async () => {
    const id = await schedule()
    const client = await clients.connect(null)
    await subscribed(client, '/topic/now-playing')
    const next = async () => body(await client.next())
    await station.call(calls.startBroadcast, { as: dj, params: { id } })
    expect(await next()).toMatchObject({ type: 'NOW_PLAYING', onAir: { kind: 'LIVE', broadcastId: id } })
    await station.call(calls.setNowPlaying, { as: dj, params: { id }, body: { title: 'Alapaap' } })
    expect(await next()).toMatchObject({ onAir: { title: 'Alapaap', broadcastId: id } })
    await station.call(calls.endBroadcast, { as: dj, params: { id } })
    expect(await next()).toEqual({ type: 'NOW_PLAYING', onAir: null })
  })

  it('[RT88] the stream is named by the address that each connection came by', async () => {
    const id = await schedule()
    const live = await clients.connect(null)
    await subscribed(live, '/topic/broadcast/live')
    await station.call(calls.startBroadcast, { as: dj, params: { id } })
    const streamUrl = `${station.origin}/live.ogg`
    expect(body(await live.next())).toMatchObject({ broadcast: { id, streamUrl } })
    await station.call(calls.endBroadcast, { as: dj, params: { id } })
  })

  it('[RT10] slow mode is told where the chat is', async () => {
    const id = await schedule()
    const chat = await clients.connect(null)
    await subscribed(chat, `/topic/broadcast/${id}/chat`)
    await station.call(calls.setSlowMode, { as: dj, params: { id }, body: { enabled: true, seconds: 15 } })
    expect(body(await chat.next())).toEqual({ type: 'SLOW_MODE', enabled: true, seconds: 15 })
  })

  it('[RT11] the status of the stream is told as on its socket, and to the show how many listen', async () => {
    const id = await schedule()
    const [status, show] = [await clients.connect(null), await clients.connect(null)]
    await subscribed(status, '/topic/broadcast/status')
    await subscribed(show, `/topic/broadcast/${id}`)
    await station.call(calls.startBroadcast, { as: dj, params: { id } })
    await expect
      .poll(async () => body(await status.next()))
      .toMatchObject({
        type: 'STREAM_STATUS',
        isLive: true,
        broadcastId: id,
      })
    await expectNext(show, 'LISTENER_COUNT', { listenerCount: 0, peakListenerCount: 0 })
    await station.call(calls.endBroadcast, { as: dj, params: { id } })
  })

  /** Passes over what else is told. */
  async function expectNext(client: WireClient, type: string, fields: object): Promise<void> {
    let found = body(await client.next())
    while (found.type !== type) found = body(await client.next())
    expect(found).toMatchObject(fields)
  }
})

describe('limits', () => {
  it('[RT15] a connection has at most 64 subscriptions', async () => {
    const client = await clients.connect(null)
    for (let id = 0; id < 64; id++)
      expect(await verdict(client, subscribe('/topic/broadcast/live', `${id}`))).toBe('in')
    expect(await verdict(client, subscribe('/topic/broadcast/live', 'more'))).toBe('TOO_MANY_REQUESTS')
  })

  it('[RT15] a flood of frames is an ERROR, then the end', async () => {
    const client = await clients.connect(null)
    for (let count = 0; count < 400; count++) await client.send('\n')
    expect(await client.next()).toMatchObject({ command: 'ERROR', headers: { code: 'TOO_MANY_REQUESTS' } })
    expect(await client.next()).toBeNull()
  })

  it('[RT15] too large a message closes the websocket with 1009', async () => {
    const client = await clients.connect(null)
    await client.send('x'.repeat(70_000))
    expect(await client.next()).toBeNull()
    expect(client.ended?.code).toBe(1009)
  })

  it('[RT16] who joins is present until leaving, or the end of the connection', async () => {
    const [one, two] = [await clients.connect(null), await clients.connect(null)]
    const send = (what: string) =>
      frameText('SEND', { destination: `/app/broadcast/900/${what}`, receipt: what })
    for (const client of [one, two]) await verdict(client, send('join'))
    expect(station.app.presence(900)).toBe(2)
    await verdict(one, send('leave'))
    expect(station.app.presence(900)).toBe(1)
    two.close()
    await expect.poll(() => station.app.presence(900)).toBe(0)
  })
})

/** Between two polls there is no way to tell anything. */
const HELD_OPEN = TRANSPORTS.filter((transport) => transport !== 'xhr-polling')

it.each(HELD_OPEN)('[RT17] a station that stops closes connections over %s with 1012', async (transport) => {
  const stopping = await startStation()
  const client = await openWire(stopping, transport)
  await client.connect()
  const [end] = await Promise.all([client.next(), stopping.close()])
  expect(end).toBeNull()
  expect(client.ended?.code).toBe(1012)
})
