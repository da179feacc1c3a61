import type { Member } from '@carillon/testkit/station'
import { until } from '@carillon/testkit/until'
import type { Fault } from './lib/fault.ts'
import { endpoints, lacksPushWorld, PushWorld, subscribe } from './lib/push-world.ts'

const PEOPLE = 10
/** Still more than are pushed to at once. */
const QUICK_PEOPLE = 4
const BROWSERS_OF_EACH = 10
const CALLED_WITHIN_MS = 5_000
const LIMIT_MS = 240_000

/** Accounts that anybody can make, with push services that accept a connection and then say nothing. */
export const pushHanging: Fault = {
  name: 'push-hanging',
  sentence: `${PEOPLE} people have ${BROWSERS_OF_EACH} browsers each, at push services that say nothing; two notifications go to everybody.`,
  lacks: lacksPushWorld,
  async run({ open, measure, promise, atEnd, isQuick }) {
    const world = await PushWorld.open()
    atEnd(() => world.close())
    const rig = await open(world.setting)
    const { station, speaker } = rig
    const people = isQuick ? QUICK_PEOPLE : PEOPLE
    for (let person = 0; person < people; person += 1) {
      const own = Array.from({ length: BROWSERS_OF_EACH }, (_, at) =>
        endpoints.hanging(person * BROWSERS_OF_EACH + at),
      )
      await subscribe(await station.newMember('LISTENER'), own)
    }
    await subscribe(await station.newMember('LISTENER'), [endpoints.honest(1)])
    const [admin, tookMs, gaveUp] = [await station.admin(), [] as number[], [] as number[]]
    const { calls } = await measure(rig, async () => {
      for (const sender of [speaker, admin]) {
        const [before, gaveUpBefore] = [world.calledAtMs.length, world.gaveUpAtMs.length]
        await notifyEverybody(sender)
        tookMs.push(
          await until(() => world.calledAtMs.length > before, LIMIT_MS, 'the honest browser is called'),
        )
        gaveUp.push(world.gaveUpAtMs.length - gaveUpBefore)
      }
    })
    promise(
      gaveUp.every((count) => count < people * BROWSERS_OF_EACH),
      'the browser at a service that works does not wait for all others to be given up',
    )
    // Time is that of a machine that does nothing else.
    if (!isQuick)
      promise(
        tookMs.every((ms) => ms < CALLED_WITHIN_MS),
        `the browser at a service that works is called within ${CALLED_WITHIN_MS / 1000} s`,
      )
    promise(calls.failures.length === 0, `every call succeeds: ${[...new Set(calls.failures)].join(', ')}`)
    promise(await rig.isOnAir(), 'the same broadcast is on air')
    const [first = 0, second = 0] = tookMs.map((ms) => (ms / 1000).toFixed(1))
    return `a browser at a service that works is called after ${first} s, and after ${second} s for the second notification`
  },
}

/** Once a minute each. */
export async function notifyEverybody({ api }: Member): Promise<void> {
  await api.data('POST', '/api/notifications/test/broadcast?message=Storm')
}
