import { HOUR_MS, MINUTE_MS } from '@carillon/contract/durations'
import { MAX_REMINDERS } from '@carillon/contract/notifications/schemas'
import type { Person } from '@carillon/contract/roles'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ENGINES } from '../../../tests/support/show.ts'
import { nextReminder } from './reminders.ts'
import { createShowReminders } from './show-reminders.ts'
import { openNotificationsPlace } from './testing.ts'
import { withdrawOfBroadcast } from './withdraw.ts'

const SHOWS = 100
/** Nobody has more shows at a time than are told of one by one. */
const MAKERS = 25

describe.each(ENGINES)('reminders, on %s', (engine) => {
  let place: Awaited<ReturnType<typeof openNotificationsPlace>>
  let djId: number
  let startMs: number

  beforeAll(async () => {
    place = await openNotificationsPlace(engine)
    djId = (await place.person('DJ', 'Mikael')).id
  })
  beforeEach(async () => {
    await sql`TRUNCATE broadcasts, notifications, notification_tallies CASCADE`.execute(place.db)
    startMs = place.clock.nowMs
  })
  afterAll(() => place.close())

  async function plan(startsAtMs: number, madeAtMs = startMs, makerId = djId): Promise<number> {
    const [start, end] = [new Date(startsAtMs), new Date(startsAtMs + MINUTE_MS)]
    const { rows } = await sql<{ id: number }>`INSERT INTO broadcasts
      (title, scheduled_start, scheduled_end, created_by, created_at)
      VALUES ('Harana Hour', ${start}, ${end}, ${makerId}, ${new Date(madeAtMs)}) RETURNING id`.execute(
      place.db,
    )
    return rows[0]?.id ?? 0
  }
  async function move(id: number, startsAtMs: number): Promise<void> {
    await sql`UPDATE broadcasts SET scheduled_start = ${new Date(startsAtMs)},
      scheduled_end = ${new Date(startsAtMs + MINUTE_MS)} WHERE id = ${id}`.execute(place.db)
  }
  /** When each reminder was written, by broadcast. */
  async function reminders(): Promise<{ link: string; at: Date; message: string }[]> {
    const { rows } = await sql<{
      link: string
      at: Date
      message: string
    }>`SELECT link, created_at AS at, message FROM notifications
      WHERE type = 'BROADCAST_STARTING_SOON' ORDER BY id`.execute(place.db)
    return rows
  }
  async function tick(): Promise<void> {
    const { notifications } = place.instance()
    await notifications.work()
    await notifications.close()
  }

  it('[BR31] nobody is reminded of a draft', async () => {
    const id = await plan(startMs + 10 * MINUTE_MS, startMs - MINUTE_MS)
    await sql`UPDATE broadcasts SET unlisted = true WHERE id = ${id}`.execute(place.db)
    await tick()
    expect(await reminders()).toEqual([])
    await sql`UPDATE broadcasts SET unlisted = false WHERE id = ${id}`.execute(place.db)
    await tick()
    expect(await reminders()).toHaveLength(1)
  })

  it('[NO14] 100 broadcasts are reminded of exactly once each, by two instances that restart all the time', async () => {
    const starts = new Map<string, number>()
    const makers: number[] = []
    for (let count = 0; count < MAKERS; count++) makers.push((await place.person('DJ')).id)
    for (let count = 0; count < SHOWS; count++) {
      const startsAtMs = startMs + 5 * MINUTE_MS + ((count * 7919) % 120) * 31_000
      starts.set(`/broadcast/${await plan(startsAtMs, startMs, makers[count % MAKERS])}`, startsAtMs)
    }
    let instances = [place.instance(), place.instance()]
    for (let step = 0; step < 80; step++) {
      // Not waited for before it is closed, every third time: a restart in the middle of a tick.
      const works = instances.map(({ notifications }) => notifications.work())
      if (step % 3 === 0) {
        await Promise.all(instances.map(({ notifications }) => notifications.close()))
        await Promise.all(works)
        instances = [place.instance(), place.instance()]
      } else await Promise.all(works)
      place.clock.nowMs += MINUTE_MS
    }
    await Promise.all(instances.map(({ notifications }) => notifications.close()))
    const all = await reminders()
    expect(all.map(({ link }) => link).sort()).toEqual([...starts.keys()].sort())
    for (const { link, at } of all) {
      const earlyMs = (starts.get(link) ?? 0) - at.getTime()
      expect(earlyMs).toBeGreaterThan(0)
      expect(earlyMs).toBeLessThanOrEqual(15 * MINUTE_MS)
    }
  })

  describe('of a broadcast that was asked for', () => {
    let ana: Person
    const ask = async (id: number, who = ana) => {
      const reminders = createShowReminders(place)
      await reminders.set(who, await reminders.load(who, id))
    }
    async function asked(): Promise<{ user_id: number; link: string }[]> {
      const { rows } = await sql<{ user_id: number; link: string }>`SELECT user_id, link FROM notifications
        WHERE type = 'REMINDER' AND withdrawn_at IS NULL ORDER BY user_id, id`.execute(place.db)
      return rows
    }
    beforeEach(async () => {
      ana = await place.person('LISTENER', 'Ana')
      await sql`UPDATE users SET notify_broadcast_reminders = (id = ${djId})`.execute(place.db)
    })

    it('[NO603] who asked for one is reminded of that one alone, once for each start, until it has begun', async () => {
      const id = await plan(startMs + 10 * MINUTE_MS)
      await plan(startMs + 10 * MINUTE_MS)
      await ask(id)
      await ask(id)
      for (const _ of [1, 2]) await tick()
      expect(await asked()).toEqual([{ user_id: ana.id, link: `/broadcast/${id}` }])
      await move(id, startMs + 12 * MINUTE_MS)
      await withdrawOfBroadcast(place.db, 'postponed', { id, now: new Date(startMs) })
      expect(await asked()).toEqual([])
      await tick()
      expect(await asked()).toHaveLength(1)
      await withdrawOfBroadcast(place.db, 'started', { id, now: new Date(startMs) })
      expect(await asked()).toEqual([])
    })

    it('[NO603] whom the reminder of everyone reaches has no second one; its own DJ has this one', async () => {
      const id = await plan(startMs + 10 * MINUTE_MS)
      await sql`UPDATE users SET notify_broadcast_reminders = true WHERE id = ${ana.id}`.execute(place.db)
      const dj = { ...ana, id: djId, role: 'DJ' as const }
      for (const who of [ana, dj]) await ask(id, who)
      await tick()
      expect((await asked()).map(({ user_id }) => user_id)).toEqual([djId])
    })

    it('[NO604] who asks when everyone was reminded already is reminded at once, and once', async () => {
      const id = await plan(startMs + 10 * MINUTE_MS)
      await tick()
      await ask(id)
      for (const _ of [1, 2]) await tick()
      expect(await asked()).toEqual([{ user_id: ana.id, link: `/broadcast/${id}` }])
    })

    it('[NO604] so is who has an account only since then', async () => {
      const id = await plan(startMs + 10 * MINUTE_MS)
      await tick()
      await sql`UPDATE users SET notify_broadcast_reminders = true, created_at = ${new Date(startMs + 1)}
        WHERE id = ${ana.id}`.execute(place.db)
      await ask(id)
      for (const _ of [1, 2]) await tick()
      expect(await asked()).toEqual([{ user_id: ana.id, link: `/broadcast/${id}` }])
    })

    it('[NO603] a show that nobody started by its end takes no place, and is asked for no more', async () => {
      const missed = await plan(startMs + MINUTE_MS)
      await ask(missed)
      for (let count = 1; count < MAX_REMINDERS; count++) await ask(await plan(startMs + HOUR_MS))
      place.clock.nowMs += 2 * MINUTE_MS
      await ask(await plan(startMs + HOUR_MS))
      await expect(ask(missed)).rejects.toMatchObject({ code: 'WRONG_STATE' })
    })

    it('[NO604] a show of which everyone was not told, for its DJ has many, is told to who asked for it', async () => {
      await sql`UPDATE users SET notify_broadcast_reminders = true`.execute(place.db)
      const ids: number[] = []
      for (let count = 0; count < 7; count++) ids.push(await plan(startMs + 10 * MINUTE_MS))
      for (const id of ids) await ask(id)
      await tick()
      expect(await reminders()).toHaveLength(5)
      expect((await asked()).map(({ link }) => link)).toEqual(ids.slice(5).map((id) => `/broadcast/${id}`))
    })

    it('[NO603] of shows to come a person asks for fifty; of others, and drafts of others, for none', async () => {
      const first = await plan(startMs + HOUR_MS)
      await ask(first)
      for (let count = 1; count < MAX_REMINDERS; count++) await ask(await plan(startMs + HOUR_MS))
      const more = await plan(startMs + HOUR_MS)
      await expect(ask(more)).rejects.toMatchObject({ code: 'WRONG_STATE' })
      await ask(first)
      await sql`UPDATE broadcasts SET deleted_at = now() WHERE id = ${first}`.execute(place.db)
      await ask(more)
      await expect(ask(first)).rejects.toMatchObject({ code: 'NOT_FOUND' })
      await sql`UPDATE broadcasts SET unlisted = true WHERE id = ${more}`.execute(place.db)
      await expect(ask(more)).rejects.toMatchObject({ code: 'NOT_FOUND' })
      await sql`UPDATE broadcasts SET unlisted = false, status = 'LIVE', started_by = ${djId},
        actual_start = ${new Date(startMs)} WHERE id = ${more}`.execute(place.db)
      await expect(ask(more)).rejects.toMatchObject({ code: 'WRONG_STATE' })
    })
  })

  it('[NO15] one moved to later is reminded of again, one moved to earlier is not', async () => {
    const id = await plan(startMs + 10 * MINUTE_MS)
    await tick()
    await move(id, startMs + 8 * MINUTE_MS)
    await tick()
    expect(await reminders()).toHaveLength(1)
    await move(id, startMs + HOUR_MS)
    await tick()
    expect(await reminders()).toHaveLength(1)
    place.clock.nowMs += 50 * MINUTE_MS
    await tick()
    await tick()
    expect(await reminders()).toHaveLength(2)
  })

  it('[NO15] one that was cancelled, has begun, is over or starts within a minute of being made is not reminded of', async () => {
    const [gone, live] = [await plan(startMs + 10 * MINUTE_MS), await plan(startMs + 10 * MINUTE_MS)]
    await sql`UPDATE broadcasts SET deleted_at = now() WHERE id = ${gone}`.execute(place.db)
    await sql`UPDATE broadcasts SET status = 'LIVE', actual_start = ${new Date(startMs)}, started_by = ${djId}
      WHERE id = ${live}`.execute(place.db)
    await plan(startMs - MINUTE_MS, startMs - HOUR_MS)
    await plan(startMs + 30_000)
    await tick()
    expect(await reminders()).toEqual([])
  })

  it('[OP863] the next reminder is due 15 minutes before a show that nobody was reminded of', async () => {
    const now = () => new Date(place.clock.nowMs)
    expect(await nextReminder(place.db, now())).toBeNull()
    const startsAtMs = startMs + HOUR_MS
    const id = await plan(startsAtMs)
    const dueMs = startsAtMs - 15 * MINUTE_MS
    expect(await nextReminder(place.db, now())).toEqual(new Date(dueMs))
    place.clock.nowMs = dueMs
    await tick()
    expect(await nextReminder(place.db, now())).toBeNull()
    await move(id, startsAtMs + HOUR_MS)
    expect(await nextReminder(place.db, now())).toEqual(new Date(dueMs + HOUR_MS))
  })

  it('[NO16] who is connected to any instance is told once by it, and what an instance left behind is told by the next', async () => {
    const listener = (await place.person('LISTENER')).id
    const [one, two] = [place.instance(), place.instance()]
    one.connections.people.push(djId)
    two.connections.people.push(listener)
    await one.notifications.notify(place.db, {
      type: 'ALERT',
      message: 'Left behind',
      link: null,
      audience: 'everyone',
    })
    const received = new Promise<void>((resolve) => {
      two.connections.publishToUserHere = (userId, _destination, body) => {
        two.connections.sent.push({ userId, body: body as never })
        resolve()
      }
    })
    await Promise.all([one.notifications.work(), one.notifications.work()])
    await received
    await two.notifications.work()
    expect(one.connections.sent.map(({ userId, body }) => [userId, body.unreadCount])).toEqual([[djId, 1]])
    expect(two.connections.sent.map(({ userId, body }) => [userId, body.unreadCount])).toEqual([
      [listener, 1],
    ])
    await Promise.all([one.notifications.close(), two.notifications.close()])
  })
})
