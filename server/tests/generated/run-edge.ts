import fc, { type Arbitrary } from 'fast-check'
import { expect } from 'vitest'
import { countSockets, INPUTS, MAX_GROWTH_BYTES, RunCounters, SEED } from './run-counters.ts'

/** Side by side, so that waiting for one is waiting for all. */
const AT_ONCE = 20

/** One edge: what it is sent, and what sends it. */
export type EdgeRun<Input> = {
  name: string
  input: Arbitrary<Input>
  /** Sends one; gives what came of it in a word, such as `4xx` or `closed`. Throws when that is wrong. */
  send(input: Input): Promise<string>
  origin: string
  limitMs: number
  /** One, where each connection takes the place of the last. */
  atOnce?: number
  /** Closes connections that were kept for the next. */
  close?: () => void
}

/**
 * Sends an edge its inputs, twenty at a time. Fails when one is answered wrongly, when memory grows or sockets stay, and
 * when the station answers no more. `SEED`, which
 * is printed, repeats a run.
 */
export async function runEdge<Input>({
  name,
  input,
  send,
  origin,
  limitMs,
  close,
  atOnce = AT_ONCE,
}: EdgeRun<Input>): Promise<void> {
  const counters = new RunCounters(name)
  const sockets = countSockets(origin)
  const limits = { interruptAfterTimeLimit: limitMs, markInterruptAsFailure: true }
  const one = fc.asyncProperty(input, async (made) => counters.count(await send(made)))
  const lines = Array.from({ length: atOnce }, (_, line) =>
    fc.assert(one, { ...limits, numRuns: Math.ceil(INPUTS / atOnce), seed: SEED + line }),
  )
  await Promise.all(lines)
  close?.()
  expect(counters.report()).toBeLessThan(MAX_GROWTH_BYTES)
  await expect.poll(() => countSockets(origin), { timeout: 20_000 }).toBeLessThanOrEqual(sockets)
  const health = await fetch(`${origin}/stream/health`)
  await health.arrayBuffer()
  expect(health.status).toBe(200)
}
