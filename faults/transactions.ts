import { Attack } from './lib/attack.ts'
import type { Fault } from './lib/fault.ts'

const CONNECTIONS = 7
const QUICK_CONNECTIONS = 2
const SECONDS = 35
const QUICK_SECONDS = 4
const MEGA = 1e6
/** Growth that a busy process may have for a while. */
const MOST_GROWTH_BYTES = 150 * MEGA
/** Then a person takes a station for broken. */
const SLOWEST_CALL_MS = 5_000

type Outcome = { sentBytes: number; refused: Record<string, number> }

/** A visitor's transactions that are filled and never committed: what they hold has a limit, and an end. */
export const transactions: Fault = {
  name: 'transactions',
  sentence: '7 visitors fill STOMP transactions for 35 s and never commit; whoever is refused comes back.',
  async run({ open, measure, promise, isQuick }) {
    const rig = await open()
    const [connections, seconds] = isQuick ? [QUICK_CONNECTIONS, QUICK_SECONDS] : [CONNECTIONS, SECONDS]
    let outcome: Outcome = { sentBytes: 0, refused: {} }
    const { calls, residentBytes } = await measure(rig, async () => {
      const address = rig.station.socketUrl('/ws-radio/websocket')
      outcome = await new Attack('transactions', [address, connections, seconds]).next<Outcome>()
    })
    const { sentBytes, refused } = outcome
    const codes = Object.entries(refused).map(([code, count]) => `${count} ${code}`)
    const grownBytes = residentBytes.most - residentBytes.before
    promise((refused.BODY_TOO_LARGE ?? 0) > 0, `they are refused: ${codes.join(', ') || 'never'}`)
    promise(grownBytes < MOST_GROWTH_BYTES, `memory grows by ${(grownBytes / MEGA).toFixed(0)} MB at most`)
    promise(calls.failures.length === 0, `every call of others succeeds: ${calls.failures.join(', ')}`)
    if (!isQuick)
      promise(calls.slowestMs < SLOWEST_CALL_MS, `others wait no more than ${SLOWEST_CALL_MS / 1000} s`)
    return `${(sentBytes / MEGA).toFixed(0)} MB sent, refused ${codes.join(', ')}; ${(grownBytes / MEGA).toFixed(0)} MB more at most; the slowest call of others ${calls.slowestMs.toFixed(0)} ms`
  },
}
