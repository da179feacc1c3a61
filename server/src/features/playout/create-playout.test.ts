import { HOUR_MS, MINUTE_MS, SECOND_MS } from '@carillon/contract/durations'
import { type KyselyPlugin, sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ENGINES, openShowPlace } from '../../../tests/support/show.ts'
import { createPlayout } from './create-playout.ts'
import type { LibraryPort, SoundingItem } from './ports.ts'
import { BRING_AHEAD_MS } from './scheduled/scheduled-replays.ts'
import type { PlayoutTables } from './table.ts'

let place: Awaited<ReturnType<typeof openShowPlace<PlayoutTables>>>
/** Items that were cut, in order. */
let withdrawn: number[]
/** Items of the library that may not be played any more. */
let unready: Set<number>
/** Called when the database has answered which of the recordings may be played. */
let onAnswer: () => void
let sounding: SoundingItem | null
/** Shows whose recordings only another instance has, and those that were asked for. */
let away: Set<number>
let broughtIds: number[]
/** Titles of what could not be played. */
let faults: string[]

/** The playout of one of two instances, with what is given of a library. */
function open(library: Partial<LibraryPort> = {}) {
  const asked = new WeakSet<object>()
  const listening: KyselyPlugin = {
    transformQuery({ node, queryId }) {
      const text = JSON.stringify(node)
      if (text.includes('live_only') && !text.includes('scheduled_replays')) asked.add(queryId)
      return node
    },
    async transformResult({ result, queryId }) {
      if (asked.has(queryId)) onAnswer()
      return result
    },
  }
  const playout = createPlayout({
    db: place.db.withPlugin(listening),
    clock: place.clock,
    timeZone: 'Asia/Manila',
    dataDir: '/nowhere',
    instanceUrl: () => 'http://here',
    library: {
      find: async () => null,
      isReady: async (id) => !unready.has(id),
      findBed: async () => null,
      listPlaylists: async () => [],
      listShorts: async () => [],
      ...library,
    },
    async isRecordingHere(id) {
      broughtIds.push(id)
      return !away.has(id)
    },
    recordingExpiryOf: async () => null,
    onSet: () => undefined,
    onWithdrawn: () => withdrawn.push(sounding?.broadcastId ?? sounding?.itemId ?? 0),
    onFault: (fault) => faults.push(fault.what === 'skipped' ? fault.title : fault.what),
    onChanged: () => undefined,
    onError: (error) => expect.fail(String(error)),
  })
  const beginItem = (item: Pick<SoundingItem, 'kind' | 'itemId' | 'broadcastId'>) => {
    const named = { title: 'Harana Hour', artist: null, durationMs: 60_000, firstAiredAtMs: 0 }
    sounding = { ...named, ...item, startedAtMs: 0 }
    playout.port.onBegin(sounding, 0)
  }
  const begin = (broadcastId: number) => beginItem({ kind: 'REPLAY', itemId: null, broadcastId })
  const endItem = () => sounding && playout.port.onEnd(sounding, 'CUT')
  const beginAgain = () => sounding && playout.port.onBeginAgain(sounding)
  return { ...playout, begin, beginItem, beginAgain, endItem }
}

/** A recording that is held at this address. */
async function record(holder = 'http://here'): Promise<number> {
  const id = await place.goLive(await place.person('DJ'))
  await place.endLive()
  await sql`INSERT INTO recordings (broadcast_id, bytes, duration_ms, peaks, recorded_at, holder)
    VALUES (${id}, 1, 60000, '', now(), ${holder})`.execute(place.db)
  return id
}

/** Plans a replay that begins in so long. */
const plan = (id: number, inMs: number) =>
  sql`INSERT INTO scheduled_replays (broadcast_id, starts_at, ends_at, created_by, created_at)
    SELECT id, ${new Date(place.clock.now() + inMs)}, ${new Date(place.clock.now() + inMs + 60_000)}, created_by, now()
    FROM broadcasts WHERE id = ${id}`.execute(place.db)

/** A library of a station id and six tracks of 20 minutes, all of them in one playlist. */
async function stockLibrary(): Promise<Pick<LibraryPort, 'find' | 'listPlaylists' | 'listShorts'>> {
  await sql`DELETE FROM library_items`.execute(place.db)
  const { id: ownerId } = await place.person('DJ')
  const { rows } = await sql<{ id: number }>`
    INSERT INTO library_items (kind, title, file_name, digest, bytes, duration_ms, loudness, peak, owner_id, created_at)
    SELECT CASE WHEN n = 0 THEN 'STATION_ID' ELSE 'TRACK' END, 'Item ' || n, n || '.ogg', n, 1,
      CASE WHEN n = 0 THEN ${10 * SECOND_MS}::integer ELSE ${20 * MINUTE_MS}::integer END, -16, -1, ${ownerId}, now()
    FROM generate_series(0, 6) AS n ORDER BY n RETURNING id`.execute(place.db)
  const [stationId = 0, ...trackIds] = rows.map(({ id }) => id)
  const named = { artist: null, broadcastId: null, file: '/nowhere' }
  return {
    listShorts: async () => [{ id: stationId, kind: 'STATION_ID', artist: null }],
    listPlaylists: async () => [
      { id: 1, weight: 1, hours: [], tracks: trackIds.map((id) => ({ id, kind: 'TRACK', artist: null })) },
    ],
    async find(itemId) {
      if (itemId === stationId)
        return { ...named, kind: 'JINGLE', title: 'id', itemId, durationMs: 10 * SECOND_MS }
      return { ...named, kind: 'TRACK', title: `${itemId}`, itemId, durationMs: 20 * MINUTE_MS }
    },
  }
}

/** Plays what is chosen for so long. Gives what began and when. */
async function playFor({ port, settled }: ReturnType<typeof open>, ms: number) {
  const begun: { title: string; atMs: number }[] = []
  for (const endMs = place.clock.nowMs + ms; place.clock.nowMs < endMs; ) {
    const item = await port.next(null)
    if (!item) throw new Error('There is nothing to play')
    const startedAtMs = place.clock.nowMs
    begun.push({ title: item.title, atMs: startedAtMs })
    port.onBegin({ ...item, startedAtMs }, 0)
    place.clock.nowMs += item.durationMs
    port.onEnd({ ...item, startedAtMs }, 'PLAYED')
    await settled()
  }
  return begun
}

const hide = (id: number) =>
  sql`UPDATE broadcasts SET recording_public = false WHERE id = ${id}`.execute(place.db)

describe.each(ENGINES)('the playout on %s', (engine) => {
  beforeAll(async () => {
    place = await openShowPlace<PlayoutTables>(engine)
  })
  afterAll(() => place.close())
  beforeEach(async () => {
    await sql`DELETE FROM recordings`.execute(place.db)
    withdrawn = []
    sounding = null
    unready = new Set()
    away = new Set()
    broughtIds = []
    faults = []
    onAnswer = () => undefined
  })

  it('[SP8] a replay of the rules is cut when another instance hid, marked or deleted its recording', async () => {
    const changes = {
      hidden: hide,
      'live only': (id: number) =>
        sql`UPDATE broadcasts SET live_only = true WHERE id = ${id}`.execute(place.db),
      deleted: (id: number) =>
        sql`UPDATE recordings SET deleted_at = now() WHERE broadcast_id = ${id}`.execute(place.db),
    }
    for (const [what, change] of Object.entries(changes)) {
      const playout = open()
      const id = await record()
      playout.begin(id)
      await playout.follow()
      expect([what, withdrawn]).toEqual([what, []])
      await change(id)
      await playout.follow()
      expect([what, withdrawn]).toEqual([what, [id]])
      withdrawn = []
    }
  })

  it('[SP8] one of which a newer version is only elsewhere goes on', async () => {
    const playout = open()
    playout.begin(await record('http://there'))
    await playout.follow()
    await playout.onRecordingChanged()
    expect(withdrawn).toEqual([])
  })

  it('[SP8] what has begun meanwhile is not cut in its place', async () => {
    const playout = open()
    const [hidden, other] = [await record(), await record()]
    playout.begin(hidden)
    await playout.settled()
    await hide(hidden)
    onAnswer = () => {
      if (sounding?.broadcastId !== hidden) return
      playout.endItem()
      playout.begin(other)
    }
    await playout.onRecordingChanged()
    await playout.settled()
    expect(withdrawn).toEqual([])
  })

  it('[SP8] one that became private after it was chosen is cut as it begins', async () => {
    const playout = open()
    const id = await record()
    await hide(id)
    playout.begin(id)
    await playout.settled()
    expect(withdrawn).toEqual([id])
  })

  it('[PY10] set back, the clock makes no station id due again, and the tracks go on in turn', async () => {
    const beforeMs = place.clock.nowMs
    await sql`DELETE FROM plays`.execute(place.db)
    const playout = open(await stockLibrary())
    await playFor(playout, 8 * HOUR_MS + 40 * MINUTE_MS)
    place.clock.nowMs -= 8 * HOUR_MS
    const nextHourMs = Math.ceil(place.clock.nowMs / HOUR_MS) * HOUR_MS
    const begun = await playFor(playout, 10 * HOUR_MS)
    const isId = ({ title }: { title: string }) => title === 'id'
    expect(begun.filter((item) => isId(item) && item.atMs < nextHourMs)).toEqual([])
    const later = begun.filter(({ atMs }) => atMs >= nextHourMs)
    for (const [hour, items] of Map.groupBy(later, ({ atMs }) => Math.floor(atMs / HOUR_MS)))
      expect([hour, items.map(isId)]).toEqual([hour, items.map((_, at) => at === 0)])
    const tracks = begun.filter((item) => !isId(item)).map(({ title }) => title)
    for (let at = 0; at + 6 <= tracks.length; at++) expect(new Set(tracks.slice(at, at + 6)).size).toBe(6)
    place.clock.nowMs = beforeMs
    await sql`DELETE FROM plays`.execute(place.db)
  })

  it('[PY4] what follows an item over the full hour is chosen for the hour in which it begins', async () => {
    const beforeMs = place.clock.nowMs
    await sql`DELETE FROM plays`.execute(place.db)
    const { port, settled } = open(await stockLibrary())
    const hourMs = Math.ceil(place.clock.nowMs / HOUR_MS) * HOUR_MS
    place.clock.nowMs = hourMs + 50 * MINUTE_MS
    const startedAtMs = place.clock.nowMs
    const track = {
      ...(await port.next(null)),
      durationMs: 10 * MINUTE_MS + 2 * SECOND_MS,
      kind: 'TRACK',
    } as const
    const sounding = { ...track, startedAtMs } as SoundingItem
    port.onBegin(sounding, 0)
    await settled()
    // As when its file is read to the end.
    place.clock.nowMs = hourMs + HOUR_MS - 3 * SECOND_MS
    expect(await port.next(sounding)).toMatchObject({ title: 'id' })
    place.clock.nowMs = beforeMs
    await sql`DELETE FROM plays`.execute(place.db)
  })

  it('[PT15] the end of an entry is moved on when its bed begins again', async () => {
    const playout = open()
    playout.beginItem({ kind: 'BED', itemId: null, broadcastId: null })
    place.clock.nowMs += 60_000
    playout.beginAgain()
    await playout.settled()
    const { rows } = await sql<{ ends_by: Date }>`SELECT ends_by FROM plays WHERE ended_at IS NULL`.execute(
      place.db,
    )
    expect(rows).toEqual([{ ends_by: new Date(place.clock.nowMs + 60_000) }])
  })

  it('[MM12] where all that was chosen is gone it rests only when there is nothing else', async () => {
    const stock = await stockLibrary()
    const bed = { kind: 'BED', title: 'Rain', artist: null, itemId: 1, broadcastId: null } as const
    const gone = { ...stock, find: async () => null }
    await expect(open(gone).port.next(null)).rejects.toThrow('gone')
    const withBed = { ...gone, findBed: async () => ({ ...bed, file: '/nowhere', durationMs: 1 }) }
    expect(await open(withBed).port.next(null)).toMatchObject({ kind: 'BED' })
    expect(await open({ listShorts: stock.listShorts }).port.next(null)).toBeNull()
  })

  it('[LB57] an item of the library that another instance deleted or set to rest is cut', async () => {
    const playout = open()
    playout.beginItem({ kind: 'BED', itemId: 7, broadcastId: null })
    await playout.follow()
    await playout.onLibraryChanged()
    expect(withdrawn).toEqual([])
    unready.add(7)
    await playout.follow()
    expect(withdrawn).toEqual([7])
  })

  it('[SP13] a planned replay that breaks off is joined again, and the second time left out', async () => {
    const { port, follow } = open()
    const id = await record()
    await plan(id, 0)
    await follow()
    const breakOff = async () => {
      const item = (await port.next(null)) ?? expect.fail('it is not due')
      expect(port.due()).toBe(item.plannedId)
      port.onEnd({ ...item, startedAtMs: place.clock.nowMs }, 'DAMAGED')
      return item
    }
    expect(await breakOff()).toMatchObject({ broadcastId: id, fromMs: 0 })
    place.clock.nowMs += 20_000
    expect(faults).toEqual([])
    expect(await breakOff()).toMatchObject({ broadcastId: id, fromMs: 20_000 })
    expect([port.due(), await port.next(null), faults]).toEqual([null, null, ['Harana Hour']])
  })

  it('[SP11] a planned recording that is at another instance is brought before its time, and joined when it is here', async () => {
    const { port, follow } = open()
    const id = await record('http://there')
    away.add(id)
    await plan(id, BRING_AHEAD_MS + 1)
    await follow()
    expect(broughtIds).toEqual([])
    place.clock.nowMs += 1
    await follow()
    expect(broughtIds).toEqual([id])
    place.clock.nowMs += BRING_AHEAD_MS
    await follow()
    expect([port.due(), await port.next(null), faults]).toEqual([null, null, []])
    place.clock.nowMs += 20_000
    expect([await port.next(null), faults]).toEqual([null, ['Harana Hour']])
    away.delete(id)
    await follow()
    const item = await port.next(null)
    expect(item).toMatchObject({ kind: 'REPLAY', broadcastId: id, fromMs: 20_000 })
    expect(port.due()).toBe(item?.plannedId)
  })
})
