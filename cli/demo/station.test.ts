import { getPopularBroadcasts } from '@carillon/contract/analytics/endpoints'
import { announcementsByStatus, listAnnouncements } from '@carillon/contract/announcements/endpoints'
import { ANNOUNCEMENT_STATUSES } from '@carillon/contract/announcements/schemas'
import { broadcastHistory, upcomingBroadcasts } from '@carillon/contract/broadcasts/endpoints'
import { listMessages } from '@carillon/contract/chat/endpoints'
import { countUnread } from '@carillon/contract/notifications/endpoints'
import { listPlays } from '@carillon/contract/plays/endpoints'
import { listPolls } from '@carillon/contract/polls/endpoints'
import { ROLES } from '@carillon/contract/roles'
import { allSongRequests, songRequestStats } from '@carillon/contract/song-requests/endpoints'
import { afterEach, describe, expect, it } from 'vitest'
import { connect, type Database } from '../../server/src/db/connect.ts'
import { migrate } from '../../server/src/db/migrate.ts'
import { ensureFirstAdmin } from '../../server/src/features/auth/first-admin.ts'
import { PASSWORD_COST } from '../../server/src/features/auth/password.ts'
import { insertUser } from '../../server/src/features/auth/store.ts'
import { createPlace, type Place } from '../../server/tests/support/database.ts'
import { signIn, startStation, type TestStation } from '../../server/tests/support/station.ts'
import { DEMO_PASSWORD, DEMO_PEOPLE } from './people.ts'
import { fillDemoStation, StationInUse } from './station.ts'

const STATION_ZONE = 'Asia/Manila'
/** Several databases are opened one after the other. */
const TIMEOUT_MS = 60_000

let places: Place[] = []
let stations: TestStation[] = []
afterEach(async () => {
  await Promise.all(stations.map((station) => station.close()))
  await Promise.all(places.map((place) => place.remove()))
  places = []
  stations = []
})

/** Opens the database of a place, as `npm run demo` does while no server runs on it. */
async function withDatabase<T>(place: Place, work: (database: Database) => Promise<T>): Promise<T> {
  const database = await connect({ ...place, onError: () => undefined })
  try {
    await migrate(database)
    return await work(database)
  } finally {
    await database.close()
  }
}

describe('a demonstration station', { timeout: TIMEOUT_MS }, () => {
  it('[BR29] lets everyone in, has shows ahead and behind, and is the same after a second run', async () => {
    const place = await createPlace()
    // One moment for all of it: what is ahead is counted, and a show may begin or end at any.
    const now = new Date()
    const report = await withDatabase(place, async (database) => {
      const first = await fillDemoStation(database, now, STATION_ZONE)
      expect(await fillDemoStation(database, now, STATION_ZONE)).toEqual(first)
      return first
    })
    const station = await startStation({ place, admin: null, clock: { now: () => now.getTime() } })
    stations.push(station)
    for (const role of ROLES) {
      const { email } = DEMO_PEOPLE.find((person) => person.role === role) ?? { email: '' }
      expect((await signIn(station, email, DEMO_PASSWORD)).role).toBe(role)
    }
    const { data: ahead } = await station.call(upcomingBroadcasts)
    expect(ahead.length).toBe(report.ahead)
    expect(ahead.length).toBeGreaterThan(15)
    const moderator = await signIn(station, 'paolo.torres@campus.example', DEMO_PASSWORD)
    const { data: past } = await station.call(broadcastHistory, { as: moderator, query: { size: 100 } })
    const ended = past.content.filter(({ status }) => status === 'ENDED')
    expect(ended.length).toBeGreaterThan(60)
    expect(ended.every(({ peakListeners, actualEnd }) => peakListeners > 0 && actualEnd)).toBe(true)
    const requests = await station.call(allSongRequests, { as: moderator, query: { size: 100 } })
    expect(requests.data.totalElements).toBeGreaterThan(100)
    const log = await station.call(listPlays, { as: moderator, query: { size: 100 } })
    expect(log.data.totalElements).toBeGreaterThan(ended.length)
    expect(log.data.content.some(({ title }) => title !== null)).toBe(true)
    const asked = await Promise.all(
      ended.slice(0, 20).map(({ id }) => station.call(listPolls, { params: { broadcastId: id } })),
    )
    const polls = asked.flatMap(({ data }) => data)
    expect(polls.length).toBeGreaterThan(2)
    expect(polls.every(({ status, totalVotes }) => status === 'ENDED' && totalVotes > 0)).toBe(true)
    const said = await station.call(listMessages, { params: { broadcastId: ended[0]?.id ?? 0 } })
    expect(said.data.length).toBeGreaterThan(5)
    for (const status of ANNOUNCEMENT_STATUSES) {
      const { data } = await station.call(announcementsByStatus, { as: moderator, params: { status } })
      expect([status, data.totalElements > 0]).toEqual([status, true])
    }
    const { data: unread } = await station.call(countUnread, { as: moderator })
    expect(unread).toBeGreaterThan(0)
    expect(unread).toBeLessThan(30)
    const { data: feed } = await station.call(listAnnouncements)
    expect(feed.content.map(({ pinned }) => pinned)).toEqual([true, true, false, false])
    const { data: popular } = await station.call(getPopularBroadcasts, { as: moderator })
    expect(
      popular.every(({ listeningMinutes, averageListeners }) => listeningMinutes > averageListeners),
    ).toBe(true)
    const { data: counted } = await station.call(songRequestStats, { as: moderator })
    const interactions = ended.reduce((sum, { totalInteractions }) => sum + totalInteractions, 0)
    expect(interactions).toBeGreaterThan(counted.totalRequests)
  })

  it('[BR29] may be made of a station that has only its first administrator, and of no other', async () => {
    const place = await createPlace()
    places.push(place)
    await withDatabase(place, async (database) => {
      await ensureFirstAdmin(
        { db: database.tables(), clock: { now: Date.now }, passwordCost: PASSWORD_COST },
        { email: 'admin@station.test', password: 'tuning fork' },
      )
      const { people } = await fillDemoStation(database, new Date(), STATION_ZONE)
      expect(people).toBe(DEMO_PEOPLE.length + 1)
      const names = { firstname: 'Some', lastname: 'Body', birthdate: null }
      await insertUser(database.tables(), {
        ...names,
        email: 'someone@station.test',
        password_hash: '',
        created_at: new Date(),
      })
      await expect(fillDemoStation(database, new Date(), STATION_ZONE)).rejects.toThrow(StationInUse)
    })
  })
})
