import { execFile } from 'node:child_process'
import { promisify, stripVTControlCharacters } from 'node:util'
import { findCommand } from '@carillon/testkit/processes'
import type { Fault } from './fault.ts'

const CONNECTIONS = 1_000
const PER_SECOND = 200
const SECONDS = 60
const QUICK_SECONDS = 10
/** Then a person takes a station for broken. */
const SLOWEST_CALL_MS = 5_000

const execute = promisify(execFile)

/** An attack of slowhttptest: what it is told, against which address of the station. */
export type SlowAttack = {
  name: string
  sentence: string
  options: readonly string[]
  pathOf: (origin: string) => string | Promise<string>
}

/** A thousand connections of slowhttptest for a minute, while somebody else writes, each call on a new connection. */
export function slowFault({ name, sentence, options, pathOf }: SlowAttack): Fault {
  return {
    name,
    sentence,
    lacks: () => (findCommand('slowhttptest') ? null : 'no slowhttptest on this machine'),
    async run({ open, measure, promise, isQuick }) {
      const rig = await open()
      const seconds = isQuick ? QUICK_SECONDS : SECONDS
      const { origin } = rig.station
      // The name has a second address, where nobody listens.
      const address = origin.replace('localhost', '127.0.0.1') + (await pathOf(origin))
      const load = ['-c', CONNECTIONS, '-r', PER_SECOND, '-l', seconds].map(String)
      let most = 0
      const { calls, descriptors } = await measure(rig, async () => {
        // It ends with another code when the attack is over before its time, which is no failure of ours.
        const { stdout } = await execute('slowhttptest', [...options, ...load, '-u', address]).catch(
          (error) => error,
        )
        most = mostConnected(stdout)
      })
      promise(most > 0, 'the attack gets through to the station')
      promise(
        calls.failures.length === 0,
        `every call of others succeeds: ${[...new Set(calls.failures)].join(', ')}`,
      )
      promise(calls.slowestMs < SLOWEST_CALL_MS, `others wait no more than ${SLOWEST_CALL_MS / 1000} s`)
      return `${most} connections held at once, ${descriptors.most} descriptors; the slowest call of others ${calls.slowestMs.toFixed(0)} ms`
    },
  }
}

/** It prints `connected: 123` every few seconds, in colours. */
function mostConnected(output: string): number {
  const counts = Array.from(stripVTControlCharacters(output).matchAll(/connected: +(\d+)/g))
  return Math.max(0, ...counts.map(([, count]) => Number(count)))
}
