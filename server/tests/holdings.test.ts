import { join } from 'node:path'
import { ERRORS } from '@carillon/contract/errors'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod/mini'
import { FIXED, HOLDINGS } from '../src/holdings/all.ts'
import type { Kind, Limit } from '../src/holdings/holding.ts'
import { findPlaces, isUsed, readFile } from './support/places.ts'
import { startStation, type TestStation } from './support/station.ts'

const KINDS = [...new Set([...HOLDINGS, ...FIXED].map(({ kind }) => kind))]
const limits = [...new Set(HOLDINGS.flatMap((holding) => holding.limits))]

let station: TestStation
let found: Record<Kind, string[]>

beforeAll(async () => {
  station = await startStation()
  found = findPlaces(station)
})
afterAll(() => station.close())

const listed = (kind: Kind) =>
  [...HOLDINGS, ...FIXED].filter((each) => each.kind === kind).flatMap(({ places }) => places)

describe('the table of holdings', () => {
  it.each(KINDS)('[SE20] has one row for each %s that there is, and none for what is not there', (kind) => {
    expect(listed(kind).sort()).toEqual(found[kind].sort())
  })

  it('[SE20] has every sort of place that the walk finds', () => {
    expect(KINDS.sort()).toEqual(Object.keys(found).sort())
  })

  it('[SE20] refuses with codes of the catalogue', () => {
    const words = ['cut', 'oldest goes', 'less is done', 'less is answered']
    for (const { places, refusal } of HOLDINGS) {
      const isKnown = typeof refusal === 'number' ? refusal >= 1000 && refusal < 5000 : refusal in ERRORS
      expect(isKnown || words.includes(`${refusal}`), places[0]).toBe(true)
    }
  })

  it('[SE20] names numbers by the constants that count them, and those are used', async () => {
    for (const limit of limits) expect(await faultOf(limit), `${limit.file} ${limit.name}`).toBeNull()
  })

  it('[SE20] says of each list how many rows it has, and of each body how many bytes', () => {
    for (const { endpoint } of station.app.routes) {
      const place = `${endpoint.method} ${endpoint.path}`
      const row = HOLDINGS.find(({ kind, places }) => kind === 'call' && places.includes(place))
      const what = row?.limits.map((limit) => limit.what)
      if (isList(endpoint.reply)) expect(what, place).toContain('rows')
      if (endpoint.body) expect(what, place).toContain('bytes of body')
    }
  })
})

/** Fault of a row's number; null: it is the one that the code enforces. */
async function faultOf({ file, name, value }: Limit): Promise<string | null> {
  const [constant = '', field] = name.replace('()', '').split('.')
  const module = await import(join(import.meta.dirname, '../..', file))
  if (!(constant in module)) return 'there is no such constant'
  if (!/^[^/*]*export (?:const|function) /m.test(readFile(file))) return 'it is declared elsewhere'
  const enforced = field ? module[constant][field] : module[constant]
  if (typeof enforced !== 'function' && enforced !== value) return 'the row has another number'
  if (
    !Object.values({ value })
      .flatMap(numbersOf)
      .every((number) => number > 0)
  )
    return 'it is no limit'
  return isUsed(constant, file) ? null : 'nobody uses it'
}

function numbersOf(value: Limit['value']): number[] {
  return typeof value === 'number' ? [value] : Object.values(value)
}

/** A list of things, or a page of one; what has a fixed number of parts is none. */
function isList(schema: z.core.$ZodType): boolean {
  if (schema instanceof z.ZodMiniArray) return true
  return schema instanceof z.ZodMiniObject && schema.shape.content instanceof z.ZodMiniArray
}
