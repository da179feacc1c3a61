import { HOUR_MS, MINUTE_MS } from '@carillon/contract/durations'
import type { Person } from '@carillon/contract/roles'
import { fromLocalDateTime, toLocalDateTime } from '@carillon/contract/time'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ENGINES } from '../../../tests/support/show.ts'
import { findAnnouncement } from './store.ts'
import { body, openAnnouncementPlace, STATION_ZONE } from './testing.ts'

const COUNT = 40

describe.each(ENGINES)('the clock of announcements, on %s', (engine) => {
  let place: Awaited<ReturnType<typeof openAnnouncementPlace>>
  let staff: Person

  beforeAll(async () => {
    place = await openAnnouncementPlace(engine)
    staff = await place.person('ADMIN', 'Rina')
  })
  beforeEach(async () => {
    await place.db.deleteFrom('announcements').execute()
    place.notices.length = 0
    place.published.length = 0
  })
  afterAll(() => place.close())

  const inMinutes = (minutes: number) =>
    toLocalDateTime(new Date(place.clock.nowMs + minutes * MINUTE_MS), STATION_ZONE)
  async function scheduled(from: number, until: number | null = null): Promise<number> {
    const service = place.instance()
    const { id } = await service.create(staff, body())
    const expiresAt = until === null ? null : inMinutes(until)
    await service.schedule(staff, id, { scheduledFor: inMinutes(from), expiresAt })
    return id
  }
  const read = async (id: number) => {
    const found = await findAnnouncement(place.db, id)
    if (!found) throw new Error('no such announcement')
    return found
  }
  const stateOf = async (id: number) => (await read(id)).state
  const publishedIds = () => place.notices.map(({ announcementId }) => announcementId)

  it('[AM8] what is due is published, not a moment early, and told as published by hand', async () => {
    const id = await scheduled(5)
    const service = place.instance()
    place.clock.nowMs += 5 * MINUTE_MS - 1
    await service.keepTime()
    expect(await stateOf(id)).toBe('SCHEDULED')
    place.clock.nowMs += 1
    await service.keepTime()
    expect(await read(id)).toMatchObject({
      state: 'PUBLISHED',
      publishedAt: new Date(place.clock.nowMs),
      scheduledFor: new Date(place.clock.nowMs),
      approvedBy: { id: staff.id },
    })
    expect(publishedIds()).toEqual([id])
    expect((await place.activities()).at(-1)).toBe('ANNOUNCEMENT_PUBLISH / Foundation week was published')
  })

  it(`[AM8] of ${COUNT} each is published once, by two instances at once and others after restarts`, async () => {
    const ids: number[] = []
    for (let at = 0; at < COUNT; at++) ids.push(await scheduled(1 + (at % 8)))
    for (let minute = 0; minute < 10; minute++) {
      place.clock.nowMs += MINUTE_MS
      const [one, other] = [place.instance(), place.instance()]
      await Promise.all([one.keepTime(), other.keepTime(), one.keepTime()])
    }
    expect(publishedIds().sort((a, b) => a - b)).toEqual(ids)
    expect(place.published.map(({ to }) => to)).toEqual(Array(COUNT).fill('/topic/announcements/public'))
    const states = await Promise.all(ids.map(stateOf))
    expect(new Set(states)).toEqual(new Set(['PUBLISHED']))
  })

  it('[AM8] one that fails is tried again; those it was published for are told once', async () => {
    const id = await scheduled(1)
    place.clock.nowMs += MINUTE_MS
    const dying = place.instance({ notify: () => Promise.reject(new Error('gone')) })
    await expect(dying.keepTime()).rejects.toThrow('gone')
    expect(await stateOf(id)).toBe('SCHEDULED')
    await Promise.all([place.instance().keepTime(), place.instance().keepTime()])
    expect(publishedIds()).toEqual([id])
  })

  it('[AM8] publishing by hand at the same moment as the clock tells once', async () => {
    const id = await scheduled(1)
    place.clock.nowMs += MINUTE_MS
    await Promise.all([
      place.instance().keepTime(),
      place.instance().command(staff, id, 'publish'),
      place.instance().keepTime(),
    ])
    expect(publishedIds()).toEqual([id])
    expect(await stateOf(id)).toBe('PUBLISHED')
  })

  it('[AM8] what has expired is archived and no longer pinned', async () => {
    const id = await scheduled(1, 3)
    place.clock.nowMs += MINUTE_MS
    const service = place.instance()
    await service.keepTime()
    await service.command(staff, id, 'pin')
    place.clock.nowMs += 2 * MINUTE_MS - 1
    await service.keepTime()
    expect(await stateOf(id)).toBe('PUBLISHED')
    place.clock.nowMs += 1
    await Promise.all([service.keepTime(), place.instance().keepTime()])
    expect(await read(id)).toMatchObject({ state: 'ARCHIVED', archivedFrom: 'PUBLISHED', pinnedAt: null })
  })

  it('[AM8] what expired while the station was away is archived, and nobody is told', async () => {
    const id = await scheduled(1, 3)
    place.clock.nowMs += HOUR_MS
    await place.instance().keepTime()
    expect(await read(id)).toMatchObject({ state: 'ARCHIVED', publishedAt: null })
    expect(publishedIds()).toEqual([])
  })

  it('[AM9] taken out again it is what it was, told to nobody; an expiry that has passed no longer counts', async () => {
    const id = await scheduled(1, 3)
    const service = place.instance()
    for (const minutes of [1, 2]) {
      place.clock.nowMs += minutes * MINUTE_MS
      await service.keepTime()
    }
    const { publishedAt } = await read(id)
    await service.command(staff, id, 'unarchive')
    await service.keepTime()
    expect(await read(id)).toMatchObject({ state: 'PUBLISHED', expiresAt: null, publishedAt })
    expect(publishedIds()).toEqual([id])
  })

  it('[AM9] taken out after its time has passed it is a draft, and nobody is told', async () => {
    const [missed, inTime] = [await scheduled(1, 3), await scheduled(200, 300)]
    const service = place.instance()
    for (const id of [missed, inTime]) await service.command(staff, id, 'archive')
    place.clock.nowMs += HOUR_MS
    for (const id of [missed, inTime]) await service.command(staff, id, 'unarchive')
    await service.keepTime()
    const none = { scheduledFor: null, expiresAt: null, approvedBy: null, archivedFrom: null }
    expect(await read(missed)).toMatchObject({ state: 'DRAFT', ...none })
    expect(await stateOf(inTime)).toBe('SCHEDULED')
    expect(publishedIds()).toEqual([])
  })

  it('[AM7] times are those of the station, in the future, and expiry comes after publication', async () => {
    const service = place.instance()
    const { id } = await service.create(staff, body())
    const schedule = (scheduledFor: string, expiresAt?: string) =>
      service.schedule(staff, id, { scheduledFor, expiresAt })
    await expect(schedule(inMinutes(0))).rejects.toMatchObject({
      fields: { scheduledFor: 'Choose a time in the future' },
    })
    await expect(schedule(inMinutes(5), inMinutes(5))).rejects.toMatchObject({
      fields: { expiresAt: 'It must expire after it is published' },
    })
    const { scheduledFor } = await schedule('2099-12-31T23:59:00.000')
    expect(scheduledFor).toEqual(new Date('2099-12-31T15:59:00Z'))
    expect(scheduledFor).toEqual(fromLocalDateTime('2099-12-31T23:59:00.000', STATION_ZONE))
  })

  it('[AM7] a plan that stands is not judged again; another one moves it, and rejecting ends it', async () => {
    const service = place.instance()
    const { id } = await service.create(staff, body())
    const plan = { scheduledFor: inMinutes(1), expiresAt: inMinutes(9) }
    const first = await service.schedule(staff, id, plan)
    place.clock.nowMs += 2 * MINUTE_MS
    expect(await service.schedule(staff, id, plan)).toEqual(first)
    const moved = await service.schedule(staff, id, { scheduledFor: inMinutes(4) })
    expect(moved).toMatchObject({ state: 'SCHEDULED', expiresAt: null })
    await service.reject(staff, id, 'Not now.')
    place.clock.nowMs += 9 * MINUTE_MS
    await service.keepTime()
    expect(await read(id)).toMatchObject({ state: 'REJECTED', scheduledFor: null, approvedBy: null })
  })
})
