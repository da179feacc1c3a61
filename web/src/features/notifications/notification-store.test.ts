// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Call } from '../../api/client.ts'
import { ok, openStation, type Station } from '../../testing/station.ts'
import { createNotificationStore } from './notification-store.ts'

const PERSON = 7
const SPOKEN_AT = '2026-11-20T00:00:00.000Z'

let station: Station
beforeEach(async () => {
  localStorage.clear()
  station = await openStation(({ url }) => ok(url.pathname === '/api/announcements' ? page([OLDER]) : []))
})
afterEach(() => station.close())

/** As visitors see one. */
function anAnnouncement(id: number, title: string) {
  const person = { id: 2, name: 'Mia', role: 'MODERATOR' }
  return {
    ...{ id, title, content: 'x', imageUrl: null, imageAlt: null, status: 'PUBLISHED', pinned: false },
    ...{ pinnedAt: null, scheduledFor: null, expiresAt: null, publishedAt: SPOKEN_AT, createdAt: SPOKEN_AT },
    ...{ updatedAt: SPOKEN_AT, createdBy: person, approvedBy: null, rejectionReason: null },
  }
}

const OLDER = anAnnouncement(1, 'Older')
const page = (content: object[]) => ({
  content,
  last: true,
  page: 0,
  size: 10,
  totalElements: 1,
  totalPages: 1,
})
const published = (announcement: object) => ({ type: 'ANNOUNCEMENT_PUBLISHED', announcement })

/** A store whose answers arrive when `arrive` is called; what is asked for after that never arrives. */
function openStore() {
  const { promise: arrival, resolve } = Promise.withResolvers<void>()
  let hasArrived = false
  const late = async (...asked: Parameters<Call>) => {
    const isTooLate = hasArrived
    const answer = await station.call(...asked)
    await (isTooLate ? new Promise(() => {}) : arrival)
    return answer
  }
  const arrive = () => {
    hasArrived = true
    resolve()
  }
  return { store: createNotificationStore(late as Call), arrive }
}

const timesAsked = () => station.received.filter(({ url }) => url.pathname === '/api/announcements').length

test('[NV14] an announcement that is heard while older ones are asked for stays, and none is there twice', async () => {
  const { store, arrive } = openStore()
  store.open(PERSON)
  // Asked again as soon as the first answers are taken in.
  void store.refresh()
  store.receiveAnnouncement(published(anAnnouncement(2, 'Heard meanwhile')))
  store.receiveAnnouncement(published(anAnnouncement(1, 'Older, as heard')))
  arrive()
  await expect.poll(timesAsked).toBe(2)
  expect(store.state.get().announcements.map(({ title }) => title)).toEqual([
    'Older, as heard',
    'Heard meanwhile',
  ])
  store.close()
})
