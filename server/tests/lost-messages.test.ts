import { peopleEndpoints } from '@carillon/contract/auth/people-endpoints'
import { createBroadcast, endBroadcast, startBroadcast } from '@carillon/contract/broadcasts/endpoints'
import { expect, it, onTestFinished } from 'vitest'
import { openCampus, openOwn, signUp } from './support/instances.ts'
import { callStation } from './support/station.ts'
import type { WireClient } from './support/stomp.ts'

const LIMIT_MS = 120_000
const { changeRole, banUser } = peopleEndpoints

/** What somebody is told last before their connection ends. */
async function lastOf(wire: WireClient): Promise<unknown> {
  let last = ''
  for (let frame = await wire.next(); frame; frame = await wire.next()) last = frame.body
  expect(wire.ended?.code).toBe(4001)
  return JSON.parse(last)
}

// Slow: two whole programs start, and what no message tells of is looked for every five seconds.
it.runIf(process.env.TEST_DATABASE_URL)(
  '[IN960] a lost role and a ban end connections elsewhere while Redis is away, also of a DJ on the air',
  { timeout: LIMIT_MS },
  async () => {
    const campus = await openCampus()
    onTestFinished(campus.close)
    const [here, there] = await campus.pair()
    const admin = await campus.signIn(here)
    const [moderator, dj] = [await signUp(there), await signUp(there)]
    const give = ({ id }: typeof dj, newRole: 'MODERATOR' | 'DJ' | 'LISTENER') =>
      callStation(here.origin, changeRole, { as: admin, params: { id }, query: { newRole } })
    await give(moderator, 'MODERATOR')
    await give(dj, 'DJ')
    const show = { as: dj.token, body: { title: 'Harana Hour' } }
    const { id } = (await callStation(there.origin, createBroadcast, show)).data
    await callStation(there.origin, startBroadcast, { as: dj.token, params: { id } })
    const [ofModerator, ofDj] = [await openOwn(there, moderator.token), await openOwn(there, dj.token)]
    await campus.redis.stop()

    await give(moderator, 'LISTENER')
    const ban = { as: admin, params: { id: dj.id }, body: { reason: 'Spam' } }
    await callStation(here.origin, banUser, ban)
    expect(await lastOf(ofModerator)).toEqual({ type: 'SESSION_ENDED', reason: 'Role changed' })
    const message = 'This account is banned. Reason: Spam'
    expect(await lastOf(ofDj)).toEqual({ type: 'SESSION_ENDED', reason: 'Session revoked', message })
    await callStation(here.origin, endBroadcast, { as: admin, params: { id } })
  },
)
