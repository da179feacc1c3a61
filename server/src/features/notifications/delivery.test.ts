import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ENGINES } from '../../../tests/support/show.ts'
import { createDelivery, TAKEN_AT_ONCE } from './delivery.ts'
import { claimUndelivered, insertNotification } from './store.ts'
import type { NotificationRow } from './table.ts'
import { MemoryConnections, openNotificationsPlace } from './testing.ts'

describe.each(ENGINES)('delivery of what was written, on %s', (engine) => {
  let place: Awaited<ReturnType<typeof openNotificationsPlace>>
  let memberId: number

  beforeAll(async () => {
    place = await openNotificationsPlace(engine)
    memberId = (await place.person('LISTENER')).id
  })
  beforeEach(() => sql`TRUNCATE notifications, notification_tallies CASCADE`.execute(place.db))
  afterAll(() => place.close())

  const now = () => new Date(place.clock.nowMs)
  /** Ids of this many that wait, oldest first. */
  async function write(count: number): Promise<number[]> {
    const ids: number[] = []
    for (let n = 0; n < count; n++) {
      const row = { type: 'ALERT', message: `News ${n}`, link: null, audience: 'everyone' } as const
      ids.push((await insertNotification(place.db, row, now()))?.id ?? 0)
    }
    return ids
  }
  /** The same database, of which the first look at who wants a notification fails. */
  function failingOnce() {
    let isDue = true
    return place.db.withPlugin({
      transformQuery({ node }) {
        const fails = isDue && JSON.stringify(node).includes('AS unread_count')
        if (!fails) return node
        isDue = false
        throw new Error('The database is away')
      },
      transformResult: async ({ result }) => result,
    })
  }

  it('[NO960] when telling of one fails, all others are told, and each is sent to other instances and pushed', async () => {
    const ids = await write(3)
    const connections = new MemoryConnections()
    connections.people.push(memberId)
    const errors: unknown[] = []
    const pushed: number[] = []
    const sent: number[] = []
    const context = place.contextOf(connections)
    context.bus.send = (_, message) => void sent.push((message as { id: number }).id)
    const delivery = createDelivery(
      { ...context, db: failingOnce(), onError: (error) => void errors.push(error) },
      ({ id }: NotificationRow) => pushed.push(id),
    )
    await delivery.deliver()
    expect([sent, pushed]).toEqual([ids, ids])
    expect(connections.sent.map(({ body }) => body.notification.id)).toEqual(ids.slice(1))
    expect(errors).toEqual([new Error('The database is away')])
    await delivery.close()
  })

  it('[NO960] an instance takes a few at a time, the oldest first, and leaves the rest to others when it ends', async () => {
    const ids = await write(2 * TAKEN_AT_ONCE + 1)
    const pushed: number[] = []
    const first = createDelivery(place.contextOf(new MemoryConnections()), ({ id }) => {
      pushed.push(id)
      void first.close()
    })
    await first.deliver()
    expect(pushed).toEqual(ids.slice(0, TAKEN_AT_ONCE))
    const next = createDelivery(place.contextOf(new MemoryConnections()), ({ id }) => pushed.push(id))
    await next.deliver()
    expect(pushed).toEqual(ids)
    await next.close()
  })

  it('[NO960] what two instances take at once is given to one of them', async () => {
    const ids = await write(5)
    const taken = await Promise.all([1, 2].map(() => claimUndelivered(place.db, now(), 3)))
    const left = await claimUndelivered(place.db, now(), 5)
    expect([...taken.flat(), ...left].map(({ id }) => id).sort((a, b) => a - b)).toEqual(ids)
  })
})
