import { lacksAcross } from '@carillon/testkit/two-instances'
import { until } from '@carillon/testkit/until'
import type { Fault } from './lib/fault.ts'

const RESTARTS = 10
const QUICK_RESTARTS = 2
const BACK_WITHIN_MS = 3_000
const LIMIT_MS = 20_000

/** The server that most listen to is killed and started, over and over. */
export const icecastRestarts: Fault = {
  name: 'icecast-restarts',
  sentence: `Icecast is killed and started ${RESTARTS} times, on air across two instances.`,
  lacks: lacksAcross,
  async run({ openAcross, measure, promise, isQuick }) {
    const rig = await openAcross()
    const { icecast } = rig.station.parts
    const hasSource = async () => (await icecast.mount()) !== null
    const backMs: number[] = []
    const { calls } = await measure(rig, async () => {
      await until(hasSource, LIMIT_MS, 'Icecast has its source')
      for (let round = 0; round < (isQuick ? QUICK_RESTARTS : RESTARTS); round += 1) {
        await icecast.stop()
        await icecast.run()
        backMs.push(await until(hasSource, LIMIT_MS, 'Icecast has its source again'))
      }
    })
    const mostMs = Math.max(...backMs)
    promise(mostMs < BACK_WITHIN_MS, `the source is back within ${BACK_WITHIN_MS / 1000} s`)
    promise(calls.failures.length === 0, `every call succeeds: ${[...new Set(calls.failures)].join(', ')}`)
    promise(rig.source.closeCodes.length === 0 && rig.breaks === 0, 'DJ and listeners stay connected')
    return `source back ${backMs.length} times, ${(mostMs / 1000).toFixed(1)} s after Icecast at most`
  },
}
