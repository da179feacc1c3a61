import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startStation, type TestStation } from './support/station.ts'

const JSON_TYPE = 'application/json'
const NAMES = { firstname: 'José', lastname: 'Reyes', birthdate: '2000-02-29', password: 'tuning fork' }
let station: TestStation

beforeAll(async () => {
  station = await startStation()
})
afterAll(() => station.close())

const person = (email: string) => Buffer.from(JSON.stringify({ ...NAMES, email }))

async function register(headers: Record<string, string>, body: Buffer) {
  const path = `${station.origin}/api/auth/register`
  const reply = await fetch(path, { method: 'POST', headers, body: new Uint8Array(body) })
  type Answer = { code?: string; message?: string; fields?: Record<string, string> }
  const { code, message, fields } = (await reply.json()) as Answer
  return { status: reply.status, code, message, fields }
}

it.each([
  ['gzip', { 'content-type': JSON_TYPE, 'content-encoding': 'gzip' }, gzipSync(person('a@b.test'))],
  ['a coding that is none', { 'content-type': JSON_TYPE, 'content-encoding': 'x' }, person('b@b.test')],
  ['latin1', { 'content-type': `${JSON_TYPE}; charset=ISO-8859-1` }, person('c@b.test')],
  ['UTF-16', { 'content-type': `${JSON_TYPE};charset="utf-16"` }, person('d@b.test')],
] as const)('[HT41] a body marked as %s is 415', async (_, headers, body) => {
  expect(await register(headers, body)).toMatchObject({ status: 415, code: 'UNSUPPORTED_MEDIA_TYPE' })
})

it.each([
  [{ 'content-type': JSON_TYPE, 'content-encoding': 'gzip' }, /uncompressed/],
  [{ 'content-type': `${JSON_TYPE}; charset=latin1` }, /UTF-8/],
  [{ 'content-type': 'text/plain' }, /application\/json/],
] as const)('[HT711] the refusal of %o says what to send instead', async (headers, words) => {
  const { status, message } = await register(headers, person('e@b.test'))
  expect(status).toBe(415)
  expect(message).toMatch(words)
})

it.each([
  'application/json',
  'application/json; charset=utf-8',
  'application/json;charset="UTF-8"',
  'application/json; profile=x',
])('[HT41] a body of type %s is read', async (type) => {
  const body = person(`${Buffer.from(type).toString('hex')}@b.test`)
  expect((await register({ 'content-type': type, 'content-encoding': 'identity' }, body)).status).toBe(201)
})

it('[HT41] JSON that is no valid UTF-8 is refused, not stored with other letters', async () => {
  const body = Buffer.from(person('latin@b.test').toString('utf8'), 'latin1')
  expect(await register({ 'content-type': JSON_TYPE }, body)).toMatchObject({
    status: 400,
    code: 'MALFORMED_JSON',
  })
})

it('[HT42] absent fields are required, in words for people', async () => {
  const { fields = {} } = await register({ 'content-type': JSON_TYPE }, Buffer.from('{}'))
  expect(fields).toMatchObject({ firstname: 'This field is required', email: 'This field is required' })
  expect(Object.values(fields).join()).not.toMatch(/undefined|expected/)
})
