import { updatePreferences } from '@carillon/contract/auth/endpoints'
import { createBroadcast, deleteBroadcast, scheduleBroadcast } from '@carillon/contract/broadcasts/endpoints'
import { notificationEndpoints } from '@carillon/contract/notifications/endpoints'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { type Member, startStation, type TestStation } from './support/station.ts'

let nowMs = Date.parse('2026-11-20T04:00:00Z')
let station: TestStation
let ana: Member
let dj: Member
let djs = 0

beforeAll(async () => {
  station = await startStation({ clock: { now: () => nowMs }, writeFactor: 1 })
  ana = await station.as('LISTENER', 'ana')
  await station.call(updatePreferences, { as: ana, body: { notifyNewSchedule: true } })
})
afterAll(() => station.close())
beforeEach(async () => {
  // A window of its own.
  nowMs += 3_600_000
  dj = await station.as('DJ', `dj${++djs}`)
  await station.call(notificationEndpoints.readAllNotifications, { as: ana })
})

const create = (title: string, as = dj) => station.call(createBroadcast, { as, body: { title } })
const unread = async () => (await station.call(notificationEndpoints.unreadNotifications, { as: ana })).data

/** Unread notifications of the listener since the test began, oldest first. */
async function notifications(): Promise<string[]> {
  return (await unread()).map(({ message }) => message).reverse()
}

it('[NO28] of many shows of one DJ five are told of one by one, the rest in one row', async () => {
  const ids: number[] = []
  for (let n = 1; n <= 20; n++) ids.push((await create(`Show ${n}`)).data.id)
  const posted = [1, 2, 3, 4, 5].map((n) => `Show ${n} with ${dj.name} was posted`)
  expect(await notifications()).toEqual([...posted, `15 more shows with ${dj.name} were planned`])
  for (const id of ids) await station.call(deleteBroadcast, { as: dj, params: { id } })
  const cancelled = (await notifications()).filter((message) => message.endsWith('was cancelled'))
  expect(cancelled).toHaveLength(5)
  expect((await notifications()).at(-1)).toBe(`15 more shows with ${dj.name} were cancelled`)
  // Of what was cancelled, that it was posted is read (NO601): left are the row of the others planned, and six of the end.
  expect(await notifications()).toHaveLength(1 + 6)
})

it('[NO28] of shows that are created at once no more are told of', async () => {
  await Promise.all(Array.from({ length: 12 }, (_, n) => create(`Show ${n}`)))
  const messages = await notifications()
  expect(messages.filter((message) => message.endsWith('was posted'))).toHaveLength(5)
  expect(messages.at(-1)).toBe(`7 more shows with ${dj.name} were planned`)
  expect(messages).toHaveLength(6)
})

it('[NO28] the shows of an administrator are told of one by one, all of them', async () => {
  for (let n = 1; n <= 7; n++) await create(`Show ${n}`, station.admin)
  expect(await notifications()).toHaveLength(7)
})

it('[NO28] another DJ is told of meanwhile, and the same one after ten minutes', async () => {
  for (let n = 1; n <= 6; n++) await create(`Show ${n}`)
  const other = await station.as('DJ', 'another dj')
  await create('Harana', other)
  nowMs += 10 * 60_000
  await create('Later')
  expect((await notifications()).slice(-3)).toEqual([
    `One more show with ${dj.name} was planned`,
    `Harana with ${other.name} was posted`,
    `Later with ${dj.name} was posted`,
  ])
})

it('[NO28] of many shows that start together five are reminded of', async () => {
  const start = new Date(nowMs + 20 * 60_000 + 8 * 3_600_000)
  const at = (minutes: number) => new Date(start.getTime() + minutes * 60_000).toISOString().slice(0, 23)
  for (let n = 1; n <= 8; n++)
    await station.call(scheduleBroadcast, {
      as: dj,
      body: { title: `Show ${n}`, description: '', scheduledStart: at(0), scheduledEnd: at(60) },
    })
  nowMs += 12 * 60_000
  const reminders = async () => (await notifications()).filter((message) => message.includes(' starts at '))
  await expect.poll(async () => (await reminders()).length).toBe(5)
})

it('[BR30] a DJ plans 300 shows in ten minutes, then has to wait', async () => {
  for (let day = 0; day < 15; day++) {
    const answers = await Promise.all(Array.from({ length: 20 }, (_, n) => create(`Show ${day} ${n}`)))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]))
  }
  const refused = await create('One more')
  expect([refused.status, refused.error.code]).toEqual([429, 'TOO_MANY_REQUESTS'])
  expect(Number(refused.headers.get('retry-after'))).toBe(600)
  nowMs += 10 * 60_000
  expect((await create('One more')).status).toBe(201)
})
