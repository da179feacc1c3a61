import { until } from '@carillon/testkit/until'
import type { Fault } from './lib/fault.ts'

const STOP_LIMIT_MS = 8_000
const BACK_WITHIN_MS = 20_000

/** A supervisor's restart in the middle of a show. */
export const sigterm: Fault = {
  name: 'sigterm',
  sentence: 'SIGTERM on air, and a start right after.',
  endsProcess: true,
  async run({ open, measure, promise }) {
    const rig = await open()
    const { station, source } = rig
    let stopMs = 0
    let backMs = 0
    await measure(rig, async () => {
      const signalledAt = performance.now()
      const code = await station.stopServer()
      stopMs = performance.now() - signalledAt
      promise(code === 0, `it ends with 0, not ${code}`)
      await station.startServer()
      const startedAt = performance.now()
      await until(
        () => source.acceptedAtMs > signalledAt && rig.isReceivedSince(startedAt),
        BACK_WITHIN_MS,
        'DJ and listeners are back',
      )
      backMs = performance.now() - signalledAt
    })
    promise(stopMs < STOP_LIMIT_MS, `it ends within ${STOP_LIMIT_MS / 1000} s`)
    promise(source.closeCodes.at(-1) === 1012, `the DJ is told 1012, not ${source.closeCodes.at(-1)}`)
    promise(await rig.isOnAir(), 'the same broadcast is on air')
    return `ends with 0 after ${(stopMs / 1000).toFixed(1)} s, DJ and listeners back after ${(backMs / 1000).toFixed(1)} s`
  },
}
