import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Operation } from './document.ts'
import { readDocument } from './document.ts'
import { createJudge } from './judge.ts'
import { asMeant, carryOut, documentedValues, type Plan, plansFor } from './plan.ts'
import { countSockets, INPUTS, RunCounters, SEED } from './run-counters.ts'
import { seeds } from './seeds/all.ts'
import { createSender } from './send.ts'
import { createWorld, type World } from './world.ts'

/** `ONLY='POST /api/polls'` asks that call alone. */
const ONLY = process.env.ONLY
const SECONDS_BETWEEN = 2
const MAX_GROWTH_BYTES = 24 * 2 ** 20
/** Calls that may end sessions, change roles or stop the station from sending. */
const HURTS = /^(?!GET)\w+ \/api\/(auth|radio)/
/** This many tries until values by the schema alone are let through: a rule may ask for more than a schema can. */
const TRIES = 8

let world: World
let sender: ReturnType<typeof createSender>
let judge: ReturnType<typeof createJudge>
const ids: number[] = []

beforeAll(async () => {
  world = await createWorld()
  sender = createSender(world.station.origin)
  judge = createJudge(await readDocument(world.station.origin))
})
afterAll(async () => {
  sender.close()
  await world.close()
})

const asked = () => judge.operations.filter(({ key }) => ONLY === undefined || key === ONLY)

/** Sends one input; throws when its answer is not as documented. */
async function ask(operation: Operation, plan: Plan): Promise<{ status: number; succeeded: string | null }> {
  world.pass(SECONDS_BETWEEN)
  if (world.isOld) await world.heal()
  const request = await carryOut(world, operation, { plan, seed: seeds[operation.key], ids })
  const reply = await sender.send(request)
  try {
    const { operation: answered, isSuccess } = judge.judge(request, reply)
    if (isSuccess) remember(reply.body)
    return { status: reply.status, succeeded: isSuccess && answered ? answered.key : null }
  } catch (error) {
    const { method, target } = request
    const body = request.body?.toString('latin1').slice(0, 500) ?? ''
    const answer = `${reply.status} ${reply.body.toString('utf8').slice(0, 500)}`
    throw new Error(`${method} ${target.slice(0, 500)}\n${body}\n-> ${answer}\n${String(error)}`)
  } finally {
    if (reply.status < 300 && HURTS.test(`${request.method} ${request.target}`)) await world.heal()
  }
}

/** Ids of what there is, for calls that are to find something that was not made for them. */
function remember(body: Buffer): void {
  const id = /"data":\{"id":(\d+)/.exec(body.subarray(0, 60).toString('latin1'))?.[1]
  if (id) ids.push(Number(id))
  if (ids.length > 60) ids.shift()
}

it('[ED4] every address that answers is documented, but the protocols of their own', () => {
  const missing = world.station.app.rawRoutes.filter(
    ({ path, documented }) => !documented && !/^\/(ws-radio|relay|api\/docs)/.test(path),
  )
  expect(missing.map(({ path }) => path)).toEqual([])
})

it('[ED4] an address that lacks its last part is none of a call', async () => {
  const lacking = asked().filter(({ template }) => template.endsWith('}'))
  for (const { method, template } of lacking) {
    const target = template.replace(/\{\w+\}$/, '').replaceAll(/\{\w+\}/g, '1')
    const request = { method, target, headers: {}, body: null }
    const { operation } = judge.judge(request, await sender.send(request))
    expect([target, operation?.key ?? null]).toEqual([target, null])
  }
})

it('[ED4] a part of an address that is longer than any name is not found', async () => {
  const named = asked().filter(({ template }) => /\{(?!\w*[iI]d\})\w+\}$/.test(template))
  for (const { method, template } of named) {
    const target = template.replaceAll(/\{\w+\}/g, 'x'.repeat(201))
    const request = { method, target, headers: {}, body: null }
    const reply = await sender.send(request)
    judge.judge(request, reply)
    expect([target, reply.status]).toEqual([target, 404])
  }
})

it('[ED1] every call of the document succeeds when it is asked as documented', {
  timeout: 120_000,
}, async () => {
  const never: string[] = []
  for (const operation of asked()) {
    const statuses: number[] = []
    const values = fc.sample(documentedValues(operation, true), { numRuns: TRIES, seed: SEED })
    for (const one of values) {
      if (statuses.some((status) => status < 300)) break
      statuses.push((await ask(operation, { ...asMeant, values: one })).status)
    }
    if (!statuses.some((status) => status < 300)) never.push(`${operation.key}: ${statuses.join(' ')}`)
  }
  expect(never, 'calls without a success: give them a seed in tests/generated/seeds').toEqual([])
})

it('[ED2] whatever a call is asked, its answer is documented and no fault of the server, and nothing grows', {
  timeout: 60_000 + INPUTS * 200,
}, async () => {
  const counters = new RunCounters('HTTP calls')
  const { origin } = world.station
  const sockets = countSockets(origin)
  const succeeded = new Set<string>()
  const operations = asked()
  const each = Math.ceil(INPUTS / operations.length)
  // Several rounds: what one call leaves behind, the next ones meet.
  const rounds = Math.ceil(each / 10)
  for (let round = 0; round < rounds; round++) {
    for (const [at, operation] of operations.entries()) {
      const input = fc.asyncProperty(plansFor(operation), async (plan) => {
        const { status, succeeded: key } = await ask(operation, plan)
        counters.count(`${Math.floor(status / 100)}xx`)
        if (key) succeeded.add(key)
      })
      await fc.assert(input, { numRuns: Math.ceil(each / rounds), seed: SEED + round * 1_000 + at })
    }
  }
  sender.close()
  const growth = counters.report(`${succeeded.size} of ${operations.length} calls succeeded`)
  expect(growth).toBeLessThan(MAX_GROWTH_BYTES)
  await expect.poll(() => countSockets(origin), { timeout: 20_000 }).toBeLessThanOrEqual(sockets)
  expect((await fetch(`${world.station.origin}/stream/health`)).status).toBe(200)
})
