import { until } from '@carillon/testkit/until'
import { Attack } from './lib/attack.ts'
import type { Fault } from './lib/fault.ts'
import { FarMachine, lacksFarMachine } from './lib/network.ts'

const LISTENERS = 500
const QUICK_LISTENERS = 20
/**
 * Time to drop a listener: two kernels hold some of the stream, and then the station waits half a minute for the slow.
 */
const DROPPED_WITHIN_MS = 150_000

/** Players that opened the stream and read no more of it, as frozen tabs do. */
export const stalledListeners: Fault = {
  name: 'stalled-listeners',
  sentence: '500 listeners, whose machines take 128 KB unread, stop reading and stay connected.',
  lacks: lacksFarMachine,
  async run({ open, measure, promise, say, atEnd, isQuick }) {
    const listeners = isQuick ? QUICK_LISTENERS : LISTENERS
    const rig = await open()
    const far = new FarMachine()
    atEnd(() => far.remove())
    const count = async () =>
      (await rig.dj.api.data<{ listenerCount: number }>('GET', '/api/stream/status')).listenerCount
    const before = await count()
    let droppedMs = 0
    let dropped = 0
    await measure(rig, async () => {
      const droppedBefore = await droppedSoFar(rig.station.origin)
      const place = [far.host, new URL(rig.station.origin).port] as const
      const attack = new Attack('hold', [...place, 'listeners', listeners], far.launcher)
      await attack.next()
      const countWith = await count()
      promise(countWith === before + listeners, `${before + listeners} are counted, not ${countWith}`)
      say(`${countWith} listen`)
      droppedMs = await until(
        async () => (await count()) === before,
        DROPPED_WITHIN_MS,
        'the stalled are dropped',
      )
      dropped = (await droppedSoFar(rig.station.origin)) - droppedBefore
      await attack.kill()
    })
    promise(dropped === listeners, `${listeners} are counted as dropped, not ${dropped}`)
    promise(rig.breaks === 0, 'those who read stay connected')
    return `${dropped} of ${listeners} dropped and counted after ${(droppedMs / 1000).toFixed(0)} s`
  },
}

async function droppedSoFar(origin: string): Promise<number> {
  const text = await (await fetch(`${origin}/metrics`)).text()
  return Number(/^carillon_listeners_dropped_total (\d+)/m.exec(text)?.[1])
}
