import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { analyticsEndpoints } from '@carillon/contract/analytics/endpoints'
import { announcementEndpoints } from '@carillon/contract/announcements/endpoints'
import { peopleEndpoints } from '@carillon/contract/auth/people-endpoints'
import { broadcastEndpoints } from '@carillon/contract/broadcasts/endpoints'
import { playEndpoints } from '@carillon/contract/plays/endpoints'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { connect, type Database } from '../src/db/connect.ts'
import { migrate, readMigrations } from '../src/db/migrate.ts'
import { createBarePlace, type Place } from './support/database.ts'
import { ENGINES } from './support/show.ts'
import { startStation, type TestStation } from './support/station.ts'

const MIGRATIONS = join(import.meta.dirname, '../src/db/migrations')
const BOUNDS = '0050-bounds.sql'

/** Rows that a version without bounds could store, and those that a clock that was set back left behind. */
const OF_BEFORE = [
  `INSERT INTO users (email, password_hash, firstname, lastname, birthdate, banned, banned_until, created_at) VALUES
    ('dj@station.test', '', 'Mikael', 'Reyes', '2000-01-01', false, NULL, now()),
    ('old@station.test', '', 'Old', 'One', '0044-03-15 BC', false, NULL, now()),
    ('banned@station.test', '', 'Banned', 'One', NULL, true, '3026-11-20', now())`,
  `INSERT INTO broadcasts (title, status, scheduled_start, scheduled_end, actual_start, actual_end, end_reason,
      created_by, started_by, created_at) VALUES
    ('Beyond', 'SCHEDULED', '9999-12-31T15:00Z', '10000-01-01T17:00Z', NULL, NULL, NULL, 1, NULL, now()),
    ('Endless', 'SCHEDULED', '2026-11-20T04:00Z', 'infinity', NULL, NULL, NULL, 1, NULL, now()),
    ('Before', 'SCHEDULED', '0001-01-01T00:00Z BC', '0050-01-01T00:00Z', NULL, NULL, NULL, 1, NULL, now()),
    ('Set back', 'ENDED', now(), now() + interval '1 hour', now(), now() - interval '1 hour', 'ENDED_BY_DJ', 1, 1, now())`,
  `INSERT INTO announcements (title, content, status, scheduled_for, expires_at, published_at, created_by, created_at,
      updated_at) VALUES
    ('Later', 'Text', 'SCHEDULED', '9999-12-31T23:00Z', '10001-01-01T00:00Z', NULL, 1, now(), now()),
    ('Shown', 'Text', 'PUBLISHED', NULL, '9999-12-31T23:00Z', now(), 1, now(), now()),
    ('Last day', 'Text', 'SCHEDULED', '2100-12-31T20:00Z', '9999-12-31T23:00Z', NULL, 1, now(), now())`,
  `INSERT INTO listener_samples (broadcast_id, minute, instance, listeners, peak, listening_seconds, arrivals) VALUES
    (4, '9999-01-01T00:00Z', 'one', 1, 1, 60, 1), (4, '9999-01-01T00:01Z', 'one', 1, 1, 60, 0)`,
  `INSERT INTO chat_messages (broadcast_id, sender_id, content, created_at, deleted_at, deleted_by) VALUES
    (4, 3, 'rude', '2026-11-20T04:00Z', '2026-11-20T04:01:02.345Z', 1)`,
  `INSERT INTO activities (activity_type, description, user_id, created_at) VALUES
    ('USER_ROLE_CHANGE', 'Role of dj@station.test changed from LISTENER to DJ', 3, '2026-11-19T04:00Z'),
    ('CHAT_DELETE', 'A message of Banned One in Set back was removed', 1, '2026-11-20T04:01:02.345Z'),
    ('USER_BAN', 'banned@station.test banned: Spam', 1, '2026-11-20T05:00Z'),
    ('USER_UNBAN', 'Ban of banned@station.test lifted', 1, '2026-11-20T06:00Z'),
    ('USER_BAN', 'nobody@station.test banned', 1, '2026-11-20T07:00Z')`,
]

describe.each(ENGINES)('a database of a version without bounds, on %s', (engine) => {
  let place: Place
  let station: TestStation

  beforeAll(async () => {
    place = await oldPlace(engine)
    const database = await connect({ ...place, onError: () => undefined })
    for (const statement of OF_BEFORE) await sql.raw(statement).execute(database.tables())
    await database.close()
    station = await startStation({ place })
  }, 300_000)
  afterAll(() => station.close())

  it('[OP46] is repaired by the migration: nothing is gone, and every list has it', async () => {
    const as = station.admin
    const query = { size: 100 }
    const { data: shows } = await station.call(broadcastEndpoints.listBroadcasts, { query })
    const times = Object.fromEntries(
      shows.content.map(({ title, scheduledStart, scheduledEnd }) => [title, [scheduledStart, scheduledEnd]]),
    )
    expect(times).toMatchObject({
      Beyond: ['2100-12-31T15:00:00.000', '2100-12-31T17:00:00.000'],
      Endless: ['2026-11-20T12:00:00.000', '2100-12-31T17:00:00.000'],
      Before: ['1970-01-01T20:00:00.000', '1970-01-01T22:00:00.000'],
    })
    expect(shows).toMatchObject({ totalElements: 4 })
    const { data: planned } = await station.call(announcementEndpoints.announcementsByStatus, {
      as,
      params: { status: 'SCHEDULED' },
    })
    expect(planned.content.map(({ title }) => title)).toEqual(['Last day', 'Later'])
    const { data: feed } = await station.call(announcementEndpoints.listAnnouncements)
    expect(feed.content).toMatchObject([{ scheduledFor: null, expiresAt: '2100-12-31T17:00:00.000' }])
    const { data: people } = await station.call(peopleEndpoints.listUsers, { as, query })
    expect(people.content.find(({ firstname }) => firstname === 'Old')?.birthdate).toBeNull()
    expect(people.content).toHaveLength(people.totalElements)
  })

  it('[AN20] has numbers again, also of the show whose end a clock set back', async () => {
    const as = station.admin
    const { data } = await station.call(analyticsEndpoints.listDetailedBroadcasts, { as })
    expect(data.content).toMatchObject([{ broadcast: { title: 'Set back' }, durationMinutes: 0 }])
    const { data: report } = await station.call(analyticsEndpoints.getBroadcastReport, {
      as,
      params: { id: 4 },
    })
    expect(report.curve).toMatchObject([{ listeners: 2 }])
    for (const call of [analyticsEndpoints.getBroadcastStats, analyticsEndpoints.getPopularBroadcasts])
      expect((await station.call(call, { as })).status).toBe(200)
  })

  it('[PL6] a show from before the sound log is one entry that nobody named', async () => {
    const { data } = await station.call(playEndpoints.listPlays, { as: station.admin })
    expect(data.content).toMatchObject([
      { kind: 'LIVE', title: null, artist: null, listeners: 0, broadcast: { title: 'Set back' } },
    ])
    expect(data.content[0]?.endedAt).toBe(data.content[0]?.startedAt)
  })

  it('[AN401] lines of the audit log from before belong to whom they name', async () => {
    const of = async (about: number) => {
      const query = { about, limit: 10 }
      const { data } = await station.call(analyticsEndpoints.getActivity, { as: station.admin, query })
      return data.recentActivities.map(({ activityType }) => activityType)
    }
    expect([await of(3), await of(1)]).toEqual([
      ['USER_UNBAN', 'USER_BAN', 'CHAT_DELETE'],
      ['USER_ROLE_CHANGE'],
    ])
  })

  it('[OP46] refuses from then on what no reply can hold', async () => {
    const database = await stopped(station, place)
    const attempts = [
      "UPDATE broadcasts SET scheduled_end = '10000-01-01'",
      "UPDATE broadcasts SET actual_end = actual_start - interval '1 second' WHERE id = 4",
      'UPDATE broadcasts SET peak_listeners = -1',
      "UPDATE users SET birthdate = '0001-01-01'",
      "UPDATE users SET created_at = '-infinity'",
    ]
    for (const attempt of attempts)
      await expect(sql.raw(attempt).execute(database.tables()), attempt).rejects.toThrow(/violates check/)
    await database.close()
  })
})

async function stopped(station: TestStation, place: Place): Promise<Database> {
  await station.stop()
  return connect({ ...place, onError: () => undefined })
}

/** A place whose database has every step before the bounds. */
async function oldPlace(engine: 'embedded' | 'postgres'): Promise<Place> {
  const place = await createBarePlace(engine)
  const steps = mkdtempSync(join(tmpdir(), 'carillon-steps-'))
  mkdirSync(steps, { recursive: true })
  for (const { name } of await readMigrations(MIGRATIONS))
    if (name < BOUNDS) cpSync(join(MIGRATIONS, name), join(steps, name))
  const database = await connect({ ...place, onError: () => undefined })
  await migrate(database, steps)
  await database.close()
  rmSync(steps, { recursive: true })
  return place
}
