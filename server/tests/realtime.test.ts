import { authEndpoints } from '@carillon/contract/auth/endpoints'
import { broadcastEndpoints as calls } from '@carillon/contract/broadcasts/endpoints'
import { ROLES, type Role } from '@carillon/contract/roles'
import { getStreamConfig } from '@carillon/contract/stream/endpoints'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { handshake } from './support/handshake.ts'
import { type Member, PASSWORD, signIn, startStation, type TestStation } from './support/station.ts'
import { frameText, openWire, TRANSPORTS, type TransportName, type WireClient } from './support/stomp.ts'

type Who = 'visitor' | Role
type Verdict = 'in' | 'NOT_SIGNED_IN' | 'FORBIDDEN' | 'NOT_FOUND'

const WHO = ['visitor', ...ROLES] as const
const NOTIFICATIONS = '/user/queue/notifications'

/** Who may subscribe, written by hand from the contract's fifth section: what is not here may not be subscribed to. */
const SUBSCRIBE: Record<string, 'anybody' | 'signed in' | 'nobody'> = {
  '/topic/broadcast/7': 'anybody',
  '/topic/broadcast/status': 'anybody',
  '/topic/broadcast/live': 'anybody',
  '/topic/broadcast/7/chat': 'anybody',
  '/topic/broadcast/7/song-requests': 'signed in',
  '/topic/broadcast/7/polls': 'anybody',
  '/user/queue/notifications': 'signed in',
  '/topic/announcements/public': 'anybody',
  '/topic/broadcast/0': 'nobody',
  '/topic/broadcast/07': 'nobody',
  '/topic/broadcast/9999999999': 'nobody',
  '/topic/broadcast/7/': 'nobody',
  '/topic/broadcast/*/chat': 'nobody',
  '/topic/broadcast/{id}/chat': 'nobody',
  '/topic/broadcast/7/chat/more': 'nobody',
  '/topic/announcements/private': 'nobody',
  '/user/1/queue/notifications': 'nobody',
  '/user/queue/other': 'nobody',
  '/app/broadcast/7/message': 'nobody',
  'user 1 /user/queue/notifications': 'nobody',
  '': 'nobody',
}

/** Who may send: a message of the chat is refused further on, since there is no such show. */
const SEND: Record<string, Partial<Record<Who, string>> & { others: string }> = {
  '/app/broadcast/2000000000/join': { others: 'in' },
  '/app/broadcast/2000000000/leave': { others: 'in' },
  '/app/broadcast/2000000000/message': { visitor: 'NOT_SIGNED_IN', others: 'NOT_FOUND' },
  '/topic/broadcast/7': { others: 'FORBIDDEN' },
  '/topic/broadcast/7/chat': { others: 'FORBIDDEN' },
  '/topic/announcements/public': { others: 'FORBIDDEN' },
  '/user/queue/notifications': { others: 'FORBIDDEN' },
  '/user/1/queue/notifications': { others: 'FORBIDDEN' },
  '/app/broadcast/7/other': { others: 'NOT_FOUND' },
  '/app/broadcast/0/join': { others: 'NOT_FOUND' },
  '/queue/a': { others: 'NOT_FOUND' },
}

let station: TestStation
let clients: WireClient[] = []

beforeAll(async () => {
  station = await startStation({ allowedOrigins: ['https://friend.example'] })
})
afterAll(() => station.close())
afterEach(() => {
  for (const client of clients) client.close()
  clients = []
})

async function open(transport: TransportName = 'raw websocket', carried = {}): Promise<WireClient> {
  const client = await openWire(station, transport, carried)
  clients.push(client)
  return client
}

async function connect(member: Member | null, transport?: TransportName): Promise<WireClient> {
  const client = await open(transport)
  const connected = await client.connect(member ? { Authorization: `Bearer ${member.token}` } : {})
  expect(connected?.command).toBe('CONNECTED')
  return client
}

async function verdict(client: WireClient, text: string): Promise<string> {
  const answer = await client.ask(text)
  return answer?.command === 'RECEIPT' ? 'in' : String(answer?.headers.code)
}

const subscribe = (destination: string, id = '0') =>
  frameText('SUBSCRIBE', { id, destination, receipt: `subscribed ${id}` })

/** Someone with a session of their own, to be lost. */
async function someone(role: Role, name: string): Promise<Member> {
  await station.as(role, name)
  return signIn(station, `${name}@station.test`, PASSWORD)
}

async function subscribed(client: WireClient, ...destinations: string[]): Promise<void> {
  for (const destination of destinations)
    expect(await verdict(client, subscribe(destination, destination))).toBe('in')
}

describe.each(Object.entries(SUBSCRIBE))('SUBSCRIBE %s', (destination, row) => {
  it.each(WHO)('[RT7] lets %s in, or not, as the table says', async (who) => {
    const client = await connect(who === 'visitor' ? null : await station.as(who))
    expect(await verdict(client, subscribe(destination))).toBe(expected(row, who))
  })
})

function expected(row: 'anybody' | 'signed in' | 'nobody', who: Who): Verdict {
  if (row === 'nobody') return 'NOT_FOUND'
  return row === 'signed in' && who === 'visitor' ? 'NOT_SIGNED_IN' : 'in'
}

describe.each(Object.entries(SEND))('SEND %s', (destination, row) => {
  it.each(WHO)('[RT7] lets %s in, or not, as the table says', async (who) => {
    const client = await connect(who === 'visitor' ? null : await station.as(who))
    const body = '{"type":"CHAT","data":{"content":"Magandang gabi"}}'
    const text = frameText(
      'SEND',
      { destination, receipt: 'sent' },
      destination.endsWith('/message') ? body : '',
    )
    expect(await verdict(client, text)).toBe(row[who] ?? row.others)
  })
})

describe('whose connection it is', () => {
  it.each(TRANSPORTS)('[RT8] over %s the bearer token of CONNECT tells', async (transport) => {
    const client = await connect(await station.as('LISTENER'), transport)
    expect(await verdict(client, subscribe(NOTIFICATIONS))).toBe('in')
  })

  it.each(TRANSPORTS)(
    '[RT8] over %s the cookie of the handshake tells, without a bearer token',
    async (transport) => {
      const { token } = await station.as('LISTENER')
      const client = await open(transport, { cookie: `token=${token}` })
      await client.connect()
      expect(await verdict(client, subscribe(NOTIFICATIONS))).toBe('in')
    },
  )

  it.each([
    ['unknown', `Bearer ${'x'.repeat(43)}`],
    ['empty', 'Bearer '],
    ['of another scheme', 'Basic YTpi'],
    ['too long', `Bearer ${'x'.repeat(500)}`],
  ])('[RT8] a token that is %s is an ERROR', async (_words, authorization) => {
    const client = await open()
    const answer = await client.connect({ Authorization: authorization })
    expect(answer).toMatchObject({ command: 'ERROR', headers: { code: 'NOT_SIGNED_IN' } })
    expect(await client.next()).toBeNull()
  })

  it('[RT8] without a token, or with a cookie that counts no more, it is a visitor', async () => {
    const client = await open('raw websocket', { cookie: 'token=gone' })
    expect((await client.connect())?.command).toBe('CONNECTED')
    expect(await verdict(client, subscribe(NOTIFICATIONS))).toBe('NOT_SIGNED_IN')
  })
})

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
    await expectEnd(await connect(person, transport), () =>
      station.call(authEndpoints.banUser, { as: station.admin, params: { id: person.id }, body: {} }),
    )
  })

  it('[RT9] another role tells the person why, and closes', async () => {
    const person = await someone('LISTENER', name('promoted'))
    await expectEnd(await connect(person, transport), () =>
      station.call(authEndpoints.changeRole, {
        as: station.admin,
        params: { id: person.id },
        query: { newRole: 'DJ' },
      }),
    )
  })

  it('[RT9] signing out closes that session, and no other of the person', async () => {
    const person = await someone('LISTENER', name('signed-out'))
    const otherSession = await signIn(station, person.email, PASSWORD)
    const stays = await connect(otherSession, transport)
    await expectEnd(await connect(person, transport), () =>
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
    const [show, live] = [await connect(null), await connect(null)]
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

  it('[RT10] slow mode is told where the chat is', async () => {
    const id = await schedule()
    const chat = await connect(null)
    await subscribed(chat, `/topic/broadcast/${id}/chat`)
    await station.call(calls.setSlowMode, { as: dj, params: { id }, body: { enabled: true, seconds: 15 } })
    expect(body(await chat.next())).toEqual({ type: 'SLOW_MODE', enabled: true, seconds: 15 })
  })

  it('[RT11] the status of the stream is told as on its socket, and to the show how many listen', async () => {
    const id = await schedule()
    const [status, show] = [await connect(null), await connect(null)]
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

describe('SockJS', () => {
  const post = (path: string, headers: Record<string, string> = {}, text?: string) =>
    fetch(`${station.origin}/ws-radio${path}`, {
      method: 'POST',
      headers,
      ...(text !== undefined && { body: text }),
    })
  const cookieOf = ({ token }: Member) => ({ cookie: `token=${token}` })

  it('[RT12] greets, tells what it can, and is where the config says', async () => {
    const { data } = await station.call(getStreamConfig)
    expect(data.sockJsUrl).toBe(`${station.origin}/ws-radio`)
    const greeting = await fetch(data.sockJsUrl)
    expect(greeting.headers.get('content-type')).toMatch(/^text\/plain/)
    expect(await greeting.text()).toBe('Welcome to SockJS!\n')
    const info = await fetch(`${data.sockJsUrl}/info`)
    expect(info.headers.get('cache-control')).toBe('no-store')
    expect(await info.json()).toMatchObject({ websocket: true, cookie_needed: false, origins: ['*:*'] })
  })

  it.each([
    '/iframe.html',
    '/iframe-1.0.html',
    '/000/abc/eventsource',
    '/000/abc/htmlfile?c=x',
    '/000/abc/jsonp?c=x',
    '/000/abc/xhr/more',
    '/000',
  ])('[RT12] GET %s is not there', async (path) => {
    expect((await fetch(`${station.origin}/ws-radio${path}`)).status).toBe(404)
  })

  it.each(['/000/abc/jsonp_send', '/000/a.b/xhr', '/0.0/abc/xhr', '/000/abc/xhr_send'])(
    '[RT12] POST %s is not there',
    async (path) => {
      expect((await post(path)).status).toBe(404)
    },
  )

  it('[RT12] a poll opens, then waits, and a second one is told so', async () => {
    const path = `/000/${crypto.randomUUID()}/xhr`
    expect(await (await post(path)).text()).toBe('o\n')
    // Nobody knows which of two arrives second.
    const polls = [post(path), post(path)]
    const notified = polls.map(async (reply) => (await reply).text())
    expect(await Promise.race(notified)).toBe('c[2010,"Another connection still open"]\n')
    await post(path.replace(/xhr$/, 'xhr_send'), {}, '["NONSENSE\\n\\n\\u0000"]')
    expect(await Promise.all(notified)).toContainEqual(expect.stringMatching(/^a\["ERROR\\n/))
    expect(await (await post(path)).text()).toBe('c[1002,"See the ERROR frame"]\n')
  })

  it.each(['', '{', '[1]', '{"a":1}', 'x'.repeat(300_000)])(
    '[RT12] a body that is no messages is refused',
    async (text) => {
      const path = `/000/${crypto.randomUUID()}`
      await post(`${path}/xhr`)
      const { status } = await post(`${path}/xhr_send`, { 'content-type': 'text/plain' }, text)
      expect(status).toBeGreaterThanOrEqual(400)
      expect(status).toBeLessThan(500)
    },
  )

  it('[RT13] a session over xhr belongs to who opened it', async () => {
    const [owner, other] = [await station.as('LISTENER'), await station.as('MODERATOR')]
    const path = `/000/${crypto.randomUUID()}`
    expect(await (await post(`${path}/xhr`, cookieOf(owner))).text()).toBe('o\n')
    for (const headers of [cookieOf(other), {}]) {
      expect((await post(`${path}/xhr`, headers)).status).toBe(404)
      expect((await post(`${path}/xhr_streaming`, headers)).status).toBe(404)
      expect((await post(`${path}/xhr_send`, headers, '["x"]')).status).toBe(404)
    }
    expect((await post(`${path}/xhr_send`, cookieOf(owner), '["\\n"]')).status).toBe(204)
  })

  it('[RT85] a visitor who signs in by CONNECT keeps the session from who knows its name', async () => {
    const [own, other] = [{ 'user-agent': 'Own/1' }, { 'user-agent': 'Other/1' }]
    const path = `/000/${crypto.randomUUID()}`
    const { token } = await station.as('LISTENER')
    const frame = frameText('CONNECT', { 'accept-version': '1.2', Authorization: `Bearer ${token}` })
    await post(`${path}/xhr`, own)
    const connecting = JSON.stringify([frame.replaceAll('^@', '\0')])
    expect((await post(`${path}/xhr_send`, own, connecting)).status).toBe(204)
    for (const headers of [other, cookieOf({ token } as Member)]) {
      expect((await post(`${path}/xhr`, headers)).status).toBe(404)
      expect((await post(`${path}/xhr_send`, headers, '["\\n"]')).status).toBe(404)
    }
    expect(await (await post(`${path}/xhr`, own)).text()).toMatch(/^a\["CONNECTED/)
  })

  it('[RT13] a reply that is cut ends its session', async () => {
    const path = `/000/${crypto.randomUUID()}`
    const abort = new AbortController()
    const reply = await fetch(`${station.origin}/ws-radio${path}/xhr_streaming`, {
      method: 'POST',
      signal: abort.signal,
    })
    await reply.body?.getReader().read()
    abort.abort()
    await expect
      .poll(async () => (await post(`${path}/xhr`)).text())
      .toBe('c[1002,"Connection interrupted!"]\n')
  })

  it.each(['https://evil.example', 'null'])('[RT14] pages of %s get nothing', async (origin) => {
    for (const path of ['/websocket', '/000/abc/websocket'])
      expect((await handshake(station, `/ws-radio${path}`, { Origin: origin })).status).toBe(403)
    const method = 'OPTIONS'
    for (const path of ['/000/abc/xhr', '/000/abc/xhr_streaming', '/000/abc/xhr_send', '/info']) {
      const preflight = await fetch(`${station.origin}/ws-radio${path}`, { method, headers: { origin } })
      expect(preflight.status).toBe(403)
      expect(preflight.headers.get('access-control-allow-origin')).toBeNull()
    }
    expect((await post('/000/abc/xhr', { origin })).status).toBe(403)
    expect((await fetch(`${station.origin}/ws-radio/info`, { headers: { origin } })).status).toBe(403)
  })

  it('[RT14] pages of an allowed origin may connect and read', async () => {
    const origin = 'https://friend.example'
    expect((await handshake(station, '/ws-radio/websocket', { Origin: origin })).status).toBe(101)
    const path = `/000/${crypto.randomUUID()}/xhr`
    const preflight = await fetch(`${station.origin}/ws-radio${path}`, {
      method: 'OPTIONS',
      headers: { origin },
    })
    expect(preflight.status).toBe(204)
    expect(preflight.headers.get('access-control-allow-methods')).toBe('OPTIONS, POST')
    const reply = await post(path, { origin })
    expect(reply.headers.get('access-control-allow-origin')).toBe(origin)
    expect(reply.headers.get('access-control-allow-credentials')).toBe('true')
    expect(reply.headers.get('vary')).toBe('Origin')
  })
})

describe('limits', () => {
  it('[RT15] a connection has at most 64 subscriptions', async () => {
    const client = await connect(null)
    for (let id = 0; id < 64; id++)
      expect(await verdict(client, subscribe('/topic/broadcast/live', `${id}`))).toBe('in')
    expect(await verdict(client, subscribe('/topic/broadcast/live', 'more'))).toBe('TOO_MANY_REQUESTS')
  })

  it('[RT15] a flood of frames is an ERROR, then the end', async () => {
    const client = await connect(null)
    for (let count = 0; count < 400; count++) await client.send('\n')
    expect(await client.next()).toMatchObject({ command: 'ERROR', headers: { code: 'TOO_MANY_REQUESTS' } })
    expect(await client.next()).toBeNull()
  })

  it('[RT15] too large a message closes the websocket with 1009', async () => {
    const client = await connect(null)
    await client.send('x'.repeat(70_000))
    expect(await client.next()).toBeNull()
    expect(client.ended?.code).toBe(1009)
  })

  it('[RT16] who joins is present until leaving, or the end of the connection', async () => {
    const [one, two] = [await connect(null), await connect(null)]
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
