import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ENGINES, openShowPlace } from '../../../tests/support/show.ts'
import { freshnessOf, insertSample, recordSourceEvent, type Sample } from './sample-store.ts'
import { detailsOf, MAX_CURVE_POINTS, MAX_EVENTS } from './show-store.ts'

const FOUR_PM = Date.parse('2026-11-20T08:00:00Z')
const at = (minutes: number) => new Date(FOUR_PM + minutes * 60_000)

describe.each(ENGINES)('what analytics keep, on %s', (engine) => {
  let place: Awaited<ReturnType<typeof openShowPlace<object>>>
  let broadcastId: number
  beforeAll(async () => {
    place = await openShowPlace(engine)
    broadcastId = await place.goLive(await place.person('DJ'))
  })
  afterAll(() => place.close())

  const keep = (instance: string, minutes: number, values: Partial<Sample>) => {
    const listeners = values.listeners ?? 0
    const counts = { listeners, peak: listeners, listeningSeconds: 0, arrivals: 0 }
    return insertSample(place.db, instance, { broadcastId, minute: at(minutes), ...counts, ...values })
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
    const record = (type: 'SOURCE_LOST' | 'SOURCE_RECOVERED', minutes: number) =>
      recordSourceEvent(place.db, { broadcastId, type, at: at(minutes) })
    await record('SOURCE_RECOVERED', 0)
    await record('SOURCE_LOST', 1)
    await record('SOURCE_LOST', 2)
    await record('SOURCE_RECOVERED', 3)
    await record('SOURCE_RECOVERED', 4)
    const { rows } = await sql`SELECT type, at FROM show_events ORDER BY id`.execute(place.db)
    expect(rows).toEqual([
      { type: 'SOURCE_LOST', at: at(1) },
      { type: 'SOURCE_RECOVERED', at: at(3) },
    ])
  })

  it('[ST102] each time says how often the sound was lost until then', async () => {
    const record = (type: 'SOURCE_LOST' | 'SOURCE_RECOVERED', minutes: number) =>
      recordSourceEvent(place.db, { broadcastId, type, at: at(minutes) })
    const before = await record('SOURCE_RECOVERED', 10)
    expect(await record('SOURCE_LOST', 11)).toBe(before + 1)
    expect(await record('SOURCE_LOST', 12)).toBe(before + 1)
    expect(await record('SOURCE_RECOVERED', 13)).toBe(before + 1)
    expect(await record('SOURCE_LOST', 14)).toBe(before + 2)
  })

  it('[SE25] the report of a show that never ends has so many minutes and moments', async () => {
    const endless = await place.goLive(await place.person('DJ'))
    await sql`INSERT INTO listener_samples (broadcast_id, minute, instance, listeners, peak, listening_seconds, arrivals)
      SELECT ${endless}, ${at(0)}::timestamptz + n * interval '1 minute', 'one', 1, 1, 60, 0
      FROM generate_series(0, ${sql.lit(MAX_CURVE_POINTS)}) n`.execute(place.db)
    await sql`INSERT INTO show_events (broadcast_id, type, at)
      SELECT ${endless}, 'SILENCE', ${at(0)}::timestamptz + n * interval '1 minute'
      FROM generate_series(0, ${sql.lit(MAX_EVENTS)}) n`.execute(place.db)
    const { curve, events } = await detailsOf(place.db, endless)
    expect([curve.length, events.length]).toEqual([MAX_CURVE_POINTS, MAX_EVENTS])
    expect(curve[0]?.at).toBe(at(0).toISOString())
  })
})
