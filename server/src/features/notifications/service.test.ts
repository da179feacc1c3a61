import { MINUTE_MS } from '@carillon/contract/durations'
import { NOTIFICATION_TYPES, PREFERENCE_OF } from '@carillon/contract/notifications/schemas'
import type { Person } from '@carillon/contract/roles'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ENGINES } from '../../../tests/support/show.ts'
import { createNotificationService } from './service.ts'
import { countUnread, insertNotification, listOwn, listRecent, listUnread } from './store.ts'
import { countSettled } from './tallies.ts'
import { openNotificationsPlace } from './testing.ts'

const RUNS = 15
/** Thousands of calls, one after the other on the embedded database. */
const LIMIT = { timeout: 120_000 }
const ALL = { page: 0, size: 1_000 }
const PREFERENCES = {
  notifyBroadcastStart: 'notify_broadcast_start',
  notifyBroadcastReminders: 'notify_broadcast_reminders',
  notifyNewSchedule: 'notify_new_schedule',
  notifySystemUpdates: 'notify_system_updates',
} as const
type Preference = keyof typeof PREFERENCES

const person = fc.nat(2)
/** Act at the same time as others; `pick` chooses among what the person has. */
const act = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      act: fc.constant('arrive'),
      type: fc.constantFrom(...NOTIFICATION_TYPES),
      to: fc.constantFrom('everyone', 'staff', 'one'),
      who: person,
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ act: fc.constantFrom('read', 'remove'), who: person, pick: fc.nat(9) }),
  },
  { weight: 2, arbitrary: fc.record({ act: fc.constant('read-all'), who: person }) },
  { weight: 2, arbitrary: fc.record({ act: fc.constant('tally') }) },
  {
    weight: 1,
    arbitrary: fc.record({
      act: fc.constant('prefer'),
      who: person,
      what: fc.constantFrom(...Object.keys(PREFERENCES)),
      on: fc.boolean(),
    }),
  },
)
const rounds = fc.array(
  fc.record({ acts: fc.array(act, { minLength: 1, maxLength: 8 }), minutes: fc.nat(15) }),
  { minLength: 2, maxLength: 8 },
)

describe.each(ENGINES)('notifications of people, on %s', (engine) => {
  let place: Awaited<ReturnType<typeof openNotificationsPlace>>
  let service: ReturnType<typeof createNotificationService>
  let people: Person[]

  beforeAll(async () => {
    place = await openNotificationsPlace(engine)
    const delivery = { deliver: async () => undefined }
    service = createNotificationService({ ...place, onError: () => undefined }, delivery)
    people = [await place.person('LISTENER'), await place.person('MODERATOR'), await place.person('ADMIN')]
  })
  afterAll(() => place.close())

  const who = (index: number) => people[index] as Person
  const arrive = (
    type: (typeof NOTIFICATION_TYPES)[number] = 'ALERT',
    audience: Parameters<typeof insertNotification>[1]['audience'] = 'everyone',
  ) =>
    insertNotification(place.db, { type, message: 'News', link: null, audience }, new Date(place.clock.nowMs))
  const setPreference = async (userId: number, what: Preference, on: boolean) => {
    await sql`UPDATE users SET ${sql.ref(PREFERENCES[what])} = ${on} WHERE id = ${userId}`.execute(place.db)
  }
  async function preferencesOf(userId: number): Promise<Record<string, boolean>> {
    const { rows } = await sql<Record<string, boolean>>`SELECT * FROM users WHERE id = ${userId}`.execute(
      place.db,
    )
    return rows[0] ?? {}
  }
  /** The unread items, counted by hand from the list. */
  async function unreadIdsOf({ id }: Person): Promise<number[]> {
    const preferences = await preferencesOf(id)
    const { content } = await listOwn(place.db, id, ALL)
    return content
      .filter(({ is_read, type }) => {
        const preference = PREFERENCE_OF[type]
        return !is_read && (preference === null || preferences[PREFERENCES[preference]])
      })
      .map((one) => one.id)
  }

  async function perform(one: typeof act extends fc.Arbitrary<infer T> ? T : never): Promise<void> {
    if (!('who' in one)) return countSettled(place.db, new Date(place.clock.nowMs))
    const self = who(one.who)
    if ('type' in one) {
      const audience =
        one.to === 'one'
          ? { userId: self.id }
          : one.to === 'staff'
            ? { roles: ['MODERATOR', 'ADMIN'] as const }
            : 'everyone'
      await arrive(one.type, audience)
    } else if ('pick' in one) {
      const { content } = await listOwn(place.db, self.id, { page: 0, size: 10 })
      const chosen = content[one.pick % Math.max(1, content.length)]
      if (!chosen) return
      // Another may have removed it meanwhile: 404 is the answer then.
      const done = one.act === 'read' ? service.read(self, chosen.id) : service.remove(self, chosen.id)
      await done.catch((error: unknown) => expect(error).toMatchObject({ code: 'NOT_FOUND' }))
    } else if ('what' in one) await setPreference(self.id, one.what as Preference, one.on)
    else await readAllAndSee(self)
  }

  /** Reads all, and checks that whatever somebody had before is read after it, whatever else happens at that time. */
  async function readAllAndSee(self: Person): Promise<void> {
    const before = await unreadIdsOf(self)
    await service.readAll(self)
    const after = new Set((await listUnread(place.db, self.id)).map(({ id }) => id))
    expect(before.filter((id) => after.has(id))).toEqual([])
  }

  it(
    '[NO10] the count equals the unread items after any reads, marks and arrivals at the same time',
    LIMIT,
    async () => {
      await fc.assert(
        fc.asyncProperty(rounds, async (all) => {
          await sql`TRUNCATE notifications, notification_tallies, notification_marks CASCADE`.execute(
            place.db,
          )
          for (const { acts, minutes } of all) {
            await Promise.all(acts.map(perform))
            for (const self of people) {
              const ids = await unreadIdsOf(self)
              expect(await countUnread(place.db, self.id)).toBe(ids.length)
              const { content, total } = await listOwn(place.db, self.id, ALL)
              expect(total).toBe(content.length)
              expect((await listUnread(place.db, self.id)).map(({ id }) => id)).toEqual(ids)
            }
            // What comes after a mark is never covered by it.
            place.clock.nowMs += minutes * MINUTE_MS
            const fresh = await arrive()
            for (const self of people)
              expect((await listOwn(place.db, self.id, ALL)).content[0]).toMatchObject({
                id: fresh?.id,
                is_read: false,
              })
          }
        }),
        { numRuns: RUNS },
      )
    },
  )

  // One connection has no transaction that another could overtake.
  if (engine === 'postgres')
    it('[NO11] what was written before all was read, and committed after it, is unread', async () => {
      await service.readAll(who(0))
      const hold = Promise.withResolvers<void>()
      const written = Promise.withResolvers<number>()
      const slow = place.db.transaction().execute(async (trx) => {
        const at = new Date(place.clock.nowMs)
        const row = await insertNotification(
          trx,
          { type: 'ANNOUNCEMENT', message: 'Slow', link: null, audience: 'everyone' },
          at,
        )
        written.resolve(row?.id ?? 0)
        await hold.promise
      })
      const id = await written.promise
      await arrive('ANNOUNCEMENT')
      expect(await service.readAll(who(0))).toBe(0)
      hold.resolve()
      await slow
      expect((await listUnread(place.db, who(0).id)).map((one) => one.id)).toEqual([id])
    })

  it('[NO12] what carries the same key is written once, however many instances write it at once', async () => {
    const at = new Date(place.clock.nowMs + 1)
    place.clock.nowMs += 2
    const same = {
      type: 'ALERT',
      message: 'Storm',
      link: null,
      audience: 'everyone',
      dedupeKey: 'storm:1',
    } as const
    const rows = await Promise.all(Array.from({ length: 20 }, () => insertNotification(place.db, same, at)))
    expect(rows.filter(Boolean)).toHaveLength(1)
    expect(await listRecent(place.db, who(0).id, new Date(at.getTime() - 1))).toHaveLength(1)
  })

  it('[NO13] a message that is too long is shortened between two characters', async () => {
    const message = '🔔'.repeat(501)
    const row = await insertNotification(
      place.db,
      { type: 'ALERT', message, link: null, audience: 'everyone' },
      new Date(place.clock.nowMs),
    )
    expect(row?.message).toBe(`${'🔔'.repeat(499)}…`)
  })
})
