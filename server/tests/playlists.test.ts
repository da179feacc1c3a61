import { deleteLibraryItem, updateLibraryItem } from '@carillon/contract/library/endpoints'
import * as calls from '@carillon/contract/library/playlists'
import { LIBRARY_UPLOAD_PATH, type LibraryItem } from '@carillon/contract/library/schemas'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { opusFile, TONE } from '../src/features/library/testing.ts'
import { type Member, startStation, type TestStation } from './support/station.ts'

let station: TestStation
let dj: Member
let moderator: Member
let items: LibraryItem[]

beforeAll(async () => {
  station = await startStation()
  dj = await station.as('DJ')
  moderator = await station.as('MODERATOR')
  items = []
  for (const [at, kind] of ['TRACK', 'TRACK', 'TRACK', 'JINGLE'].entries()) items.push(await upload(at, kind))
})
beforeEach(async () => {
  for (const { id } of await list())
    await station.call(calls.deletePlaylist, { as: moderator, params: { id } })
})
afterAll(() => station.close())

async function upload(at: number, kind: string): Promise<LibraryItem> {
  const search = new URLSearchParams({ title: `Item ${at}`, kind })
  const reply = await fetch(`${station.origin}${LIBRARY_UPLOAD_PATH}?${search}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${dj.token}` },
    body: new Uint8Array(opusFile(TONE(0.6, 300 + 50 * at))),
  })
  return ((await reply.json()) as { data: LibraryItem }).data
}

const list = async () => (await station.call(calls.listPlaylists, { as: moderator })).data
const idAt = (at: number) => items[at]?.id ?? 0

async function make(body: { name: string; weight?: number; hours?: calls.PlaylistHours[] }) {
  return station.call(calls.createPlaylist, { as: moderator, body })
}
const set = (id: number, itemIds: number[]) =>
  station.call(calls.setPlaylistItems, { as: moderator, params: { id }, body: { itemIds } })
const tracksOf = async (id: number, as = dj) =>
  (await station.call(calls.getPlaylist, { as, params: { id } })).data.items.map((item) => item.id)

it('[LB30] has a name, a weight and hours; without tracks it is allowed, and said', async () => {
  const hours = [
    { day: 1, from: 0, to: 600 },
    { day: 1, from: 600, to: 1440 },
  ]
  const { status, data } = await make({ name: 'Morning', weight: 2, hours })
  expect(status).toBe(201)
  const empty = { id: data.id, name: 'Morning', weight: 2, hours, tracks: 0, playable: 0, durationMs: 0 }
  expect(data).toEqual(empty)
  expect(await list()).toEqual([empty])
  const body = { name: 'Evening', weight: 0, hours: [] }
  const changed = await station.call(calls.updatePlaylist, { as: moderator, params: { id: data.id }, body })
  expect(changed.data).toEqual({ ...empty, ...body })
})

it.each([
  [
    'hours that overlap',
    [
      { day: 1, from: 0, to: 61 },
      { day: 1, from: 60, to: 90 },
    ],
  ],
  [
    'hours that begin twice',
    [
      { day: 1, from: 0, to: 61 },
      { day: 1, from: 0, to: 61 },
    ],
  ],
  ['an end before its start', [{ day: 1, from: 60, to: 60 }]],
  ['a day that there is not', [{ day: 7, from: 0, to: 60 }]],
  ['an hour after midnight', [{ day: 1, from: 0, to: 1441 }]],
])('[LB30] %s are refused', async (_, hours) => {
  const { status, error } = await make({ name: 'Morning', hours })
  expect([status, error.code]).toEqual([400, 'INVALID_INPUT'])
})

it('[LB30] a hundred are enough', async () => {
  const made = await Promise.all(Array.from({ length: 102 }, (_, at) => make({ name: `List ${at}` })))
  expect(made.filter(({ status }) => status === 201)).toHaveLength(calls.MAX_PLAYLISTS)
  expect(made.find(({ status }) => status !== 201)?.error.code).toBe('LIBRARY_FULL')
})

it('[LB31] holds tracks in order, each once, and nothing else', async () => {
  const { id } = (await make({ name: 'Morning' })).data
  const { data } = await set(id, [idAt(2), idAt(0)])
  expect([data.tracks, data.playable]).toEqual([2, 2])
  expect(data.durationMs).toBe((items[2]?.durationMs ?? 0) + (items[0]?.durationMs ?? 0))
  expect(await tracksOf(id)).toEqual([idAt(2), idAt(0)])
  for (const wrong of [[idAt(0), idAt(0)], [idAt(3)], [999_999]])
    expect((await set(id, wrong)).status).toBe(400)
  expect(await tracksOf(id)).toEqual([idAt(2), idAt(0)])
  expect((await set(id, [])).data.tracks).toBe(0)
})

it('[LB31] what rests is not played, and what is deleted leaves', async () => {
  const { id } = (await make({ name: 'Morning' })).data
  const [own, extra] = [idAt(0), await upload(9, 'TRACK')]
  await set(id, [own, extra.id])
  const params = { id: extra.id }
  await station.call(updateLibraryItem, { as: moderator, params, body: { ...extra, state: 'RESTING' } })
  expect((await list())[0]).toMatchObject({ tracks: 2, playable: 1 })
  expect(await tracksOf(id, await station.as('DJ', 'other dj'))).toEqual([own])
  await station.call(deleteLibraryItem, { as: moderator, params })
  expect((await list())[0]).toMatchObject({ tracks: 1, playable: 1 })
})

it('[LB31] what is no track any more leaves, and the rest can be changed', async () => {
  const { id } = (await make({ name: 'Morning' })).data
  const [own, other, extra] = [idAt(0), idAt(2), await upload(10, 'TRACK')]
  await set(id, [own, extra.id, other])
  const params = { id: extra.id }
  await station.call(updateLibraryItem, { as: moderator, params, body: { ...extra, kind: 'JINGLE' } })
  expect((await list())[0]).toMatchObject({ tracks: 2, playable: 2 })
  expect(await tracksOf(id)).toEqual([own, other])
  expect((await set(id, [other, own])).status).toBe(200)
  await station.call(deleteLibraryItem, { as: moderator, params })
})

it('[HT68] is deleted more than once, which changes nothing', async () => {
  const { data } = await make({ name: 'Morning' })
  const remove = async (id: number, as = moderator) =>
    (await station.call(calls.deletePlaylist, { as, params: { id } })).status
  expect([await remove(data.id), await remove(data.id), await remove(data.id, dj)]).toEqual([204, 204, 403])
  expect(await remove(999_999)).toBe(404)
  expect((await station.call(calls.getPlaylist, { as: moderator, params: { id: data.id } })).status).toBe(404)
})
