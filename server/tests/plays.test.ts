import * as broadcasts from '@carillon/contract/broadcasts/endpoints'
import { DAY_MS } from '@carillon/contract/durations'
import * as calls from '@carillon/contract/plays/endpoints'
import { MAX_SONGS, PLAYS_EXPORT_PATH } from '@carillon/contract/plays/schemas'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { beginPlay, endPlay } from '../src/db/plays.ts'
import { playRoutes } from '../src/features/plays/routes.ts'
import type { PlayTables } from '../src/features/plays/table.ts'
import { parseCsv } from './support/csv.ts'
import { ENGINES, openShowPlace } from './support/show.ts'
import { type Member, startStation, type TestStation } from './support/station.ts'

let station: TestStation
let dj: Member

beforeAll(async () => {
  station = await startStation()
  dj = await station.as('DJ', 'Mikael')
})
afterAll(() => station.close())

async function plan(body: { title?: string; unlisted?: boolean } = {}): Promise<number> {
  const { data } = await station.call(broadcasts.createBroadcast, {
    as: dj,
    body: { title: 'Harana Hour', ...body },
  })
  return data.id
}
async function goLive(): Promise<number> {
  const id = await plan()
  await station.call(broadcasts.startBroadcast, { as: dj, params: { id } })
  return id
}
const end = (id: number) => station.call(broadcasts.endBroadcast, { as: dj, params: { id } })
const play = (id: number, title: string | null, artist = '') =>
  station.call(broadcasts.setNowPlaying, { as: dj, params: { id }, body: { title, artist } })
const songs = async (id: number, as: Member | null = null) =>
  station.call(calls.listSongs, { as, params: { id } })
async function entriesOf(id: number) {
  const { data } = await station.call(calls.listPlays, { as: dj, query: { size: 100 } })
  return data.content.filter(({ broadcast }) => broadcast?.id === id).toReversed()
}

describe('the sound log of a show', () => {
  it('[PL1] has every moment from its start to its end, named or not', async () => {
    const id = await goLive()
    await play(id, 'Alapaap', 'Eraserheads')
    await play(id, 'Harana', 'Parokya ni Edgar')
    await play(id, null)
    const { data: ended } = await end(id)
    const entries = await entriesOf(id)
    expect(entries.map(({ title }) => title)).toEqual([null, 'Alapaap', 'Harana', null])
    expect(entries.map(({ startedAt }) => startedAt)).toEqual([
      ended.actualStart,
      ...entries.slice(0, -1).map(({ endedAt }) => endedAt),
    ])
    expect(entries.at(-1)?.endedAt).toBe(ended.actualEnd)
  })

  it('[PL1] has nothing more when the same song is named again, or the show started twice', async () => {
    const id = await goLive()
    await station.call(broadcasts.startBroadcast, { as: dj, params: { id } })
    await play(id, 'Alapaap')
    await play(id, 'Alapaap')
    expect(await entriesOf(id)).toHaveLength(2)
    await end(id)
  })

  it('[PL2] says what, when, in which show, by whom and to how many', async () => {
    const id = await goLive()
    await play(id, 'Alapaap', 'Eraserheads')
    expect((await entriesOf(id)).at(-1)).toEqual({
      id: expect.any(Number),
      kind: 'LIVE',
      title: 'Alapaap',
      artist: 'Eraserheads',
      startedAt: expect.any(String),
      endedAt: null,
      listeners: 0,
      broadcast: { id, title: 'Harana Hour' },
      dj: { id: dj.id, name: dj.name, role: 'DJ' },
    })
    await end(id)
  })

  it('[PL3] is read in a window, newest first, and in pages', async () => {
    const id = await goLive()
    await play(id, 'Alapaap')
    await end(id)
    const ask = async (query: object) =>
      (await station.call(calls.listPlays, { as: station.admin, query })).data
    const whole = await ask({ size: 100 })
    expect(whole.content.map((one) => one.id)).toEqual(
      whole.content.map((one) => one.id).toSorted((a, b) => b - a),
    )
    expect((await ask({ size: 1, page: 1 })).content).toEqual(whole.content.slice(1, 2))
    const past = new Date(Date.now() - DAY_MS).toISOString()
    expect((await ask({ to: past })).totalElements).toBe(0)
    expect((await ask({ from: past, size: 100 })).totalElements).toBe(whole.totalElements)
    const { error } = await station.call(calls.listPlays, { as: dj, query: { from: 'yesterday' } as never })
    expect(error.fields).toHaveProperty('from')
  })
})

describe('the sound log as a file', () => {
  const load = async (query = '', as = dj) => {
    const answer = await fetch(`${station.origin}${PLAYS_EXPORT_PATH}${query}`, {
      headers: { authorization: `Bearer ${as.token}` },
    })
    return { status: answer.status, type: answer.headers.get('content-type'), text: await answer.text() }
  }

  it('[PL4] has a line for each entry, unnamed ones too, and runs no formula', async () => {
    const id = await goLive()
    await play(id, '=HYPERLINK("x")', 'Eraserheads')
    await end(id)
    const { status, type, text } = await load()
    expect([status, type]).toEqual([200, 'text/csv; charset=utf-8'])
    const [head = [], ...rows] = parseCsv(text)
    expect(head.slice(0, 6)).toEqual([
      'Date (Asia/Manila)',
      'Start (Asia/Manila)',
      'End (Asia/Manila)',
      'Length (seconds)',
      'Title',
      'Artist',
    ])
    const [unnamed, named] = rows.slice(-2)
    expect(unnamed?.slice(4, 9)).toEqual(['(not named)', '', 'LIVE', 'Harana Hour', dj.name])
    expect(named?.slice(4, 6)).toEqual(['\'=HYPERLINK("x")', 'Eraserheads'])
    expect(rows).toHaveLength(
      (await station.call(calls.listPlays, { as: dj, query: { size: 100 } })).data.totalElements,
    )
  })

  it('[PL4] keeps to its window, and says which time it cannot read', async () => {
    expect(parseCsv((await load('?to=2001-01-01T00:00:00Z')).text)).toHaveLength(1)
    const wrong = await load('?from=yesterday')
    expect([wrong.status, JSON.parse(wrong.text).fields]).toEqual([400, { from: expect.any(String) }])
  })
})

describe('the songs of a show', () => {
  it('[PL5] are those that were named, newest first, for anybody', async () => {
    const id = await goLive()
    await play(id, 'Alapaap', 'Eraserheads')
    await play(id, null)
    await play(id, 'Harana')
    const { status, data } = await songs(id)
    expect(status).toBe(200)
    expect(data.map(({ title, artist }) => [title, artist])).toEqual([
      ['Harana', ''],
      ['Alapaap', 'Eraserheads'],
    ])
    expect(data[0]?.endedAt).toBeNull()
    await end(id)
    expect((await songs(id)).data[0]?.endedAt).toEqual(expect.any(String))
  })

  it('[PL5] of a draft are there for its DJ and staff alone, and of no show for nobody', async () => {
    const draft = await plan({ unlisted: true })
    const other = await station.as('DJ', 'Jana')
    expect((await songs(draft)).status).toBe(404)
    expect((await songs(draft, other)).status).toBe(404)
    expect((await songs(draft, dj)).data).toEqual([])
    expect((await songs(99_999)).status).toBe(404)
  })
})

describe.each(ENGINES)('entries on %s', (engine) => {
  let place: Awaited<ReturnType<typeof openShowPlace<PlayTables>>>
  let broadcastId: number

  beforeAll(async () => {
    place = await openShowPlace<PlayTables>(engine)
  })
  beforeEach(async () => {
    const person = await place.person('DJ', 'Mikael')
    broadcastId = await place.goLive(person)
  })
  afterAll(() => place.close())

  const stored = async () =>
    (
      await sql<{ title: string | null; started_at: Date; ended_at: Date | null }>`
        SELECT title, started_at, ended_at FROM plays WHERE broadcast_id = ${broadcastId} ORDER BY id`.execute(
        place.db,
      )
    ).rows
  const begin = (title: string | null, at: string) =>
    beginPlay(place.db, {
      broadcastId,
      song: title === null ? null : { title, artist: '' },
      listeners: 2,
      at: new Date(at),
    })

  it('[PL1] neither overlap nor leave a gap when the clock is set back', async () => {
    await begin('Alapaap', '2026-11-20T07:00:00Z')
    await begin('Harana', '2026-11-20T06:00:00Z')
    await begin(null, '2026-11-20T07:30:00Z')
    await endPlay(place.db, { broadcastId, at: new Date('2026-11-20T07:10:00Z') })
    const entries = await stored()
    expect(
      entries.map(({ started_at, ended_at }) => [started_at, ended_at].map((at) => at?.toISOString())),
    ).toEqual([
      ['2026-11-20T07:00:00.000Z', '2026-11-20T07:00:00.000Z'],
      ['2026-11-20T07:00:00.000Z', '2026-11-20T07:30:00.000Z'],
      ['2026-11-20T07:30:00.000Z', '2026-11-20T07:30:00.000Z'],
    ])
  })

  it('[PL5] are given as far as anybody scrolls', async () => {
    await sql`INSERT INTO plays (broadcast_id, kind, title, artist, listeners, started_at, ended_at)
      SELECT ${broadcastId}, 'LIVE', 'Song ' || n, '', 0, now(), now() FROM generate_series(1, 120) n`.execute(
      place.db,
    )
    const [listed] = playRoutes({ db: place.db, timeZone: 'Asia/Manila' }).slice(-1)
    const songs = await listed?.handle({ params: { id: broadcastId } } as never)
    expect(songs).toHaveLength(MAX_SONGS)
    expect(songs).toHaveProperty('[0].title', 'Song 120')
  })

  it('[PL1] sound one at a time', async () => {
    await begin('Alapaap', '2026-11-20T07:00:00Z')
    const insert = sql`INSERT INTO plays (broadcast_id, kind, listeners, started_at)
      VALUES (${broadcastId}, 'LIVE', 0, now())`.execute(place.db)
    await expect(insert).rejects.toThrow(/plays_sounding/)
  })
})
