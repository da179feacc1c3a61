import { ListenerProbe } from '@carillon/testkit/listener-probe'
import { lacksAcross } from '@carillon/testkit/two-instances'
import { until } from '@carillon/testkit/until'
import type { Fault } from './lib/fault.ts'

const LISTENERS = 20
const BACK_WITHIN_MS = 20_000
const LIMIT_MS = 60_000

/** The instance that has the DJ is gone without a word; its people come back by the proxy. */
export const instanceKilled: Fault = {
  name: 'instance-killed',
  sentence: `kill -9 to the instance of the DJ, of two behind a proxy with ${LISTENERS} listeners.`,
  endsProcess: true,
  lacks: lacksAcross,
  async run({ openAcross, measure, promise, atEnd }) {
    // Two, so that one of them is at the instance that is killed.
    const rig = await openAcross(({ origin }) => [origin, origin])
    const { station: campus, source, writer } = rig
    const doorListeners = Array.from({ length: LISTENERS }, () => new ListenerProbe(campus.origin))
    atEnd(() => doorListeners.forEach((doorListener) => void doorListener.leave()))
    const notifiedBefore = await rig.timesNotified()
    const killed = await campus.instanceOfDj()
    const [living] = campus.instances.filter((instance) => instance !== killed)
    if (!killed || !living) throw new Error('No instance has the DJ')
    rig.probe.lookAt(living)
    const areReceivedSince = (atMs: number) =>
      rig.isReceivedSince(atMs) && doorListeners.every(({ soundAtMs }) => soundAtMs > atMs)
    let djMs = 0
    let backMs = 0
    await measure(rig, async () => {
      await until(() => areReceivedSince(0), LIMIT_MS, 'all listen')
      const killedAt = performance.now()
      await killed.killServer()
      await until(() => source.acceptedAtMs > killedAt, LIMIT_MS, 'the DJ is back')
      djMs = source.acceptedAtMs - killedAt
      const { acceptedAtMs } = source
      await until(() => areReceivedSince(acceptedAtMs), LIMIT_MS, 'listeners hear the DJ')
      backMs = performance.now() - killedAt
      await until(() => writer.acknowledgedAtMs > acceptedAtMs, LIMIT_MS, 'messages are taken')
    })
    promise(
      backMs < BACK_WITHIN_MS,
      `DJ and listeners are back within ${BACK_WITHIN_MS / 1000} s of the kill`,
    )
    promise(
      doorListeners.filter(({ breaks }) => breaks > 0).length < LISTENERS,
      'those of the other stay connected',
    )
    promise(await rig.isOnAir(), 'the same broadcast is on air')
    promise((await rig.timesNotified()) === notifiedBefore, 'nobody is notified a second time')
    return `DJ back after ${(djMs / 1000).toFixed(1)} s, all ${LISTENERS} listeners after ${(backMs / 1000).toFixed(1)} s`
  },
}
