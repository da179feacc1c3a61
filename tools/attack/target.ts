import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { IncomingMessage, ServerResponse } from 'node:http'
import fc from 'fast-check'
import { type Operation, operationsOf, readDocument } from '../../server/tests/generated/document.ts'
import type { WireRequest } from '../../server/tests/generated/draft.ts'
import { asMeant, carryOut, documentedValues, type Plan } from '../../server/tests/generated/plan.ts'
import { seeds } from '../../server/tests/generated/seeds/all.ts'
import { createSender } from '../../server/tests/generated/send.ts'
import { createWorld } from '../../server/tests/generated/world.ts'
import { AGENT } from './request-file.ts'

const TRIES = 8
const SEED = 7
/** As little as does, for what there is ends in time, too; more where a call was asked too often. */
const SECONDS_BETWEEN = { usually: 2, whereLimited: 61 }
/** The longest window in which guesses are counted. */
const SECONDS_TO_FORGET = 3_600
/** Paths that sound without an end: a scanner would listen for ever. */
const ENDLESS = /^\/(live\.|test\/)/
const LISTENS_FOR_MS = 300

/** A station to be attacked. */
export type Target = Awaited<ReturnType<typeof openTarget>>

/**
 * Starts a station with one of everything, on the PostgreSQL of TEST_DATABASE_URL. Its clock runs with what it is asked,
 * so that limits hide nothing. The caller closes it.
 */
export async function openTarget() {
  const world = await createWorld()
  const { origin } = world.station
  const sender = createSender(origin)
  const operations = operationsOf(await readDocument(origin))
  const answers = new Map<number, number>()
  let secondsBetween = SECONDS_BETWEEN.usually
  const onAnswer = (message: unknown) => {
    const { request, response } = message as { request: IncomingMessage; response: ServerResponse }
    if (request.headers['user-agent'] !== AGENT || request.headers.host !== new URL(origin).host) return
    const { statusCode } = response
    answers.set(statusCode, (answers.get(statusCode) ?? 0) + 1)
    if (statusCode === 429) secondsBetween = SECONDS_BETWEEN.whereLimited
    world.pass(statusCode === 429 ? SECONDS_TO_FORGET : secondsBetween)
    if (ENDLESS.test(request.url ?? '')) setTimeout(() => request.socket.destroy(), LISTENS_FOR_MS).unref()
  }
  subscribe('http.server.response.finish', onAnswer)

  const prepare = (operation: Operation, values: Plan['values']) =>
    carryOut(world, operation, { plan: { ...asMeant, values }, seed: seeds[operation.key], ids: [] })

  return {
    origin,
    operations,
    answers,
    world,
    /** A request that succeeds, with as many values as may be given, not yet sent; null when none of some tries did. */
    async goodRequest(operation: Operation): Promise<WireRequest | null> {
      const sample = (isBare: boolean) =>
        fc.sample(documentedValues(operation, isBare), { numRuns: TRIES, seed: SEED })
      const fullest = sample(false).sort((a, b) => sizeOf(b) - sizeOf(a))
      secondsBetween = SECONDS_BETWEEN.usually
      for (const values of [...fullest, ...sample(true)]) {
        world.pass(secondsBetween)
        const { status } = await sender.send(await prepare(operation, values))
        await world.heal()
        // What it is about is used up now: another one is made.
        if (status < 300) return prepare(operation, values)
      }
      return null
    },
    async close(): Promise<void> {
      unsubscribe('http.server.response.finish', onAnswer)
      sender.close()
      await world.close()
    },
  }
}

function sizeOf({ query, body }: Plan['values']): number {
  return JSON.stringify([Object.keys(query), Object.keys(body ?? {})]).length
}
