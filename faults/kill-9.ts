import { ListenerProbe } from '@carillon/testkit/listener-probe'
import { quantile } from '@carillon/testkit/process-cost'
import { until } from '@carillon/testkit/until'
import type { Fault } from './lib/fault.ts'

const ROUNDS = 20
const QUICK_ROUNDS = 2
const LISTENERS = 60
/** The next kill is in the middle of a conversation. */
const SAID_BETWEEN = 5
const BACK_SHARE = 0.95
const BACK_WITHIN_MS = 20_000

/** The process is gone without a word, again and again. */
export const killNine: Fault = {
  name: 'kill-9',
  sentence: 'kill -9 on air 20 times, with 60 listeners, and a start right after.',
  endsProcess: true,
  async run({ open, measure, promise, say, atEnd, isQuick }) {
    const rounds = isQuick ? QUICK_ROUNDS : ROUNDS
    const rig = await open()
    const { station, source } = rig
    const doorListeners = Array.from({ length: LISTENERS }, () => new ListenerProbe(station.origin))
    atEnd(() => doorListeners.forEach((doorListener) => void doorListener.leave()))
    const notifiedBefore = await rig.timesNotified()
    const backMs: number[] = []
    await measure(rig, async () => {
      await until(() => shareReceivedSince(0) === 1, BACK_WITHIN_MS, 'all listen')
      for (let round = 1; round <= rounds; round += 1) {
        const killedAt = performance.now()
        await station.killServer()
        await station.startServer()
        const startedAt = performance.now()
        // The DJ may be taken before we are told that the station has started.
        const isBack = () => source.acceptedAtMs > killedAt && shareReceivedSince(startedAt) >= BACK_SHARE
        await until(isBack, BACK_WITHIN_MS, `DJ and 95 % of listeners are back, round ${round}`)
        backMs.push(performance.now() - killedAt)
        const said = rig.writer.acknowledged
        await until(() => rig.writer.acknowledged > said + SAID_BETWEEN, BACK_WITHIN_MS, 'messages are taken')
        say(`round ${round}: back after ${((backMs.at(-1) ?? 0) / 1000).toFixed(1)} s`)
      }
    })
    promise(await rig.isOnAir(), 'the same broadcast is on air')
    promise((await rig.timesNotified()) === notifiedBefore, 'nobody is notified a second time')
    const [middle, most] = [quantile(backMs, 0.5), Math.max(...backMs)]
    promise(most < BACK_WITHIN_MS, `all are back within ${BACK_WITHIN_MS / 1000} s of the kill`)
    return `DJ and 95 % of ${LISTENERS} listeners back after ${(middle / 1000).toFixed(1)} s, at most ${(most / 1000).toFixed(1)} s`

    function shareReceivedSince(atMs: number): number {
      return doorListeners.filter(({ soundAtMs }) => soundAtMs > atMs).length / doorListeners.length
    }
  },
}
