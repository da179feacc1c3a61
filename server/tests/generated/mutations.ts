import fc, { type Arbitrary } from 'fast-check'
import type { Operation, Schema } from './document.ts'
import type { Draft, WireRequest } from './draft.ts'
import { bentValues } from './mutated-values.ts'

/** One thing that is wrong with a request; it says itself what, for the report of a failure. */
export type Mutation =
  | { on: 'draft'; do: 'replace' | 'add'; place: Place; name: string; value: unknown }
  | { on: 'draft'; do: 'remove'; place: Place; name: string }
  | { on: 'wire'; do: 'header'; name: string; value: string }
  | { on: 'wire'; do: 'method'; method: string }
  | { on: 'wire'; do: 'body'; text: string }
  | { on: 'wire'; do: 'cut'; atShare: number }
  | { on: 'wire'; do: 'address'; atShare: number; text: string }
  | { on: 'wire'; do: 'query'; text: string }

type Place = 'path' | 'query' | 'body'

const ODD_NAMES = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'id',
  'role',
  'banned',
  '',
  'a.b',
  'x[y]',
]
const ODD_BODIES = [
  '',
  '{',
  'null',
  '"text"',
  '[]',
  '0',
  '{"a":1}{"a":2}',
  '{"__proto__":{"isAdmin":true}}',
  '\ufeff{}',
  '{"a":1e99999}',
  '{"a":"\\ud800"}',
  'a=b&c=d',
  '<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>',
  `${'['.repeat(20_000)}${']'.repeat(20_000)}`,
  `{"title":"${'x'.repeat(300_000)}"}`,
]
const ODD_HEADERS: readonly (readonly [string, string])[] = [
  ['content-type', ''],
  ['content-type', 'text/plain'],
  ['content-type', 'application/json; charset=utf-16'],
  ['content-type', 'application/x-www-form-urlencoded'],
  ['content-type', 'multipart/form-data; boundary=x'],
  ['content-type', 'APPLICATION/JSON'],
  ['content-type', '/'],
  ['content-encoding', 'gzip'],
  ['content-encoding', 'gzip, br'],
  ['accept', 'text/html'],
  ['accept', 'image/*;q=0'],
  ['accept-encoding', 'identity;q=0'],
  ['authorization', 'Basic eDp5'],
  ['authorization', 'Bearer'],
  ['authorization', `Bearer ${'x'.repeat(4_000)}`],
  ['cookie', 'token='],
  ['cookie', `token=${'y'.repeat(43)}; token=%00; device="`],
  ['origin', 'https://evil.example'],
  ['origin', 'null'],
  ['origin', '//'],
  ['sec-fetch-site', 'cross-site'],
  ['host', 'evil.example:99999'],
  ['x-forwarded-for', '"><script>, 999.1.1.1'],
  ['x-forwarded-host', 'evil.example'],
  ['x-forwarded-proto', 'javascript'],
  ['x-http-method-override', 'DELETE'],
  ['upgrade', 'h2c'],
  ['expect', '100-continue'],
  ['range', 'bytes=5-1'],
  ['range', 'bytes=-0'],
  ['range', `bytes=${'0-1,'.repeat(400)}5-6`],
  ['if-none-match', '*'],
  ['if-modified-since', 'yesterday'],
  ['if-match', '"x"'],
  ['idempotency-key', 'k'.repeat(255)],
  ['idempotency-key', 'k'.repeat(256)],
]
const ODD_ADDRESSES = [
  '%',
  '%zz',
  '%00',
  '%ff%fe',
  '%2e%2e%2f',
  '%252e',
  '%2f',
  '//',
  ';',
  '\\',
  '.',
  '+',
  '%C0%AE',
]

/** Faults that a request for this call can have. */
export function mutationsOf(operation: Operation): Arbitrary<Mutation> {
  const values = targetsOf(operation).map(({ place, name, schema }) =>
    fc.oneof(
      {
        weight: 5,
        arbitrary: bentValues(schema).map(
          (value): Mutation => ({ on: 'draft', do: 'replace', place, name, value }),
        ),
      },
      { weight: 1, arbitrary: fc.constant<Mutation>({ on: 'draft', do: 'remove', place, name }) },
    ),
  )
  return fc.oneof({ weight: values.length > 0 ? 3 : 1, arbitrary: fc.oneof(...values, addition) }, wireBend)
}

const addition: Arbitrary<Mutation> = fc.record({
  on: fc.constant('draft' as const),
  do: fc.constant('add' as const),
  place: fc.constantFrom<Place>('query', 'body'),
  name: fc.oneof(fc.constantFrom(...ODD_NAMES), fc.string({ maxLength: 30 })),
  value: fc.jsonValue({ maxDepth: 2 }),
})

const share = fc.double({ min: 0, max: 1, noNaN: true })
const wireBend: Arbitrary<Mutation> = fc.oneof(
  fc
    .constantFrom(...ODD_HEADERS)
    .map(([name, value]): Mutation => ({ on: 'wire', do: 'header', name, value })),
  fc
    .constantFrom('HEAD', 'OPTIONS', 'PATCH', 'PUT', 'DELETE', 'POST', 'GET', 'PROPFIND')
    .map((method): Mutation => ({ on: 'wire', do: 'method', method })),
  fc.constantFrom(...ODD_BODIES).map((text): Mutation => ({ on: 'wire', do: 'body', text })),
  share.map((atShare): Mutation => ({ on: 'wire', do: 'cut', atShare })),
  fc
    .tuple(share, fc.constantFrom(...ODD_ADDRESSES))
    .map(([atShare, text]): Mutation => ({ on: 'wire', do: 'address', atShare, text })),
  fc
    .constantFrom('page=1&page=2', '&&&', '=', '?', 'page', '%zz=%', 'page[]=1', '__proto__[x]=1', '_ts=1')
    .map((text): Mutation => ({ on: 'wire', do: 'query', text })),
)

type Target = { place: Place; name: string; schema: Schema }

function targetsOf({ parameters, body }: Operation): Target[] {
  return [
    ...parameters.flatMap(({ in: place, name, schema }): Target[] =>
      place === 'header' ? [] : [{ place, name, schema }],
    ),
    ...Object.entries(body?.properties ?? {}).map(
      ([name, schema]): Target => ({ place: 'body', name, schema }),
    ),
  ]
}

/** Does to a draft what a bend says. */
export function mutateDraft(draft: Draft, mutation: Mutation): Draft {
  if (mutation.on !== 'draft') return draft
  const { place, name } = mutation
  const held = draft[place]
  if (held !== undefined && (typeof held !== 'object' || held === null || Buffer.isBuffer(held))) return draft
  const bent: Record<string, unknown> = { ...held }
  delete bent[name]
  if (mutation.do !== 'remove')
    // An own `__proto__`, as JSON has it, is not to be set by assignment.
    Object.defineProperty(bent, name, { value: mutation.value, enumerable: true, configurable: true })
  return { ...draft, [place]: bent }
}

/** Does to a written request what a bend says. */
export function mutateWire(request: WireRequest, mutation: Mutation): WireRequest {
  if (mutation.on !== 'wire') return request
  const { target, headers, body } = request
  if (mutation.do === 'header')
    return { ...request, headers: { ...headers, [mutation.name]: mutation.value } }
  if (mutation.do === 'method') return { ...request, method: mutation.method }
  if (mutation.do === 'body')
    return {
      ...request,
      headers: { 'content-type': 'application/json', ...headers },
      body: Buffer.from(mutation.text),
    }
  if (mutation.do === 'cut')
    return { ...request, body: body?.subarray(0, Math.floor(body.length * mutation.atShare)) ?? null }
  if (mutation.do === 'query')
    return { ...request, target: `${target}${target.includes('?') ? '&' : '?'}${mutation.text}` }
  // The first letter stays: without a slash there is no address.
  const at = 1 + Math.floor((target.length - 1) * mutation.atShare)
  return { ...request, target: target.slice(0, at) + mutation.text + target.slice(at) }
}
