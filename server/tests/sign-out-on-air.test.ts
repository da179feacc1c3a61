import { once } from 'node:events'
import { logout } from '@carillon/contract/auth/endpoints'
import {
  createBroadcast,
  getBroadcast,
  startBroadcast,
  startTest,
} from '@carillon/contract/broadcasts/endpoints'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { type Member, signIn, startStation, type TestStation } from './support/station.ts'

let station: TestStation
beforeAll(async () => {
  station = await startStation()
})
afterAll(() => station.close())

/** The DJ, signed in once more. */
async function newSession(): Promise<Member> {
  const { email, password } = await station.as('DJ')
  return signIn(station, email, password)
}

async function goOnAir(as: Member, call: typeof startBroadcast | typeof startTest): Promise<number> {
  const { data } = await station.call(createBroadcast, { as, body: { title: 'Evening show' } })
  await station.call(call, { as, params: { id: data.id } })
  return data.id
}

async function connect(id: number, as: Member): Promise<WebSocket> {
  const headers = { authorization: `Bearer ${as.token}` }
  const socket = new WebSocket(`${station.socketOrigin}/ws/live?broadcastId=${id}`, { headers })
  await once(socket, 'open')
  return socket
}

const signOut = async (as: Member) => expect((await station.call(logout, { as })).status).toBe(200)
const stateOf = async (id: number) => {
  const { data } = await station.call(getBroadcast, { as: station.admin, params: { id } })
  return [data.status, data.endReason]
}

it('[AU51] signing out on the air ends the broadcast, and the page is told why it is cut', async () => {
  const dj = await newSession()
  const id = await goOnAir(dj, startBroadcast)
  const socket = await connect(id, dj)
  const closed = once(socket, 'close')
  await signOut(dj)
  expect((await closed)[0]).toBe(4001)
  await expect.poll(() => stateOf(id)).toEqual(['ENDED', 'ENDED_BY_DJ'])
})

it('[AU51] so does signing out after the page has let go of the air', async () => {
  const dj = await newSession()
  const id = await goOnAir(dj, startBroadcast)
  const socket = await connect(id, dj)
  socket.close(1000)
  await once(socket, 'close')
  await signOut(dj)
  await expect.poll(() => stateOf(id)).toEqual(['ENDED', 'ENDED_BY_DJ'])
})

it('[AU51] a test ends with it as well', async () => {
  const dj = await newSession()
  const id = await goOnAir(dj, startTest)
  await connect(id, dj)
  await signOut(dj)
  await expect.poll(() => stateOf(id)).toEqual(['SCHEDULED', null])
})

it('[AU51] a broadcast that has gone on from another device continues', async () => {
  const [laptop, phone, spare] = [await newSession(), await newSession(), await newSession()]
  const id = await goOnAir(laptop, startBroadcast)
  await connect(id, laptop)
  await signOut(spare)
  await connect(id, phone)
  await signOut(laptop)
  // What ends it would have been begun by now: the sign-out of its own device is what does.
  expect(await stateOf(id)).toEqual(['LIVE', null])
  await signOut(phone)
  await expect.poll(() => stateOf(id)).toEqual(['ENDED', 'ENDED_BY_DJ'])
})
