import { setTimeout as delay } from 'node:timers/promises'
import { lacksAcross } from '@carillon/testkit/two-instances'
import { until } from '@carillon/testkit/until'
import type { Fault } from './lib/fault.ts'
import type { FaultRig } from './lib/fault-rig.ts'

const AWAY_MS = 30_000
const QUICK_AWAY_MS = 3_000
const NOTICED_WITHIN_MS = 10_000
const BACK_WITHIN_MS = 5_000
const LIMIT_MS = 30_000

/** The database of a campus is restarted, or moves to another machine. */
export const databaseAway: Fault = {
  name: 'database-away',
  sentence: `PostgreSQL is away for ${AWAY_MS / 1000} s, on air across two instances.`,
  lacks: lacksAcross,
  async run({ openAcross, measure, promise, isQuick }) {
    const rig = await openAcross()
    const { instances, parts } = rig.station
    let noticedMs = 0
    let backMs = 0
    const { calls } = await measure(rig, async () => {
      await parts.postgres.halt()
      noticedMs = await everywhere(503, NOTICED_WITHIN_MS)
      await delay(isQuick ? QUICK_AWAY_MS : AWAY_MS)
      await parts.postgres.resume()
      const resumedAt = performance.now()
      backMs = await everywhere(200, LIMIT_MS)
      await until(() => rig.writer.acknowledgedAtMs > resumedAt, LIMIT_MS, 'messages are taken again')
    })
    const failures = new Set(calls.failures)
    promise(backMs < BACK_WITHIN_MS, `calls are back within ${BACK_WITHIN_MS / 1000} s`)
    promise(
      [...failures].every((failure) => failure === '503 DATABASE_AWAY'),
      `calls fail with 503 alone: ${[...failures].join(', ')}`,
    )
    promise(rig.source.closeCodes.length === 0 && rig.breaks === 0, 'DJ and listeners stay connected')
    promise(await rig.isOnAir(), 'the same broadcast is on air')
    return `503 after ${(noticedMs / 1000).toFixed(1)} s, calls back at both ${(backMs / 1000).toFixed(1)} s after it`

    /** Resolves when each instance answers a signed-in person so; gives after how long. */
    async function everywhere(status: number, limitMs: number): Promise<number> {
      const waits = instances.map(({ address }) =>
        until(async () => (await statusAt(address, rig)) === status, limitMs, `${status} at ${address}`),
      )
      return Math.max(...(await Promise.all(waits)))
    }
  },
}

async function statusAt(address: string, { dj }: FaultRig): Promise<number> {
  const headers = { authorization: `Bearer ${dj.api.token}` }
  return (await fetch(`${address}/api/auth/me`, { headers })).status
}
