import { ROLES, type Role } from '@carillon/contract/roles'
import fc, { type Arbitrary } from 'fast-check'
import type { Operation } from './document.ts'
import { type Draft, type WireRequest, writeRequest } from './draft.ts'
import { type Mutation, mutateDraft, mutateWire, mutationsOf } from './mutations.ts'
import type { Prepared, Seed } from './seed.ts'
import { valuesOf } from './values.ts'
import type { World } from './world.ts'

type Who = Role | 'visitor' | 'nobody'

/** One input, as fast-check makes, prints and shrinks it. */
export type Plan = {
  /** Whether what it is about is made for it; otherwise it is whatever is known, or nothing. */
  isSeeded: boolean
  /** Null: anyone who may. */
  who: Who | null
  /** Which of the ids seen so far stands in the path. */
  knownId: number
  values: Pick<Draft, 'path' | 'query' | 'body'> & { headers: Record<string, unknown> }
  mutations: readonly Mutation[]
  address: number
}

/** A call as it is meant to be made: what it succeeds with. */
export const asMeant: Omit<Plan, 'values'> = {
  isSeeded: true,
  who: null,
  knownId: 0,
  mutations: [],
  address: 0,
}

/** Inputs for a call: as documented, and bent. */
export function plansFor(operation: Operation): Arbitrary<Plan> {
  return fc.record({
    isSeeded: fc.oneof({ weight: 3, arbitrary: fc.constant(true) }, fc.constant(false)),
    who: fc.oneof(
      { weight: 3, arbitrary: fc.constant(null) },
      fc.constantFrom<Who>(...ROLES, 'visitor', 'nobody'),
    ),
    knownId: fc.nat(),
    values: documentedValues(operation),
    mutations: fc.oneof(
      { weight: 1, arbitrary: fc.constant([]) },
      { weight: 3, arbitrary: fc.array(mutationsOf(operation), { minLength: 1, maxLength: 3 }) },
    ),
    address: fc.nat(0xffff),
  })
}

/** Values by the document; without those that may be left out, where `isBare`. */
export function documentedValues(operation: Operation, isBare = false): Arbitrary<Plan['values']> {
  return fc.record({
    path: valuesIn(operation, 'path', isBare),
    query: valuesIn(operation, 'query', isBare),
    headers: valuesIn(operation, 'header', isBare),
    body: operation.body ? valuesOf(operation.body) : fc.constant(undefined),
  })
}

function valuesIn({ parameters }: Operation, place: 'path' | 'query' | 'header', isBare: boolean) {
  const here = parameters.filter((one) => one.in === place && (one.required || !isBare))
  return fc.record(Object.fromEntries(here.map(({ name, schema }) => [name, valuesOf(schema)])), {
    requiredKeys: here.filter(({ required }) => required).map(({ name }) => name),
  })
}

/** Makes what a plan is about, and the request that it asks for. */
export async function carryOut(
  world: World,
  operation: Operation,
  { plan, seed = () => ({}), ids }: { plan: Plan; seed?: Seed | undefined; ids: readonly number[] },
): Promise<WireRequest> {
  const prepared = plan.isSeeded ? await seed(world) : {}
  const { values, mutations } = plan
  const known = ids[plan.knownId % Math.max(1, ids.length)]
  const isInteger = (name: string) =>
    operation.parameters.some(
      (one) => one.in === 'path' && one.name === name && one.schema.type === 'integer',
    )
  const knownPath = Object.fromEntries(
    Object.entries(values.path).map(([name, value]) => [name, isInteger(name) ? (known ?? value) : value]),
  )
  const draft: Draft = {
    path: { ...knownPath, ...prepared.path },
    query: { ...values.query, ...prepared.query },
    headers: { ...sendable(values.headers), ...identity(world, plan, prepared), ...prepared.headers },
    body: bodyOf(values.body, prepared.body),
  }
  return mutations.reduce(mutateWire, writeRequest(operation, mutations.reduce(mutateDraft, draft)))
}

function bodyOf(generated: unknown, prepared: unknown): unknown {
  if (Buffer.isBuffer(prepared)) return prepared
  const isRecord = (value: unknown) => typeof value === 'object' && value !== null
  return isRecord(generated) && isRecord(prepared) ? { ...generated, ...prepared } : (prepared ?? generated)
}

function identity(world: World, plan: Plan, prepared: Prepared): Record<string, string> {
  const from = { 'x-forwarded-for': `10.1.${plan.address >> 8}.${plan.address & 255}` }
  const as = plan.who ?? prepared.as ?? 'ADMIN'
  if (as === 'visitor') return from
  if (as === 'nobody') return { ...from, authorization: `Bearer ${'x'.repeat(43)}` }
  const { token } = typeof as === 'string' ? world.person(as) : as
  return { ...from, authorization: `Bearer ${token}` }
}

/** Headers that can be sent at all; raw bytes have their own part. */
function sendable(headers: Record<string, unknown>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, String(value).replace(/[^\x20-\x7e]/g, '?')]),
  )
}
