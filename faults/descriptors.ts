import { findCommand } from '@carillon/testkit/processes'
import { until } from '@carillon/testkit/until'
import { Attack } from './lib/attack.ts'
import type { Fault } from './lib/fault.ts'

/** The station with its database has about two hundred open itself. */
const LIMIT = 320
const CONNECTIONS = 600
const HELD_MS = 20_000
const QUICK_HELD_MS = 4_000
const BACK_WITHIN_MS = 30_000

/** The kernel gives the process no more descriptors: new connections cannot be taken. */
export const descriptors: Fault = {
  name: 'descriptors',
  sentence: `A process that may open ${LIMIT} files has ${CONNECTIONS} connections knocking that ask for nothing, for ${HELD_MS / 1000} s.`,
  lacks: () => (findCommand('prlimit') ? null : 'no prlimit on this machine'),
  async run({ open, measure, promise, isQuick }) {
    const rig = await open({ launch: { launcher: ['prlimit', `--nofile=${LIMIT}`] } })
    const { station, probe, writer } = rig
    const { pid } = station
    let backMs = 0
    let most = 0
    await measure(rig, async () => {
      const attack = new Attack('hold', ['127.0.0.1', new URL(station.origin).port, 'idle', CONNECTIONS])
      await until(() => probe.allDescriptors >= LIMIT - 1, BACK_WITHIN_MS, 'no descriptor is left')
      most = probe.allDescriptors
      const heldUntil = performance.now() + (isQuick ? QUICK_HELD_MS : HELD_MS)
      await until(() => performance.now() > heldUntil, HELD_MS + BACK_WITHIN_MS, 'the attack goes on')
      const endedAt = performance.now()
      await attack.kill()
      backMs = await until(
        () => writer.acknowledgedAtMs > endedAt,
        BACK_WITHIN_MS,
        'messages are taken again',
      )
    })
    promise(station.isRunning && station.pid === pid, 'the process lives')
    promise(rig.breaks === 0 && rig.source.closeCodes.length === 0, 'DJ and listeners stay connected')
    return `${most} of ${LIMIT} open; messages taken again ${(backMs / 1000).toFixed(1)} s after`
  },
}
