import { MAX_BROADCAST_MARKS } from '@carillon/contract/broadcasts/marks'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ENGINES, openShowPlace } from '../../../tests/support/show.ts'
import { marksOf, soundLosses } from './marks.ts'
import type { BroadcastTables } from './table.ts'

const at = (seconds: number) => new Date(Date.parse('2026-11-20T08:00:00Z') + seconds * 1000)
const lost = (seconds: number) => ({ type: 'SOURCE_LOST' as const, at: at(seconds) })
const recovered = (seconds: number) => ({ type: 'SOURCE_RECOVERED' as const, at: at(seconds) })
const mark = (from: number, until: number | null) => ({
  type: 'SOUND_LOST',
  at: at(from).toISOString(),
  until: until === null ? null : at(until).toISOString(),
})

describe('losses of sound', () => {
  it('[BR208] each lasts until the sound is back', () => {
    const events = [lost(10), recovered(22), lost(60), recovered(65)]
    expect(soundLosses(events, null)).toEqual([mark(10, 22), mark(60, 65)])
  })

  it('[BR208] one that lasts is open, and ends with its show', () => {
    expect(soundLosses([lost(10)], null)).toEqual([mark(10, null)])
    expect(soundLosses([lost(10)], at(40))).toEqual([mark(10, 40)])
  })

  it('[BR208] the first sound, and a return whose loss is not among the newest, are none', () => {
    expect(soundLosses([recovered(1), lost(5), recovered(6)], null)).toEqual([mark(5, 6)])
    expect(soundLosses([], null)).toEqual([])
  })
})

describe.each(ENGINES)('marks of a show, on %s', (engine) => {
  let place: Awaited<ReturnType<typeof openShowPlace<BroadcastTables>>>
  beforeAll(async () => {
    place = await openShowPlace(engine)
  })
  afterAll(() => place.close())

  it('[BR208] are the newest of more than anybody looks at, oldest first', async () => {
    const id = await place.goLive(await place.person('DJ'))
    const more = MAX_BROADCAST_MARKS + 20
    await sql`INSERT INTO show_events (broadcast_id, type, at)
      SELECT ${id}, type, ${at(0)}::timestamptz + n * interval '1 minute' + later * interval '1 second'
      FROM generate_series(1, ${more}) AS n,
        (VALUES ('SOURCE_LOST', 0), ('SOURCE_RECOVERED', 9)) AS kinds (type, later)
      ORDER BY n, later`.execute(place.db)
    const show = { id, actualStart: at(0), actualEnd: null, tookOverFrom: null }
    const marks = await marksOf(place.db, show)
    expect(marks).toHaveLength(MAX_BROADCAST_MARKS)
    expect(marks[0]).toEqual(mark(21 * 60, 21 * 60 + 9))
    expect(marks.at(-1)).toEqual(mark(more * 60, more * 60 + 9))
  })
})
