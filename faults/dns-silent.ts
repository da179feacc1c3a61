import { setTimeout as delay } from 'node:timers/promises'
import { findPostgresFolder, startPostgres } from '@carillon/testkit/postgres'
import { until } from '@carillon/testkit/until'
import type { Fault } from './lib/fault.ts'
import { Lanes } from './lib/lanes.ts'
import { endpoints, lacksPushWorld, PushWorld, subscribe } from './lib/push-world.ts'
import { notifyEverybody } from './push-hanging.ts'

const PEOPLE = 6
const BROWSERS_OF_EACH = 10
const LANES = 12
const FOR_MS = 60_000
const QUICK_FOR_MS = 5_000
const LIMIT_MS = 60_000

/** Accounts that anybody can make, with push services whose names no DNS server answers for. */
export const dnsSilent: Fault = {
  name: 'dns-silent',
  sentence: `${PEOPLE} people have ${BROWSERS_OF_EACH} browsers each, at push services whose names no DNS server answers for; one notification goes to everybody, ${LANES} callers are busy, and PostgreSQL is known by its name.`,
  lacks: () => lacksPushWorld() ?? (findPostgresFolder() ? null : 'no PostgreSQL on this machine'),
  async run({ open, measure, promise, atEnd, isQuick }) {
    const postgres = await startPostgres(findPostgresFolder() ?? '')
    atEnd(() => postgres.stop())
    const world = await PushWorld.open()
    atEnd(() => world.close())
    const { environment, launch } = world.setting
    const url = postgres.url.replace('127.0.0.1', 'localhost')
    const rig = await open({ environment: { ...environment, DATABASE_URL: url }, launch })
    for (let person = 0; person < PEOPLE; person += 1) {
      const own = Array.from({ length: BROWSERS_OF_EACH }, (_, at) =>
        endpoints.unknown(person * BROWSERS_OF_EACH + at),
      )
      await subscribe(await rig.station.newMember('LISTENER'), own)
    }
    await subscribe(await rig.station.newMember('LISTENER'), [endpoints.honest(1)])
    let calledMs = 0
    let seen = { failures: [] as string[], slowestMs: 0 }
    const { calls } = await measure(rig, async () => {
      const lanes = new Lanes(rig, LANES)
      await lanes.back(LIMIT_MS)
      lanes.take()
      await notifyEverybody(rig.speaker)
      calledMs = await until(() => world.calledAtMs.length > 0, LIMIT_MS, 'the honest browser is called')
      await delay(isQuick ? QUICK_FOR_MS : FOR_MS)
      seen = lanes.take()
      await lanes.leave()
    })
    const failures = [...seen.failures, ...calls.failures]
    promise(failures.length === 0, `every call succeeds: ${[...new Set(failures)].join(', ')}`)
    promise(await rig.isOnAir(), 'the same broadcast is on air')
    return `${failures.length} calls failed, the slowest took ${seen.slowestMs.toFixed(0)} ms; a browser at a service that is known is called after ${(calledMs / 1000).toFixed(1)} s`
  },
}
