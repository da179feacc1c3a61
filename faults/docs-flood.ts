import { setTimeout as delay } from 'node:timers/promises'
import { Attack } from './lib/attack.ts'
import type { Fault } from './lib/fault.ts'

const PER_SECOND = 20
const FLOOD_MS = 30_000
const QUICK_FLOOD_MS = 3_000
const MEGA = 1e6
/** Buffers on their way to the attacker; more would be replies that are made for each. */
const MOST_GROWTH_BYTES = 150 * MEGA
/** Then a person takes a station for broken. */
const SLOWEST_CALL_MS = 5_000

type Answers = { answered: number; failed: number; bytes: number }

/** The largest reply that anybody may ask for, again and again, by who takes it in no smaller form. */
export const docsFlood: Fault = {
  name: 'docs-flood',
  sentence: `The documentation of the calls, its program of 4 MB and its document, is asked for ${PER_SECOND} times a second, uncompressed, for ${FLOOD_MS / 1000} s.`,
  async run({ open, measure, promise, isQuick }) {
    const rig = await open()
    const { origin } = rig.station
    const page = await (await fetch(`${origin}/api/docs/`)).text()
    const program = `/api/docs/${/src="(js\/scalar[^"]*\.js)"/.exec(page)?.[1]}`
    let flood: Answers = { answered: 0, failed: 0, bytes: 0 }
    const { calls, residentBytes } = await measure(rig, async () => {
      // The name has a second address, where nobody listens.
      const address = origin.replace('localhost', '127.0.0.1')
      const attack = new Attack('flood', [address, PER_SECOND, program, '/api/docs/openapi.json'])
      await delay(isQuick ? QUICK_FLOOD_MS : FLOOD_MS)
      flood = await attack.ask<Answers>('end')
      await attack.kill()
    })
    const grownBytes = residentBytes.most - residentBytes.before
    promise(flood.answered > 0 && flood.failed === 0, `the flood is answered: ${JSON.stringify(flood)}`)
    promise(grownBytes < MOST_GROWTH_BYTES, `it is sent shared buffers: ${(grownBytes / MEGA).toFixed(0)} MB`)
    promise(
      calls.failures.length === 0,
      `every call of others succeeds: ${[...new Set(calls.failures)].join(', ')}`,
    )
    if (!isQuick)
      promise(calls.slowestMs < SLOWEST_CALL_MS, `others wait no more than ${SLOWEST_CALL_MS / 1000} s`)
    return `${flood.answered} answers of ${(flood.bytes / flood.answered / MEGA).toFixed(1)} MB; the slowest call of others ${calls.slowestMs.toFixed(0)} ms`
  },
}
