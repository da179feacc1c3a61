import * as calls from '@carillon/contract/broadcasts/endpoints'
import { MAX_END_REASON_LENGTH } from '@carillon/contract/broadcasts/schemas'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Member, startStation, type TestStation } from './support/station.ts'

let station: TestStation
let dj: Member
let moderator: Member

beforeAll(async () => {
  station = await startStation()
  dj = await station.as('DJ', 'Mikael')
  moderator = await station.as('MODERATOR', 'Ana')
})
afterAll(() => station.close())

async function goLive(): Promise<{ id: number }> {
  const { data } = await station.call(calls.createBroadcast, { as: dj, body: { title: 'Harana Hour' } })
  await station.call(calls.startBroadcast, { as: dj, params: { id: data.id } })
  return { id: data.id }
}
const end = (as: Member, params: { id: number }, reason?: string) =>
  station.call(calls.endBroadcast, { as, params, ...(reason !== undefined && { body: { reason } }) })
const get = async (as: Member | null, params: { id: number }) =>
  (await station.call(calls.getBroadcast, { as, params })).data

it('[BR206] who ended a show, and why, is known to its DJ and staff alone', async () => {
  const params = await goLive()
  const { status, data } = await end(moderator, params, ' The studio closes early. ')
  const by = { id: moderator.id, name: moderator.name, role: 'MODERATOR' }
  const ending = { by, reason: 'The studio closes early.' }
  expect([status, data.endReason, data.ending]).toEqual([200, 'ENDED_BY_STAFF', ending])
  for (const member of [dj, moderator, station.admin])
    expect((await get(member, params)).ending).toEqual(ending)
  for (const member of [null, await station.as('LISTENER'), await station.as('DJ', 'Jana')])
    expect((await get(member, params)).ending).toBeUndefined()
})

it('[BR206] a reason is no condition, and the first one stands', async () => {
  const params = await goLive()
  await end(moderator, params)
  const repeated = await end(station.admin, params, 'Another one')
  expect(repeated.data.ending).toEqual({
    by: { id: moderator.id, name: moderator.name, role: 'MODERATOR' },
    reason: null,
  })
})

it('[BR206] a reason that is too long is 400, and only for those who may end the show', async () => {
  const params = await goLive()
  const long = 'a'.repeat(MAX_END_REASON_LENGTH + 1)
  expect((await end(await station.as('DJ', 'Jana'), params, long)).status).toBe(403)
  const { status, error } = await end(moderator, params, long)
  expect([status, Object.keys(error.fields ?? {})]).toEqual([400, ['reason']])
  expect((await get(dj, params)).status).toBe('LIVE')
  await end(dj, params)
})

it('[BR206] a show that the station ended was ended by nobody', async () => {
  const test = await station.call(calls.createBroadcast, { as: dj, body: { title: 'Test', unlisted: true } })
  const params = { id: test.data.id }
  await station.call(calls.startTest, { as: dj, params })
  const { data } = await end(moderator, params, 'A test has no ending')
  expect([data.status, data.ending]).toEqual(['SCHEDULED', undefined])
})
