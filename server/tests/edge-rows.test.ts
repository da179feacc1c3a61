import { authEndpoints } from '@carillon/contract/auth/endpoints'
import { CALENDAR_PATHS } from '@carillon/contract/broadcasts/schemas'
import { CHAT_EXPORT_PATHS } from '@carillon/contract/chat/schemas'
import type { Endpoint } from '@carillon/contract/endpoint'
import { notificationsByType } from '@carillon/contract/notifications/endpoints'
import { rowListsOf } from '@carillon/contract/rows'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { connect, type Database } from '../src/db/connect.ts'
import { migrate } from '../src/db/migrate.ts'
import { hashPassword } from '../src/features/auth/password.ts'
import { createPlace, type Place } from './support/database.ts'
import { ASKED, type Asked, ask, askPlain, listsOf } from './support/every-list.ts'
import {
  dropChecks,
  edgeRows,
  goodRows,
  storeAll,
  TEMPLATES,
  tablesOf,
  UNLISTED,
} from './support/generated-rows.ts'
import { readMetrics } from './support/metrics.ts'
import { ENGINES } from './support/show.ts'
import { ADMIN, startStation, type TestStation } from './support/station.ts'

const SEED = 14
const LIMIT = { timeout: 120_000 }
const SIZE = 100
/** One show has the air, and another cannot. */
const ON_AIR = `INSERT INTO broadcasts (title, status, scheduled_start, scheduled_end, actual_start, created_by, started_by,
  created_at) VALUES ('On air', 'LIVE', now(), now() + interval '1 hour', now(), 1, 1, now())`

/** Rows of a list by their number; `missing` is how many there are beside those that were shown. */
type Listed = { ids: number[]; missing: number; isWhole: boolean }

describe.each(ENGINES)('rows at the edges of what columns hold, on %s', (engine) => {
  let place: Place
  let station: TestStation
  let tables: string[]
  let refused: string[]
  const shownAlone = new Map<string, Listed>()

  beforeAll(async () => {
    place = await createPlace(engine)
    refused = await withDatabase(async (database) => {
      await migrate(database)
      const db = database.tables()
      const hash = await hashPassword(ADMIN.password)
      await sql`INSERT INTO users (email, password_hash, role, firstname, lastname, created_at)
        VALUES (${ADMIN.email}, ${hash}, 'ADMIN', 'Ada', 'Admin', '1970-01-01T00:00Z')`.execute(db)
      expect(await storeAll(db, [...goodRows(), ON_AIR])).toEqual([])
      tables = await tablesOf(db)
      return storeAll(db, await edgeRows(db, SEED))
    })
    station = await startStation({ place })
  }, LIMIT.timeout)
  afterAll(() => station.close())

  async function withDatabase<T>(work: (database: Database) => Promise<T>): Promise<T> {
    const database = await connect({ ...place, onError: () => undefined })
    try {
      return await work(database)
    } finally {
      await database.close()
    }
  }

  const read = (endpoint: Endpoint, options: Asked) =>
    ask({ origin: station.origin, as: station.admin }, endpoint, options)

  /** All rows of a list, page by page where it has pages. */
  async function listed(endpoint: Endpoint, options: Asked): Promise<Listed> {
    const [list] = rowListsOf(endpoint)
    if (list?.name !== 'content') {
      const data = await read(endpoint, options)
      return { ids: numbersIn(list?.name ? data[list.name] : data), missing: 0, isWhole: false }
    }
    const ids: number[] = []
    for (let page = 0; ; page++) {
      const data = await read(endpoint, { ...options, query: { ...options.query, page, size: SIZE } })
      ids.push(...numbersIn(data.content))
      if (data.last) return { ids, missing: Number(data.totalElements) - ids.length, isWhole: true }
    }
  }

  async function eachList(look: (what: string, found: Listed) => void): Promise<void> {
    for (const endpoint of listsOf(station))
      for (const options of ASKED[`${endpoint.method} ${endpoint.path}`] ?? [])
        look(`${endpoint.path} ${JSON.stringify(options)}`, await listed(endpoint, options))
  }

  /** Everything else that reads many rows: numbers, calendar, exports. */
  async function askTheRest(): Promise<void> {
    await askPlain(station, station.admin)
    const headers = { authorization: `Bearer ${station.admin.token}` }
    for (const path of [
      CALENDAR_PATHS.feed,
      ...CHAT_EXPORT_PATHS.map((each) => each.replace(':broadcastId', '1')),
    ]) {
      const reply = await fetch(station.origin + path, { headers })
      expect([path, reply.status]).toEqual([path, 200])
      await reply.text()
    }
  }

  const damaged = async () =>
    (await readMetrics(station.origin)).values.get('carillon_damaged_rows_total') ?? Number.NaN

  it('[OP47] every list has a line here, and every table rows or a reason to have none', async () => {
    const names = listsOf(station).map(({ method, path }) => `${method} ${path}`)
    expect(names.sort()).toEqual(Object.keys(ASKED).sort())
    expect(tables).toEqual([...Object.keys(TEMPLATES), ...UNLISTED].sort())
  })

  it(
    '[OP47] what the database admits, replies admit: every row is shown, and none is damaged',
    LIMIT,
    async () => {
      await eachList((what, found) => {
        expect([what, found.missing]).toEqual([what, 0])
        shownAlone.set(what, found)
      })
      await askTheRest()
      expect(await damaged()).toBe(0)
    },
  )

  it(
    '[HT35] beside rows that no reply can hold, every list answers with all the good ones',
    LIMIT,
    async () => {
      await station.stop()
      await withDatabase(async (database) => {
        await dropChecks(database.tables())
        await storeAll(database.tables(), refused)
        expect(await storeAll(database.tables(), goodRows())).toEqual([])
      })
      await station.restart()
      let missing = 0
      await eachList((what, found) => {
        const known = shownAlone.get(what)?.ids ?? []
        missing += found.missing
        expect([what, found.missing >= 0]).toEqual([what, true])
        const lost = known.filter((id) => !found.ids.includes(id))
        // What has no pages has its newest rows, and a good one was stored last.
        const hasNewest = !found.isWhole && Math.max(...found.ids) > Math.max(...known)
        if (!hasNewest) expect([what, lost]).toEqual([what, []])
      })
      await askTheRest()
      expect(missing).toBeGreaterThan(0)
      expect(await damaged()).toBeGreaterThan(0)
    },
  )

  it('[HT36] administrators are notified of each once; by itself it is UNSHOWABLE', async () => {
    const { data } = await station.call(notificationsByType, {
      as: station.admin,
      params: { type: 'ALERT' },
      query: { page: 0, size: SIZE },
    })
    const named = data.content.flatMap(
      ({ message }) => /^Stored data is damaged: (.+?) cannot/.exec(message)?.[1] ?? [],
    )
    expect(named.length).toBeGreaterThan(0)
    expect(named).toEqual([...new Set(named)])
    const [id] = named.flatMap((name) => /^account (\d+)$/.exec(name)?.[1] ?? [])
    const params = { id: Number(id) }
    const { status, error } = await station.call(authEndpoints.getUser, { as: station.admin, params })
    expect([status, error]).toEqual([
      500,
      { success: false, code: 'UNSHOWABLE', message: 'Something went wrong', requestId: expect.any(String) },
    ])
  })
})

/** Numbers that tell rows apart: their own, that of their show, or their time. */
function numbersIn(rows: unknown): number[] {
  return (rows as { id?: number; broadcast?: { id: number }; at?: string }[]).map(
    ({ id, broadcast, at }) => id ?? broadcast?.id ?? Date.parse(at ?? ''),
  )
}
