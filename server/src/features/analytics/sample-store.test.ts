import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ENGINES, openShowPlace } from '../../../tests/support/show.ts'
import { freshnessOf, insertSample, recordSourceEvent, type Sample } from './sample-store.ts'

const NINE = Date.parse('2026-11-20T01:00:00Z')
const at = (minutes: number) => new Date(NINE + minutes * 60_000)

describe.each(ENGINES)('what analytics keep, on %s', (engine) => {
  let place: Awaited<ReturnType<typeof openShowPlace<object>>>
  let broadcastId: number
  beforeAll(async () => {
    place = await openShowPlace(engine)
    broadcastId = await place.goLive(await place.person('DJ'))
  })
  afterAll(() => place.close())

  const keep = (instance: string, minutes: number, facts: Partial<Sample>) => {
    const listeners = facts.listeners ?? 0
    const counts = { listeners, peak: listeners, listeningSeconds: 0, arrivals: 0 }
    return insertSample(place.db, instance, { broadcastId, minute: at(minutes), ...counts, ...facts })
  }

  it('[AN17] a minute that is told twice is kept once, and as it was', async () => {
    await keep('one', 0, { listeners: 3, arrivals: 3 })
    await keep('one', 0, { listeners: 4, arrivals: 4 })
    const { rows } = await sql`SELECT listeners, arrivals FROM listener_samples`.execute(place.db)
    expect(rows).toEqual([{ listeners: 3, arrivals: 3 }])
  })

  it('[AN14] knows the newest minute that was kept, by whichever instance', async () => {
    await keep('one', 1, { listeners: 5 })
    await keep('two', 2, { listeners: 8 })
    expect(await freshnessOf(place.db)).toEqual({ sampledAt: at(2), liveSince: expect.any(Date) })
  })

  it('[AN18] what the timeline says already is not noted again, also by an instance that begins', async () => {
    const tell = (type: 'SOURCE_LOST' | 'SOURCE_RECOVERED', minutes: number) =>
      recordSourceEvent(place.db, { broadcastId, type, at: at(minutes) })
    await tell('SOURCE_RECOVERED', 0)
    await tell('SOURCE_LOST', 1)
    await tell('SOURCE_LOST', 2)
    await tell('SOURCE_RECOVERED', 3)
    await tell('SOURCE_RECOVERED', 4)
    const { rows } = await sql`SELECT type, at FROM show_events ORDER BY id`.execute(place.db)
    expect(rows).toEqual([
      { type: 'SOURCE_LOST', at: at(1) },
      { type: 'SOURCE_RECOVERED', at: at(3) },
    ])
  })
})
