import { MINUTE_MS } from '@carillon/contract/durations'
import type { Person } from '@carillon/contract/roles'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ENGINES } from '../../../tests/support/show.ts'
import { countUnread, insertNotification, listOwn } from './store.ts'
import type { Audience } from './table.ts'
import { countSettled } from './tallies.ts'
import { openNotificationsPlace } from './testing.ts'
import { withdrawOfAnnouncements } from './withdraw.ts'

const COUNT = 40

describe.each(ENGINES)('tallies of what has settled, on %s', (engine) => {
  let place: Awaited<ReturnType<typeof openNotificationsPlace>>
  let ana: Person
  let nina: Person

  beforeAll(async () => {
    place = await openNotificationsPlace(engine)
    ana = await place.person('LISTENER')
    nina = await place.person('MODERATOR')
  })
  afterAll(() => place.close())

  const now = () => new Date(place.clock.nowMs)
  const arrive = (type: 'ALERT' | 'BROADCAST_ENDED', audience: Audience) =>
    insertNotification(place.db, { type, message: 'News', link: null, audience }, now())
  async function tallies(): Promise<{ type: string; roles: string[] | null; positions: number[] }[]> {
    const { rows } = await sql<{ type: string; roles: string[] | null; positions: number[]; total: number }>`
      SELECT t.type, t.roles, t.total, array_agg(n.position ORDER BY n.created_at, n.id) AS positions
      FROM notification_tallies t JOIN notifications n ON n.tally_id = t.id GROUP BY t.id ORDER BY t.id`.execute(
      place.db,
    )
    for (const { total, positions } of rows) expect(total).toBe(positions.length)
    return rows.map(({ type, roles, positions }) => ({ type, roles, positions }))
  }

  it('[NO21] each has one place, by time, whatever instances tally at once; what is fresh or one person’s has none', async () => {
    for (let at = 0; at < COUNT; at++) {
      await arrive('ALERT', 'everyone')
      await arrive('ALERT', { roles: ['MODERATOR', 'ADMIN'] })
      if (at % 2 === 0) await arrive('BROADCAST_ENDED', 'everyone')
      await arrive('ALERT', { userId: ana.id })
      place.clock.nowMs += MINUTE_MS / 2
      if (at % 8 === 0) await Promise.all([1, 2, 3].map(() => countSettled(place.db, now())))
    }
    const settled = COUNT - 20
    const upTo = (count: number) => Array.from({ length: count }, (_, at) => at + 1)
    await Promise.all([1, 2, 3].map(() => countSettled(place.db, now())))
    const found = await tallies()
    expect(found).toHaveLength(3)
    expect(found).toEqual(
      expect.arrayContaining([
        { type: 'ALERT', roles: null, positions: upTo(settled) },
        { type: 'ALERT', roles: ['MODERATOR', 'ADMIN'], positions: upTo(settled) },
        { type: 'BROADCAST_ENDED', roles: null, positions: upTo(settled / 2) },
      ]),
    )
    expect(await countUnread(place.db, ana.id)).toBe(COUNT + COUNT / 2 + COUNT)
    expect(await countUnread(place.db, nina.id)).toBe(COUNT + COUNT / 2 + COUNT)
  })

  it('[NO601] what is withdrawn leaves its tally, and those behind it move up', async () => {
    await sql`TRUNCATE notifications, notification_tallies CASCADE`.execute(place.db)
    await sql`UPDATE users SET created_at = ${now()}`.execute(place.db)
    const written: number[] = []
    for (let at = 0; at < 6; at++) {
      place.clock.nowMs += 1_000
      const published = {
        type: 'ANNOUNCEMENT_PUBLISHED',
        message: 'News',
        link: null,
        audience: 'everyone',
      } as const
      written.push(
        (await insertNotification(place.db, { ...published, announcementId: at + 1 }, now()))?.id ?? 0,
      )
    }
    place.clock.nowMs += 20 * MINUTE_MS
    await withdrawOfAnnouncements(place.db, [6], now())
    await countSettled(place.db, now())
    const withdraw = (ids: number[]) =>
      place.db.transaction().execute((trx) => withdrawOfAnnouncements(trx, ids, now()))
    await Promise.all([withdraw([1, 4]), withdraw([4]), countSettled(place.db, now())])
    expect(await tallies()).toEqual([{ type: 'ANNOUNCEMENT_PUBLISHED', roles: null, positions: [1, 2, 3] }])
    expect(await countUnread(place.db, ana.id)).toBe(3)
    const { content, total } = await listOwn(place.db, ana.id, { page: 0, size: 10 })
    expect([total, content.filter(({ is_read }) => !is_read).map(({ id }) => id)]).toEqual([
      6,
      [written[4], written[2], written[1]],
    ])
  })

  it('[NO21] who came later has what came later, tallied or not', async () => {
    place.clock.nowMs += MINUTE_MS
    await sql`UPDATE users SET created_at = ${now()} WHERE id = ${nina.id}`.execute(place.db)
    await arrive('ALERT', 'everyone')
    place.clock.nowMs += 20 * MINUTE_MS
    await arrive('ALERT', { roles: ['MODERATOR'] })
    await countSettled(place.db, now())
    expect(await countUnread(place.db, nina.id)).toBe(2)
  })
})
