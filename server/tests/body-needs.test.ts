import { MAX_BODY_BYTES } from '@carillon/contract/endpoint'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { z } from 'zod/mini'
import { MAX_JSON_DEPTH, MAX_JSON_PARTS } from '../src/http/json-size.ts'
import { schemaOf } from '../src/http/open-api/schemas.ts'
import { startStation, type TestStation } from './support/station.ts'

let station: TestStation
beforeAll(async () => {
  station = await startStation()
})
afterAll(() => station.close())

type Schema = z.core.JSONSchema.BaseSchema
/** Bytes, commas and colons and opening brackets, and depth. */
type Need = { bytes: number; parts: number; depth: number }

/** `\u0041`. */
const ESCAPED_BYTES = 6
/** `-1.7976931348623157e+308`, and what an e-mail or a date needs that has no length of its own. */
const NUMBER_BYTES = 25
const FORMATS: Record<string, number> = { email: 254, date: 10, 'date-time': 35 }

/** The longest JSON that this schema takes, without blanks; a length that nothing bounds is Infinity. */
function needOf(schema: Schema): Need {
  const choices = schema.anyOf ?? schema.oneOf ?? schema.allOf
  if (choices) return most(choices.map((each) => needOf(each as Schema)))
  if (schema.enum || schema.const !== undefined)
    return leaf(Math.max(...(schema.enum ?? [schema.const]).map((value) => JSON.stringify(value).length)))
  if (schema.type === 'string') return leaf(2 + ESCAPED_BYTES * lengthOf(schema))
  if (schema.type === 'object') return together(Object.entries(schema.properties ?? {}).map(memberOf))
  if (schema.type === 'array') {
    const { bytes, parts, depth } = needOf(schema.items as Schema)
    const { maxItems: count = Number.POSITIVE_INFINITY } = schema
    return { bytes: count * (bytes + 1) + 2, parts: count * (parts + 1) + 1, depth: depth + 1 }
  }
  return leaf(NUMBER_BYTES)
}

const leaf = (bytes: number): Need => ({ bytes, parts: 0, depth: 0 })

function lengthOf({ maxLength, format, pattern }: Schema): number {
  // Two patterns of the contract say their length themselves: times, and the address of an upload.
  return maxLength ?? FORMATS[format ?? ''] ?? (pattern ? 100 : Number.POSITIVE_INFINITY)
}

function memberOf([name, schema]: [string, unknown]): Need {
  const { bytes, parts, depth } = needOf(schema as Schema)
  return { bytes: bytes + ESCAPED_BYTES * name.length + 4, parts: parts + 2, depth }
}

function together(members: Need[]): Need {
  const sum = (key: 'bytes' | 'parts') => members.reduce((total, each) => total + each[key], 0)
  return { bytes: sum('bytes') + 2, parts: sum('parts') + 1, depth: 1 + most(members).depth }
}

function most(needs: Need[]): Need {
  const largest = (key: keyof Need) => Math.max(0, ...needs.map((each) => each[key]))
  return { bytes: largest('bytes'), parts: largest('parts'), depth: largest('depth') }
}

it('[HT23] no call refuses for its size what its schema takes, whatever is escaped', () => {
  const calls = station.app.routes.filter(({ endpoint }) => endpoint.body)
  expect(calls.length).toBeGreaterThan(20)
  for (const { endpoint } of calls) {
    const { method, path, body, maxBodyBytes = MAX_BODY_BYTES } = endpoint
    const need = needOf(schemaOf(body ?? z.null(), 'input') as Schema)
    expect([method, path, need.bytes <= maxBodyBytes, need.bytes]).toEqual([method, path, true, need.bytes])
    expect(need.parts).toBeLessThanOrEqual(MAX_JSON_PARTS)
    expect(need.depth).toBeLessThanOrEqual(MAX_JSON_DEPTH)
  }
})

it('[HT23] a call says that it takes more only where it needs more', () => {
  const larger = station.app.routes.filter(({ endpoint }) => (endpoint.maxBodyBytes ?? 0) > MAX_BODY_BYTES)
  expect(larger.map(({ endpoint }) => endpoint.path)).toEqual([
    '/api/playlists/:id/items',
    '/api/announcements',
    '/api/announcements/:id',
  ])
})
