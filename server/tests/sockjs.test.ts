import { connect } from 'node:net'
import { text as readText } from 'node:stream/consumers'
import { getStreamConfig } from '@carillon/contract/stream/endpoints'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { handshake } from './support/handshake.ts'
import { type Member, startStation, type TestStation } from './support/station.ts'
import { frameText } from './support/stomp.ts'

let station: TestStation

beforeAll(async () => {
  station = await startStation({ allowedOrigins: ['https://friend.example'] })
})
afterAll(() => station.close())

describe('SockJS', () => {
  const post = (path: string, headers: Record<string, string> = {}, text?: string) =>
    fetch(`${station.origin}/ws-radio${path}`, {
      method: 'POST',
      headers,
      ...(text !== undefined && { body: text }),
    })
  /** A session lives while a poll waits, however long the calls beside it take. */
  const keepOpen = (path: string, headers: Record<string, string>) =>
    void post(`${path}/xhr`, headers).catch(() => undefined)
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

  it.each(['/websocket', '/000/abc/websocket'])('[RT87] %s without an upgrade says so', async (path) => {
    const url = `${station.origin}/ws-radio${path}`
    const plain = await fetch(url)
    expect([plain.status, await plain.text()]).toEqual([400, 'Can "Upgrade" only to "WebSocket".'])
    const posted = await fetch(url, { method: 'POST' })
    expect([posted.status, posted.headers.get('allow')]).toEqual([405, 'GET, HEAD'])
    expect(posted.headers.get('x-content-type-options')).toBe('nosniff')
  })

  it('[RT87] a POST that asks for a websocket is 405, with Allow and the headers of every reply', async () => {
    const { port, hostname } = new URL(station.origin)
    const socket = connect(Number(port), hostname)
    const upgrade = ['Connection: Upgrade', 'Upgrade: websocket', 'Content-Length: 0']
    socket.write(['POST /ws-radio/websocket HTTP/1.1', 'Host: a', ...upgrade, '\r\n'].join('\r\n'))
    const reply = await readText(socket)
    expect(reply).toMatch(/^HTTP\/1\.1 405 /)
    expect(reply).toContain('Allow: GET, HEAD')
    expect(reply).toContain('X-Content-Type-Options: nosniff')
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
    keepOpen(path, cookieOf(owner))
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
    const answered = post(`${path}/xhr`, own)
    const connecting = JSON.stringify([frame.replaceAll('^@', '\0')])
    expect((await post(`${path}/xhr_send`, own, connecting)).status).toBe(204)
    expect(await (await answered).text()).toMatch(/^a\["CONNECTED/)
    keepOpen(path, own)
    for (const headers of [other, cookieOf({ token } as Member)]) {
      expect((await post(`${path}/xhr`, headers)).status).toBe(404)
      expect((await post(`${path}/xhr_send`, headers, '["\\n"]')).status).toBe(404)
    }
    expect((await post(`${path}/xhr_send`, own, '["\\n"]')).status).toBe(204)
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
      .toBe('c[1002,"Connection interrupted"]\n')
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
