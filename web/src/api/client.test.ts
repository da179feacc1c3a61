import { login, me, register } from '@carillon/contract/auth/endpoints'
import { listUsers } from '@carillon/contract/auth/people-endpoints'
import { createBroadcast, getBroadcast, startBroadcast } from '@carillon/contract/broadcasts/endpoints'
import { deleteMessage } from '@carillon/contract/chat/endpoints'
import { sendTestNotification } from '@carillon/contract/notifications/endpoints'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { type Answer, failure, ok, openStation, type Station } from '../testing/station.ts'
import { ApiError, isCancelled } from './api-error.ts'
import { pause } from './client.ts'
import { initOf, readableCookie } from './request.ts'

let station: Station | undefined
afterEach(() => station?.close())

async function open(...args: Parameters<typeof openStation>): Promise<Station> {
  station = await openStation(...args)
  return station
}

const rejection = (promise: Promise<unknown>) =>
  promise.then(
    () => expect.unreachable(),
    (error) => error,
  )
const body = { title: 'Harana Hour' }

describe('calls', () => {
  test('[SH9] the address carries parameters and query, a GET also _ts and no-cache', async () => {
    const { call, received } = await open(() => ok({}))
    await call(getBroadcast, { params: { id: 12 } })
    await call(listUsers, { query: { page: 2, size: 15 } })
    expect(received[0]?.url.pathname).toBe('/api/broadcasts/12')
    expect(Number(received[0]?.url.searchParams.get('_ts'))).toBeGreaterThan(0)
    expect(received[0]?.headers).toMatchObject({
      'cache-control': 'no-cache',
      pragma: 'no-cache',
      'content-type': 'application/json',
    })
    expect(received[1]?.url.search).toMatch(/^\?page=2&size=15&_ts=\d+$/)
  })

  test('[SH9] a POST carries JSON and no _ts', async () => {
    const { call, received } = await open(() => ok({}))
    await call(login, { body: { email: 'ana@campus.example', password: 'secret' } })
    expect(received[0]).toMatchObject({
      method: 'POST',
      body: { email: 'ana@campus.example', password: 'secret' },
    })
    expect(received[0]?.url.search).toBe('')
    expect(received[0]?.headers['content-type']).toBe('application/json')
  })

  test('[MV4] what is deleted as a page is left is deleted; other calls end with their page', () => {
    const parts = { token: null, idempotencyKey: null }
    expect([deleteMessage, me].map((endpoint) => initOf(endpoint, {}, parts).keepalive)).toEqual([
      true,
      false,
    ])
  })

  test('[SH9] every call sends the cookies of the station and is in JSON', () => {
    const { credentials, headers } = initOf(me, {}, { token: 'abc', idempotencyKey: null })
    expect(credentials).toBe('include')
    expect(headers).toMatchObject({ 'Content-Type': 'application/json', Authorization: 'Bearer abc' })
  })

  test('[SH9] a token that the page may read is sent as bearer', () => {
    expect(readableCookie('theme=dark; token=a%2Fb; other=1', 'token')).toBe('a/b')
    expect(readableCookie('tokens=x', 'token')).toBeNull()
    expect(readableCookie('', 'token')).toBeNull()
    expect(readableCookie('token=100%', 'token')).toBe('100%')
  })

  test('[SH10] lost networks and 5xx are tried again after a delay that doubles', async () => {
    const { call, received, pauses } = await open((_, count) =>
      count === 1 ? null : count < 4 ? failure(503, 'DATABASE_AWAY', 'Something went wrong') : ok({ id: 1 }),
    )
    expect(await call(me)).toEqual({ id: 1 })
    expect(received).toHaveLength(4)
    expect(pauses).toEqual([1_000, 2_000, 4_000])
  })

  test('[SH10] a station that does not answer in time is tried again, then given up', async () => {
    const { call, pauses } = await open(() => undefined, { apiTimeoutMs: 40, maxRetries: 1, retryDelayMs: 1 })
    expect(await rejection(call(me))).toMatchObject({ status: 0, code: 'TIMEOUT' })
    expect(pauses).toEqual([1])
  })

  test('[SH10] after the last try the error is told', async () => {
    const { call, received } = await open(() => null)
    expect(await rejection(call(me))).toMatchObject({ status: 0, code: 'NETWORK' })
    expect(received).toHaveLength(4)
  })

  test.each([400, 401, 403, 404, 409, 413, 429])('[SH10] %i is told at once', async (status) => {
    const { call, received } = await open(() => failure(status, 'X', 'No.'))
    expect(await rejection(call(me))).toMatchObject({ status })
    expect(received).toHaveLength(1)
  })

  test('[SH11] a creating POST keeps one Idempotency-Key over its tries, another call has another', async () => {
    const { call, received } = await open((_, count) => (count === 1 ? null : ok({}, 201)))
    await call(createBroadcast, { body })
    await call(createBroadcast, { body })
    const keys = received.map((request) => request.headers['idempotency-key'])
    expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/)
    expect(keys[1]).toBe(keys[0])
    expect(keys[2]).not.toBe(keys[0])
  })

  test('[SH11] so does a test notification, which would be seen twice', async () => {
    const { call, received } = await open((_, count) => (count === 1 ? null : ok({})))
    await call(sendTestNotification, { query: { message: 'Testing' } })
    const [first, again] = received.map((request) => request.headers['idempotency-key'])
    expect([again, first]).toEqual([first, expect.stringMatching(/^[0-9a-f-]{36}$/)])
  })

  test('[SH11] it has one also where the page is not secure', async () => {
    vi.stubGlobal('crypto', { getRandomValues: crypto.getRandomValues.bind(crypto) })
    const { call, received } = await open(() => ok({}, 201))
    await call(createBroadcast, { body })
    vi.unstubAllGlobals()
    expect(received[0]?.headers['idempotency-key']).toMatch(/^[0-9a-f-]{36}$/)
  })

  test('[SH11] other calls carry no key', async () => {
    const { call, received } = await open(() => ok({}))
    await call(startBroadcast, { params: { id: 1 } })
    await call(me)
    expect(received.map((request) => request.headers['idempotency-key'])).toEqual([undefined, undefined])
  })

  test('[SH12] a cancelled call rejects with the reason and is not tried again', async () => {
    const leaving = new AbortController()
    const { call, received } = await open(() => {
      leaving.abort(new Error('left'))
      return undefined
    })
    expect(await rejection(call(me, { signal: leaving.signal }))).toEqual(new Error('left'))
    expect(received).toHaveLength(1)
  })

  test('[SH12] a cancelled pause ends at once', async () => {
    const leaving = new AbortController()
    const waiting = rejection(pause(3_600_000, leaving.signal))
    leaving.abort(new Error('left'))
    expect(await waiting).toEqual(new Error('left'))
    expect(await rejection(pause(3_600_000, leaving.signal))).toEqual(new Error('left'))
  })

  test('[SH961] whoever gives a call up has the answer that is on its way, and no other try is made', async () => {
    const givenUp = new AbortController()
    const { call, received } = await open((_, count) => {
      if (count === 2) givenUp.abort()
      return failure(503, 'DATABASE_AWAY', 'Oh.')
    })
    expect(isCancelled(await rejection(call(me, { givenUp: givenUp.signal })))).toBe(true)
    expect(received).toHaveLength(2)
  })

  const ANSWERS: [string, Answer, object][] = [
    [
      'an error of the envelope',
      failure(400, 'INVALID_INPUT', 'Some of it is not valid.', {
        fields: { email: 'Taken' },
        requestId: 'r1',
      }),
      {
        code: 'INVALID_INPUT',
        message: 'Some of it is not valid.',
        fields: { email: 'Taken' },
        requestId: 'r1',
      },
    ],
    [
      'a wait',
      { ...failure(429, 'TOO_MANY_ATTEMPTS', 'Wait.'), headers: { 'retry-after': '30' } },
      { retryAfterSeconds: 30 },
    ],
    [
      'bare words',
      { status: 401, text: ' Wrong password. ' },
      { code: 'UNREADABLE', serverMessage: 'Wrong password.' },
    ],
    [
      'a page of a proxy',
      { status: 404, text: '<html>', headers: { 'content-type': 'text/html' } },
      { code: 'UNREADABLE', serverMessage: undefined, fields: {} },
    ],
    ['a body without the envelope', { status: 200, body: [1] }, { status: 200, code: 'UNREADABLE' }],
  ]

  test.each(ANSWERS)('[SH13] %s becomes an ApiError', async (_, answer, expected) => {
    const { call } = await open(() => answer)
    const error = await rejection(call(register, { body: { ...REGISTRATION } }))
    expect(error).toBeInstanceOf(ApiError)
    expect(error).toMatchObject(expected)
  })

  test('[SH13] 204 gives null', async () => {
    const { call } = await open(() => ({ status: 204, text: '' }))
    expect(await call(me)).toBeNull()
  })
})

const REGISTRATION = {
  firstname: 'Ana',
  lastname: 'Cruz',
  email: 'ana@campus.example',
  birthdate: '2004-01-01',
  password: 'harana',
}
