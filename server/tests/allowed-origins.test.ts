import { afterAll, beforeAll, expect, it } from 'vitest'
import { startStation, type TestStation } from './support/station.ts'

const PARTNER = 'https://partner.example'
let station: TestStation

beforeAll(async () => {
  station = await startStation({ allowedOrigins: [PARTNER] })
})
afterAll(() => station.close())

const send = (method: string, path: string, headers: Record<string, string>) =>
  fetch(station.origin + path, { method, headers })
const preflight = (path: string, method: string, origin = PARTNER) =>
  send('OPTIONS', path, { origin, 'access-control-request-method': method })
const allowedOf = ({ headers }: Response) => headers.get('access-control-allow-origin')

it('[HT40] a preflight of an allowed origin is told what every call takes', async () => {
  for (const { endpoint } of station.app.routes) {
    const path = endpoint.path.replaceAll(/:[A-Za-z]+/g, '1')
    const { status, headers } = await preflight(path, endpoint.method)
    const given = Object.fromEntries(headers)
    expect([path, status, given['access-control-allow-origin']]).toEqual([path, 204, PARTNER])
    expect(given).toMatchObject({
      'access-control-allow-methods': expect.stringContaining(endpoint.method),
      'access-control-allow-headers': expect.stringMatching(/Content-Type.*Idempotency-Key/),
      'access-control-allow-credentials': 'true',
      vary: 'Origin',
    })
  }
})

it('[HT40] replies and refusals can be read by pages of an allowed origin', async () => {
  const headers = { origin: PARTNER }
  for (const [method, path, status] of [
    ['GET', '/api/broadcasts', 200],
    ['GET', '/api/auth/me', 401],
    ['POST', '/api/auth/logout', 200],
    ['GET', '/api/no-such-call', 404],
  ] as const) {
    const reply = await send(method, path, headers)
    expect([path, reply.status, allowedOf(reply)]).toEqual([path, status, PARTNER])
  }
})

it('[HT40] pages of any other origin get nothing of it', async () => {
  for (const origin of ['https://evil.example', 'null', `${PARTNER}.evil.example`]) {
    const asked = await preflight('/api/auth/login', 'POST', origin)
    expect([asked.status, allowedOf(asked)]).toEqual([405, null])
    const read = await send('GET', '/api/broadcasts', { origin })
    expect([read.status, allowedOf(read), read.headers.get('vary')]).toEqual([200, null, 'Origin'])
  }
  const unknown = await preflight('/api/no-such-call', 'POST')
  expect(unknown.status).toBe(404)
})
