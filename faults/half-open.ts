import { until } from '@carillon/testkit/until'
import { Attack } from './lib/attack.ts'
import type { Fault } from './lib/fault.ts'
import { FarMachine, lacksLossyMachine } from './lib/network.ts'

const LISTENERS = 150
const SOCKETS = 150
const QUICK_COUNT = 10
/** A player's socket is pinged every 30 s and taken for dead after 90; a stream holds half a minute for the slow. */
const NOTICED_WITHIN_MS = 120_000

/** Their machines are switched off: no packet of theirs says goodbye, and none answers. */
export const halfOpen: Fault = {
  name: 'half-open',
  sentence: '300 listeners, half of them streams and half of them sockets, vanish without a packet.',
  lacks: lacksLossyMachine,
  async run({ open, measure, promise, say, atEnd, isQuick }) {
    const [listeners, sockets] = isQuick ? [QUICK_COUNT, QUICK_COUNT] : [LISTENERS, SOCKETS]
    const rig = await open()
    const { station, dj } = rig
    const far = new FarMachine()
    atEnd(() => far.remove())
    const count = async () =>
      (await dj.api.data<{ listenerCount: number }>('GET', '/api/stream/status')).listenerCount
    const countBefore = await count()
    let countWith = 0
    let goneMs = 0
    await measure(rig, async () => {
      const before = rig.probe.descriptors
      const place = [far.host, new URL(station.origin).port] as const
      const attacks = [
        new Attack('hold', [...place, 'listeners', listeners], far.launcher),
        new Attack('hold', [...place, 'sockets', sockets], far.launcher),
      ]
      await Promise.all(attacks.map((attack) => attack.next()))
      countWith = await count()
      say(`${countWith} listen`)
      far.losePackets()
      await Promise.all(attacks.map((attack) => attack.kill()))
      // Other connections of this station come and go by a few.
      const areGone = async () =>
        (await count()) === countBefore && rig.probe.descriptors < before + SOCKETS / 10
      goneMs = await until(areGone, NOTICED_WITHIN_MS, 'those who vanished are let go')
    })
    // Every other socket is a player's.
    const expected = countBefore + listeners + sockets / 2
    promise(countWith === expected, `${expected} are counted, not ${countWith}`)
    promise(rig.source.closeCodes.length === 0, 'the DJ stays connected')
    return `${listeners + sockets} let go after ${(goneMs / 1000).toFixed(0)} s, ${countWith} listeners counted with them and ${await count()} after`
  },
}
