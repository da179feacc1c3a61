import { RecorderSource } from '@carillon/testkit/recorder-source'
import { lacksAcross } from '@carillon/testkit/two-instances'
import { until } from '@carillon/testkit/until'
import type { Fault } from './lib/fault.ts'

const BACK_WITHIN_MS = 20_000
const LIMIT_MS = 60_000

/** The instance of the DJ is gone while the air changes hands. */
export const handOverKilled: Fault = {
  name: 'hand-over-killed',
  sentence:
    'kill -9 to the instance of the DJ on air, of two, in the same moment as the hand-over to a DJ who waits.',
  endsProcess: true,
  lacks: lacksAcross,
  async run({ openAcross, measure, promise, atEnd }) {
    const rig = await openAcross(({ origin }) => [origin, origin])
    const { station: campus, dj, broadcastId } = rig
    const next = await campus.newMember('DJ')
    const { id } = await next.api.data<{ id: number }>('POST', '/api/broadcasts', { title: 'The next show' })
    const killed = await campus.instanceOfDj()
    const [living] = campus.instances.filter((instance) => instance !== killed)
    if (!killed || !living) throw new Error('No instance has the DJ')
    rig.probe.lookAt(living)
    await next.api.data('POST', `/api/broadcasts/${id}/stand-by`)
    const source = new RecorderSource(campus, next, id)
    atEnd(() => source.leave())
    type HandOver = { next: { isReady: boolean } | null }
    const readHandOver = () => dj.api.data<HandOver>('GET', `/api/broadcasts/${broadcastId}/hand-over`)
    const isReady = async () => (await readHandOver()).next?.isReady === true
    await until(isReady, LIMIT_MS, 'the next DJ is ready')
    const liveIds = async () =>
      (await next.api.data<{ id: number }[]>('GET', '/api/broadcasts/live')).map((show) => show.id)
    const isNextLive = async () => (await liveIds())[0] === id
    /** Asks again where the instance that was asked is gone, or the next DJ, whose line was there, is not back yet. */
    const handOver = () =>
      until(
        async () => {
          const reply = await dj.api
            .send('POST', `/api/broadcasts/${broadcastId}/hand-over`, { to: id })
            .catch(() => null)
          await reply?.body?.cancel()
          // The answer of one that was taken may be lost with its instance.
          return reply?.ok === true || (await isNextLive())
        },
        LIMIT_MS,
        'the hand-over is taken',
      )
    let djMs = 0
    let backMs = 0
    await measure(rig, async () => {
      const killedAt = performance.now()
      await Promise.all([handOver(), killed.killServer()])
      await until(isNextLive, LIMIT_MS, 'the next show is on air')
      // The line of the next DJ may be that of the instance that lives: then it never ended.
      await until(
        async () => (await campus.instanceOfDj([living])) !== null,
        LIMIT_MS,
        'the next DJ is connected',
      )
      const from = performance.now()
      djMs = from - killedAt
      await until(() => rig.isReceivedSince(from), LIMIT_MS, 'listeners hear the next show')
      backMs = performance.now() - killedAt
    })
    promise(
      backMs < BACK_WITHIN_MS,
      `listeners hear the next show within ${BACK_WITHIN_MS / 1000} s of the kill`,
    )
    promise((await liveIds()).length === 1, 'one show is on air')
    return `the next DJ on air after ${(djMs / 1000).toFixed(1)} s, all listeners after ${(backMs / 1000).toFixed(1)} s`
  },
}
