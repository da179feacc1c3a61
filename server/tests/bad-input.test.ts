import { ERRORS } from '@carillon/contract/errors'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startStation, type TestStation } from './support/station.ts'

const RUNS = Number(process.env.FUZZ_RUNS ?? 150)
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS']

let station: TestStation
let tokens: Array<string | null>

beforeAll(async () => {
  station = await startStation()
  const members = await Promise.all([station.as('DJ'), station.as('ADMIN'), station.as('LISTENER')])
  tokens = [null, 'no token', ...members.map(({ token }) => token)]
})
afterAll(() => station.close())

const nasty = fc.constantFrom<unknown>(
  '\u0000',
  '\ud800',
  'é'.repeat(2000),
  "'; DROP TABLE users; --",
  -1,
  1e308,
  2 ** 53,
  2_147_483_648,
  '__proto__',
  [],
  null,
  '0000-00-00',
  '2026-02-30T25:61:00.000',
  '9999-12-31T23:59:59.999',
  '0001-01-01T00:00:00.000',
)
const fields = ['title', 'description', 'scheduledStart', 'scheduledEnd', 'email', 'password', 'remember']
const moreFields = [
  'firstname',
  'lastname',
  'birthdate',
  'gender',
  'enabled',
  'seconds',
  'unit',
  'amount',
  'reason',
  'content',
  'songTitle',
  'artist',
  'message',
  'status',
  'broadcastId',
  'question',
  'options',
  'optionId',
]
const value = fc.oneof(nasty, fc.jsonValue({ maxDepth: 3 }), fc.string({ unit: 'binary' }))
const json = fc
  .dictionary(fc.oneof(fc.constantFrom(...fields, ...moreFields), fc.string()), value, { maxKeys: 8 })
  .map((body) => JSON.stringify(body))
const body = fc.oneof(
  json,
  fc.string({ unit: 'binary' }),
  fc.jsonValue().map((one) => JSON.stringify(one)),
)
const segment = fc.oneof(
  fc.integer({ min: -5, max: 30 }).map(String),
  fc.constantFrom('%00', '%zz', '..', '99999999999', '1e3', '%ff%fe', 'x'.repeat(300), '%2e%2e%2f'),
  fc.string().map(encodeURIComponent),
)
const query = fc.dictionary(
  fc.constantFrom('page', 'size', 'days', 'newRole', '_ts', 'x'),
  value.map(String),
  {
    maxKeys: 3,
  },
)

it('[HT4] whatever is sent, the answer is a known code and never a fault of the server', {
  timeout: 120_000,
}, async () => {
  const patterns = [
    ...station.app.routes.map(({ endpoint }) => endpoint.path),
    '/api/:id',
    '/:id',
    '/test/:id',
  ]
  const request = fc.record({
    method: fc.constantFrom(...METHODS),
    pattern: fc.constantFrom(
      ...patterns.filter((path) => !path.includes('/radio/') && !path.endsWith('logout')),
    ),
    segment,
    query,
    body,
    token: fc.constantFrom(...tokens),
    type: fc.constantFrom('application/json', 'application/json; charset=utf-16', 'text/plain', 'a/b', ''),
  })
  await fc.assert(
    fc.asyncProperty(request, async ({ method, pattern, segment, query, body, token, type }) => {
      const path = pattern.replace(/:(id|[a-z]+Id)\b/g, () => segment)
      const reply = await fetch(`${station.origin}${path}?${new URLSearchParams(query)}`, {
        method,
        redirect: 'manual',
        headers: {
          ...(type && { 'content-type': type }),
          ...(token && { authorization: `Bearer ${token}` }),
        },
        ...(method !== 'GET' && method !== 'HEAD' && { body }),
      })
      const text = await reply.text()
      expect(reply.status, text).toBeLessThan(500)
      if (reply.status < 400 || method === 'HEAD') return
      const { code } = JSON.parse(text)
      expect(Object.keys(ERRORS)).toContain(code)
    }),
    { numRuns: RUNS },
  )
  expect((await fetch(`${station.origin}/api/stream/status`)).status).toBe(200)
})
