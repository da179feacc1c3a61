import { afterAll, beforeAll, expect, it } from 'vitest'
import { openShowPlace } from '../../../tests/support/show.ts'
import { insertPlaylist, replaceItems } from './playlists/store.ts'
import { createLibraryReader } from './reader.ts'
import { insertItem } from './store.ts'
import type { ItemWords, LibraryTables } from './table.ts'

let place: Awaited<ReturnType<typeof openShowPlace<LibraryTables>>>
let ownerId: number

beforeAll(async () => {
  place = await openShowPlace<LibraryTables>('embedded')
  ownerId = (await place.person('DJ')).id
})
afterAll(() => place.close())

let items = 0

function add(words: Partial<ItemWords>): Promise<number> {
  const at = ++items
  const file = {
    bytes: 1,
    durationMs: 1_000,
    loudness: -16,
    peak: -1,
    digest: `${at}`,
    fileName: `${at}.ogg`,
  }
  return insertItem(
    place.db,
    {
      kind: 'TRACK',
      state: 'READY',
      title: `Item ${at}`,
      artist: null,
      album: null,
      year: null,
      isRequestable: false,
      rightsNote: null,
      ...words,
    },
    { ...file, ownerId, createdAt: new Date(place.clock.now()) },
  )
}

it('[LB32] reads what can be played, as the rules and the playout ask for it', async () => {
  const { db } = place
  const song = await add({ title: 'Ligaya', artist: 'Eraserheads' })
  const idle = await add({ state: 'RESTING' })
  const jingle = await add({ kind: 'JINGLE' })
  const stationId = await add({ kind: 'STATION_ID' })
  const bed = await add({ kind: 'BED', title: 'Bed' })
  const hours = [{ day: 0, from: 0, to: 1_440 }]
  const full = await insertPlaylist(db, { name: 'Full', weight: 2, hours })
  const empty = await insertPlaylist(db, { name: 'Empty', weight: 1, hours: [] })
  await replaceItems(db, full, [idle, song])

  const all = { isHere: async () => true, listHere: async () => null }
  const reader = createLibraryReader(db, { folder: '/data/library', ...all })
  expect(await reader.listPlaylists()).toEqual([
    { id: empty, weight: 1, hours: [], tracks: [] },
    { id: full, weight: 2, hours, tracks: [{ id: song, kind: 'TRACK', artist: 'Eraserheads' }] },
  ])
  expect(await reader.listShorts()).toEqual([
    { id: jingle, kind: 'JINGLE', artist: null },
    { id: stationId, kind: 'STATION_ID', artist: null },
  ])
  expect(await reader.find(song)).toEqual({
    kind: 'TRACK',
    title: 'Ligaya',
    artist: 'Eraserheads',
    itemId: song,
    broadcastId: null,
    file: '/data/library/1.ogg',
    durationMs: 1_000,
    loop: false,
  })
  expect(await reader.find(idle)).toBeNull()
  expect(await Promise.all([song, idle, 999_999].map((id) => reader.isReady(id)))).toEqual([
    true,
    false,
    false,
  ])
  expect(await reader.findBed()).toMatchObject({ itemId: bed, kind: 'BED', loop: true })
  expect(await reader.find(999_999)).toBeNull()
})

it('[MM11] reads only what is here, of beds the newest of it', async () => {
  const { db } = place
  const [here, there] = [await add({}), await add({})]
  const jingle = await add({ kind: 'JINGLE' })
  await add({ kind: 'STATION_ID' })
  const bed = await add({ kind: 'BED' })
  await add({ kind: 'BED' })
  const full = await insertPlaylist(db, { name: 'Half', weight: 1, hours: [] })
  await replaceItems(db, full, [there, here])
  const names = new Set([here, jingle, bed].map((id) => `${id}.ogg`))
  const reader = createLibraryReader(db, {
    folder: '/data/library',
    isHere: async (name) => names.has(name),
    listHere: async () => names,
  })
  const playlist = (await reader.listPlaylists()).find(({ id }) => id === full)
  expect(playlist?.tracks.map(({ id }) => id)).toEqual([here])
  expect((await reader.listShorts()).map(({ id }) => id)).toEqual([jingle])
  expect((await reader.findBed())?.itemId).toBe(bed)
  names.clear()
  expect(await reader.findBed()).toBeNull()
})
