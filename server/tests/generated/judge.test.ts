import { beforeAll, expect, it } from 'vitest'
import type { OpenApiDocument } from './document.ts'
import { createJudge } from './judge.ts'
import type { WireReply } from './send.ts'

const error = { type: 'object', properties: { code: { type: 'string' } }, required: ['code'] }
const refusal = { $ref: '#/components/schemas/Error', properties: { code: { enum: ['NOT_FOUND'] } } }
const DOCUMENT = {
  paths: {
    '/api/things/{id}': {
      get: {
        parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
        responses: {
          200: {
            content: {
              'application/json': {
                schema: { properties: { data: { type: 'integer' } }, required: ['data'] },
              },
            },
          },
          204: {},
          404: { $ref: '#/components/responses/NOT_FOUND' },
          429: { headers: { 'Retry-After': { required: true, schema: { type: 'integer' } } } },
          503: { content: { 'application/json': { schema: refusal } } },
        },
      },
    },
  },
  components: {
    schemas: { Error: error },
    responses: { NOT_FOUND: { content: { 'application/json': { schema: refusal } } } },
  },
} as unknown as OpenApiDocument

const JSON_TYPE = { 'content-type': 'application/json; charset=utf-8', 'x-content-type-options': 'nosniff' }
let judge: ReturnType<typeof createJudge>
beforeAll(() => {
  judge = createJudge(DOCUMENT)
})

function verdictOn(target: string, status: number, body: unknown, headers: WireReply['headers'] = JSON_TYPE) {
  const text = body === undefined ? '' : JSON.stringify(body)
  const request = { method: 'GET', target, headers: {}, body: null }
  return judge.judge(request, { status, headers, body: Buffer.from(text) })
}

it.each([
  ['a success', '/api/things/1', 200, { data: 1 }],
  ['a refusal', '/api/things/1', 404, { code: 'NOT_FOUND' }],
  ['an address that is no call', '/api/things/x', 404, { code: 'NOT_FOUND' }],
])('[ED3] %s that is as documented passes', (_, target, status, body) => {
  expect(verdictOn(target, status, body).isSuccess).toBe(status === 200)
})

it.each([
  ['a fault', '/api/things/1', 503, { code: 'NOT_FOUND' }, JSON_TYPE],
  ['a status that nobody told of', '/api/things/1', 201, { data: 1 }, JSON_TYPE],
  ['a body of another shape', '/api/things/1', 200, { data: 'one' }, JSON_TYPE],
  ['a missing field', '/api/things/1', 200, {}, JSON_TYPE],
  ['a code of another call', '/api/things/1', 404, { code: 'FORBIDDEN' }, JSON_TYPE],
  ['another type', '/api/things/1', 200, { data: 1 }, { ...JSON_TYPE, 'content-type': 'text/html' }],
  ['a body where there is none', '/api/things/1', 204, { data: 1 }, JSON_TYPE],
  ['a wait of unknown length', '/api/things/1', 429, undefined, JSON_TYPE],
  ['a missing security header', '/api/things/1', 204, undefined, {}],
  ['a success where there is no call', '/api/others', 200, { data: 1 }, JSON_TYPE],
  ['a code that no other address has', '/api/others', 404, { code: 'SLOW_MODE' }, JSON_TYPE],
])('[ED3] %s is found', (_, target, status, body, headers) => {
  expect(() => verdictOn(target, status, body, headers)).toThrow()
})

it('[ED3] a page passes where no call is, and nowhere else', () => {
  const page = { ...JSON_TYPE, 'content-type': 'text/html; charset=utf-8' }
  expect(verdictOn('/+api/things/1', 200, 'page', page).isSuccess).toBe(false)
  for (const target of ['/api/thing', '/api/things/1'])
    expect(() => verdictOn(target, 200, 'page', page)).toThrow('not')
})
