import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { authEndpoints } from '@carillon/contract/auth/endpoints'
import { broadcastEndpoints } from '@carillon/contract/broadcasts/endpoints'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startStation, type TestStation } from './support/station.ts'

const { createBroadcast, listBroadcasts } = broadcastEndpoints
const JSON_TYPE = { 'content-type': 'application/json' }

let station: TestStation

beforeAll(async () => {
  station = await startStation({ allowedOrigins: ['https://partner.example'] })
})
afterAll(() => station.close())

const send = (method: string, path: string, headers: Record<string, string> = {}, body?: string) =>
  fetch(station.origin + path, { method, headers, ...(body !== undefined && { body }) })

async function codeOf(reply: Response): Promise<[number, string]> {
  const { code } = (await reply.json()) as { code: string }
  return [reply.status, code]
}

function dial(): Socket {
  const { hostname, port } = new URL(station.origin)
  return connect(Number(port), hostname)
}

async function raw(text: string): Promise<string> {
  const socket = dial()
  socket.write(text)
  let answer = ''
  socket.on('data', (bytes) => {
    answer += bytes
  })
  await once(socket, 'close')
  return answer
}

describe('replies', () => {
  it('[HT1] put the thing under data, and errors under code and message', async () => {
    const status = await (await send('GET', '/api/stream/status')).json()
    expect(status).toMatchObject({ success: true, data: { isLive: false } })
    const missing = await (await send('GET', '/api/nothing')).json()
    expect(missing).toEqual({ success: false, code: 'NOT_FOUND', message: 'Not found.' })
  })

  it('[HT1] are not to be kept', async () => {
    const reply = await send('GET', '/api/stream/status?_ts=1')
    expect(reply.headers.get('cache-control')).toBe('no-store')
  })

  it('[HT8] carry the security headers, errors too', async () => {
    for (const path of ['/api/stream/status', '/api/nothing', '/live.ogg', '/%zz']) {
      const { headers } = await send('GET', path)
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      expect(headers.get('x-frame-options')).toBe('DENY')
      expect(headers.get('referrer-policy')).toBe('same-origin')
      expect(headers.get('permissions-policy')).toBe('camera=(), geolocation=(), payment=(), usb=()')
    }
  })

  it('[HT15] come also to who still sends what is refused, and who is heard to the end may ask again', async () => {
    for (const [bytes, type, path, status] of [
      [3_000_000, 'application/json', '/api/auth/login', 413],
      [16_000, 'text/plain', '/api/auth/login', 415],
      [16_000, 'application/json', '/api/broadcasts', 401],
      [300_000, 'application/json', '/api/nothing', 404],
    ] as const) {
      const socket = dial()
      socket.write(headOf(path, { 'Content-Type': type, 'Content-Length': bytes }))
      const [answer] = await once(socket, 'data')
      expect(String(answer)).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
      socket.write(Buffer.alloc(bytes))
      socket.write('GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')
      const [next] = await once(socket, 'data')
      expect(String(next)).toMatch(/^HTTP\/1\.1 200 /)
      await once(socket, 'close')
    }
  })
})

const headOf = (path: string, headers: Record<string, string | number>) =>
  `POST ${path} HTTP/1.1\r\nHost: x\r\n${Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')}\r\n`

describe('bodies', () => {
  const chunked = { ...JSON_TYPE, 'transfer-encoding': 'chunked' }

  /** Answer to a head whose body is never sent, and to a body that never ends. */
  async function answerTo(path: string, headers: Record<string, string | number>, body = '') {
    const socket = dial()
    socket.write(headOf(path, headers) + body)
    const [answer] = await once(socket, 'data')
    socket.destroy()
    return String(answer)
  }

  it('[HT21] one that says that it is too large is refused before any of it has come', async () => {
    expect(await answerTo('/api/auth/login', { ...JSON_TYPE, 'content-length': 16_385 })).toMatch(
      /^HTTP\/1\.1 413 [\s\S]*BODY_TOO_LARGE/,
    )
  })

  it('[HT21] one that does not say how long it is is counted while it comes', async () => {
    const part = 'x'.repeat(16_385)
    const body = `${part.length.toString(16)}\r\n${part}`
    expect(await answerTo('/api/auth/login', chunked, body)).toMatch(/^HTTP\/1\.1 413 /)
  })

  it('[HT22] a caller without access is refused before a byte of the body is read', async () => {
    for (const headers of [{ ...JSON_TYPE, 'content-length': 16_000 }, chunked])
      expect(await answerTo('/api/broadcasts', headers)).toMatch(/^HTTP\/1\.1 401 [\s\S]*NOT_SIGNED_IN/)
    const { token } = await station.as('LISTENER')
    const authorization = `Bearer ${token}`
    expect(await answerTo('/api/broadcasts', { ...chunked, authorization })).toMatch(/^HTTP\/1\.1 403 /)
    expect(await answerTo('/api/announcements/images', { 'content-length': 2_000_000 })).toMatch(
      /^HTTP\/1\.1 401 /,
    )
  })

  it('[HT23] the longest text that a call takes comes through, each character escaped', async () => {
    const { token } = await station.as('DJ')
    const escaped = (length: number) => '\\u0041'.repeat(length)
    const body = `{"title":"${escaped(500)}","content":"${escaped(5_000)}"}`
    const headers = { ...JSON_TYPE, authorization: `Bearer ${token}` }
    const reply = await send('POST', '/api/announcements', headers, body)
    expect([body.length > 32_000, reply.status]).toEqual([true, 201])
  })

  it.each([
    ['members', `{"email":{${'"a":1,'.repeat(1_000)}"b":2}}`],
    ['elements', `{"email":[${'{},'.repeat(1_000)}{}]}`],
    ['brackets that never close', '['.repeat(10_000)],
  ])('[HT24] thousands of %s are refused without being looked at', async (_, body) => {
    expect(await codeOf(await send('POST', '/api/auth/login', JSON_TYPE, body))).toEqual([
      400,
      'INVALID_INPUT',
    ])
  })
})

describe('the order of checks', () => {
  const create = '/api/broadcasts'
  const foreign = { origin: 'https://evil.example' }

  it('[HT2] 405 names the methods that the address takes', async () => {
    const reply = await send('PATCH', '/api/broadcasts/7', foreign)
    expect(reply.headers.get('allow')).toBe('DELETE, GET, HEAD, PUT')
    expect(await codeOf(reply)).toEqual([405, 'METHOD_NOT_ALLOWED'])
  })

  it('[HT2] a word in the place of an id is no address of a thing', async () => {
    const reply = await send('GET', '/api/auth/login')
    expect(reply.headers.get('allow')).toBe('POST')
    expect(await codeOf(reply)).toEqual([405, 'METHOD_NOT_ALLOWED'])
    for (const id of ['nobody', '-1', '1e3', '%31x'])
      for (const path of [`/api/auth/${id}`, `/api/chats/${id}/export`, `/api/broadcasts/${id}/calendar.ics`])
        expect(await codeOf(await send('GET', path))).toEqual([404, 'NOT_FOUND'])
  })

  it('[HT2] origin before body, body before session, session before role, role before input', async () => {
    const listener = await station.as('LISTENER')
    const dj = await station.as('DJ')
    const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
    const big = JSON.stringify({ title: 'x'.repeat(300_000) })
    const steps: Array<[Record<string, string>, string, number, string]> = [
      [{ ...foreign, 'content-type': 'text/plain' }, 'x', 403, 'FOREIGN_ORIGIN'],
      [{ 'content-type': 'text/plain' }, 'x', 415, 'UNSUPPORTED_MEDIA_TYPE'],
      [JSON_TYPE, big, 413, 'BODY_TOO_LARGE'],
      [JSON_TYPE, '{', 401, 'NOT_SIGNED_IN'],
      [{ ...JSON_TYPE, ...bearer(listener.token) }, '{', 403, 'FORBIDDEN'],
      [{ ...JSON_TYPE, ...bearer(dj.token) }, '{', 400, 'MALFORMED_JSON'],
      [{ ...JSON_TYPE, ...bearer(dj.token) }, '{}', 400, 'INVALID_INPUT'],
    ]
    for (const [headers, body, status, code] of steps)
      expect(await codeOf(await send('POST', create, headers, body))).toEqual([status, code])
  })

  it('[HT2] what is not there is 404 before the body is looked at', async () => {
    const dj = await station.as('DJ')
    const headers = { ...JSON_TYPE, authorization: `Bearer ${dj.token}` }
    for (const id of ['2147483647', '99999999999999999999', 'abc', '0', '%00'])
      expect(await codeOf(await send('PUT', `/api/broadcasts/${id}`, headers, '{"title":7}'))).toEqual([
        404,
        'NOT_FOUND',
      ])
  })
})

describe('input', () => {
  it('[HT5] each wrong field has its own message', async () => {
    const body = { firstname: 'Ana', email: 'x', password: 'y' } as never
    const { status, error } = await station.call(authEndpoints.register, { body })
    expect([status, error.code]).toEqual([400, 'INVALID_INPUT'])
    expect(Object.keys(error.fields ?? {}).sort()).toEqual(['birthdate', 'email', 'lastname', 'password'])
  })

  it.each([
    ['a NUL character', '{"title":"a\\u0000b"}'],
    ['a key of the prototype', '{"title":"a","__proto__":{"x":1}}'],
    ['a constructor', '{"title":"a","constructor":1}'],
    ['endless nesting', `{"title":"a","description":${'['.repeat(5000)}${']'.repeat(5000)}}`],
    ['another type', '{"title":{"a":1}}'],
    ['no object', '[]'],
    ['null', 'null'],
  ])('[HT4] %s in a body is INVALID_INPUT', async (_, body) => {
    const dj = await station.as('DJ')
    const headers = { ...JSON_TYPE, authorization: `Bearer ${dj.token}` }
    expect(await codeOf(await send('POST', '/api/broadcasts', headers, body))).toEqual([400, 'INVALID_INPUT'])
  })

  it.each(['?page=-1', '?page=x', '?size=0', '?page=99999999999', '?page=1e400', '?page=1&page=2'])(
    '[HT4] the query %s is INVALID_INPUT',
    async (query) => {
      expect(await codeOf(await send('GET', `/api/broadcasts${query}`))).toEqual([400, 'INVALID_INPUT'])
    },
  )

  it('[HT4] the last page of a huge list is an empty one', async () => {
    const { status, data } = await station.call(listBroadcasts, { query: { page: 20_000_000, size: 100 } })
    expect([status, data.content]).toEqual([200, []])
  })

  it('[HT4] bytes that are no HTTP, and headers without end, get an answer and the door', async () => {
    expect(await raw('HELLO\r\n\r\n')).toMatch(/^HTTP\/1.1 400 [\s\S]*INVALID_INPUT/)
    const header = `GET / HTTP/1.1\r\nHost: x\r\nCookie: ${'a'.repeat(20_000)}\r\n\r\n`
    expect(await raw(header)).toMatch(/^HTTP\/1.1 431 [\s\S]*INVALID_INPUT/)
    expect(await codeOf(await send('GET', '/%c0%ae'))).toEqual([400, 'INVALID_INPUT'])
  })

  it.each([
    [
      'no Host, from another site',
      'POST /api/auth/logout HTTP/1.0\r\nOrigin: https://evil.example\r\n\r\n',
      403,
    ],
    ['the absolute form', 'GET http://elsewhere/api/stream/status HTTP/1.0\r\nHost: x\r\n\r\n', 200],
    ['the asterisk form', 'OPTIONS * HTTP/1.0\r\nHost: x\r\n\r\n', 200],
    [
      'a Host that is none',
      'POST /api/auth/logout HTTP/1.0\r\nHost: [[[\r\nOrigin: https://a.b\r\n\r\n',
      403,
    ],
    ['an unreadable cookie', 'GET /api/auth/me HTTP/1.0\r\nCookie: token=%zz%; =;;token\r\n\r\n', 401],
    ['an upgrade to nothing', 'GET /ws/listener HTTP/1.0\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n', 404],
    ['an upgrade without slash', 'GET ws HTTP/1.0\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n', 400],
  ])('[HT4] %s is answered as any other call', async (_, text, status) => {
    expect(await raw(text)).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
  })
})

describe('writes from other sites', () => {
  const logoutWith = async (headers: Record<string, string>) =>
    (await send('POST', '/api/auth/logout', headers)).status

  it.each([
    ['its own origin', () => ({ origin: station.origin }), 200],
    ['an allowed origin', () => ({ origin: 'https://partner.example' }), 200],
    ['another origin', () => ({ origin: 'https://evil.example' }), 403],
    ['a neighbour port', () => ({ origin: 'http://127.0.0.1:1' }), 403],
    ['an opaque origin', () => ({ origin: 'null' }), 403],
    ['no origin, another site', () => ({ 'sec-fetch-site': 'cross-site' }), 403],
    ['no origin, the same site', () => ({ 'sec-fetch-site': 'same-site' }), 403],
    ['no origin, the same origin', () => ({ 'sec-fetch-site': 'same-origin' }), 200],
    ['no browser', () => ({}), 200],
  ])('[HT6] a cookie write with %s is let in, or not', async (_, headers, status) => {
    expect(await logoutWith({ cookie: 'token=x', ...headers() })).toBe(status)
  })

  it('[HT6] a bearer header proves that no page was tricked', async () => {
    expect(await logoutWith({ authorization: 'Bearer x', origin: 'https://evil.example' })).toBe(200)
  })
})

describe('Idempotency-Key', () => {
  const create = async (who: 'DJ' | 'ADMIN', key: string, title = 'Morning show') =>
    station.call(createBroadcast, {
      as: await station.as(who),
      body: { title },
      headers: { 'idempotency-key': key },
    })

  it('[HT7] the same key gets the first answer again, also at the same moment', async () => {
    const answers = await Promise.all([1, 2, 3].map(() => create('DJ', 'key-1')))
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201])
    expect(new Set(answers.map(({ data }) => data.id)).size).toBe(1)
    expect((await create('DJ', 'key-1')).data).toEqual(answers[0]?.data)
  })

  it("[HT7] keys are a person's own", async () => {
    const [one, other] = [await create('DJ', 'key-2'), await create('ADMIN', 'key-2')]
    expect(one.data.id).not.toBe(other.data.id)
  })

  it('[HT7] a failure gives the key back', async () => {
    expect((await create('DJ', 'key-3', '')).status).toBe(400)
    expect((await create('DJ', 'key-3')).status).toBe(201)
  })
})

describe('pages', () => {
  it('[HT10] the calls are documented from the contract, with nothing from elsewhere', async () => {
    type Document = { openapi: string; paths: Record<string, Record<string, { parameters: object[] }>> }
    const document = (await (await send('GET', '/api/docs/openapi.json')).json()) as Document
    expect(document.openapi).toBe('3.1.0')
    expect(document.paths['/api/auth/{id}/role']?.put?.parameters).toMatchObject([
      { name: 'id', in: 'path', required: true },
      { name: 'newRole', in: 'query', required: true },
    ])
    const page = await (await send('GET', '/api/docs/')).text()
    expect(page).toContain('/api/docs/openapi.json')
    expect(page).not.toMatch(/(src|href)="https?:/)
  })

  it('[HT60] every operation of the station has a name of its own, and the document a license', async () => {
    type Document = { info: object; paths: Record<string, Record<string, { operationId: string }>> }
    const { info, paths } = (await (await send('GET', '/api/docs/openapi.json')).json()) as Document
    const ids = Object.values(paths).flatMap((path) =>
      Object.values(path).map(({ operationId }) => operationId),
    )
    expect(ids.every((id) => /^[a-z][A-Za-z0-9]+$/.test(id))).toBe(true)
    expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([])
    expect(ids).toEqual(expect.arrayContaining(['login', 'getStreamStatus', 'getLiveOgg']))
    expect(info).toMatchObject({ license: { identifier: 'MIT' } })
  })

  it('[HT26] their documentation is made once: small, kept for ever by its version, not sent twice', async () => {
    const page = await send('GET', '/api/docs/')
    expect(page.headers.get('cache-control')).toBe('no-cache')
    const program = `/api/docs/${/src="(js\/scalar-[\w-]+\.js)"/.exec(await page.text())?.[1]}`
    const sizes: number[] = []
    for (const coding of ['br', 'gzip', 'identity']) {
      const reply = await send('HEAD', program, { 'accept-encoding': coding })
      expect(reply.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
      expect(reply.headers.get('vary')).toBe('Accept-Encoding')
      expect(reply.headers.get('content-encoding') ?? 'identity').toBe(coding)
      sizes.push(Number(reply.headers.get('content-length')))
    }
    expect(sizes).toEqual([...sizes].sort((one, other) => one - other))
    expect(sizes[2]).toBeGreaterThan(1_000_000)
    expect((await send('GET', '/api/docs/js/scalar-else.js')).status).toBe(404)
    expect((await send('GET', '/api/docs', {}, undefined)).url).toBe(`${station.origin}/api/docs/`)
  })

  it.each(['/api/docs/', '/api/docs/openapi.json'])('[HT26] %s is not sent again unchanged', async (path) => {
    const { headers } = await send('GET', path)
    const known = { 'if-none-match': `"x", ${headers.get('etag')}`, 'cache-control': 'max-age=0' }
    const again = await send('GET', path, known)
    expect([again.status, await again.text()]).toEqual([304, ''])
  })

  it('[HT9] programs get JSON where a page would be', async () => {
    const reply = await send('GET', '/api/unknown', { accept: 'text/html' })
    expect(await codeOf(reply)).toEqual([404, 'NOT_FOUND'])
  })
})
