import { once } from 'node:events'
import { existsSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { request as openRequest } from 'node:http'
import { join } from 'node:path'
import { peopleEndpoints } from '@carillon/contract/auth/people-endpoints'
import { HOUR_MS } from '@carillon/contract/durations'
import type { ErrorReply } from '@carillon/contract/errors'
import * as calls from '@carillon/contract/library/endpoints'
import { LIBRARY_UPLOAD_PATH, type LibraryItem } from '@carillon/contract/library/schemas'
import { setPlayout } from '@carillon/contract/playout/settings'
import { getNowPlaying } from '@carillon/contract/plays/now-playing'
import { suggestSongs } from '@carillon/contract/song-requests/suggestions'
import { PLAYOUT_ON } from '@carillon/testkit/playout-on'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { opusFile, otherFile, TONE } from '../src/features/library/testing.ts'
import { type Member, startStation, type TestStation } from './support/station.ts'

let station: TestStation
let dj: Member
let otherDj: Member
let moderator: Member
let listener: Member
/** Each has a sound of its own. */
const SOUNDS = [440, 550, 660, 770].map((frequency) => opusFile(TONE(1, frequency)))
const [FIRST = Buffer.alloc(0), SECOND = Buffer.alloc(0), THIRD = Buffer.alloc(0)] = SOUNDS

beforeAll(async () => {
  station = await startStation()
  dj = await station.as('DJ', 'Mikael')
  otherDj = await station.as('DJ', 'Jana')
  moderator = await station.as('MODERATOR', 'Paolo')
  listener = await station.as('LISTENER', 'Bea')
})
beforeEach(async () => {
  for (const { id } of (await list(station.admin)).content)
    await station.call(calls.deleteLibraryItem, { as: station.admin, params: { id } })
})
afterAll(() => station.close())

type Words = Partial<Record<'kind' | 'title' | 'artist' | 'album' | 'year', string>>

async function upload(
  as: Member | null,
  file: Buffer,
  words: Words = {},
  headers: Record<string, string> = {},
) {
  const search = new URLSearchParams({ title: 'Harana', ...words })
  const reply = await fetch(`${station.origin}${LIBRARY_UPLOAD_PATH}?${search}`, {
    method: 'POST',
    headers: { 'content-type': 'audio/ogg', ...(as && { authorization: `Bearer ${as.token}` }), ...headers },
    body: new Uint8Array(file),
  })
  const json = (await reply.json()) as ErrorReply & { data: LibraryItem }
  return {
    status: reply.status,
    item: json.data,
    code: json.code,
    message: json.message,
    fields: json.fields,
  }
}

async function list(as: Member, query: { search?: string; kind?: 'JINGLE'; owner?: 'me' } = {}) {
  return (await station.call(calls.listLibrary, { as, query })).data
}

const sound = (as: Member | null, id: number, headers: Record<string, string> = {}) =>
  fetch(`${station.origin}/api/library/${id}/sound`, {
    headers: { ...(as && { authorization: `Bearer ${as.token}` }), ...headers },
  })
function files(): string[] {
  const folder = join(station.config.dataDir, 'library')
  return existsSync(folder) ? readdirSync(folder) : []
}

describe('suggestions for song requests', () => {
  const suggest = async (search: string, as = listener) =>
    (await station.call(suggestSongs, { as, query: { search } })).data

  it('[LB66] are the tracks that may be requested and do not rest, by title, each once', async () => {
    const words = { kind: 'TRACK', artist: 'Parokya ni Edgar' } as const
    const add = async (file: Buffer, body: Partial<LibraryItem>) => {
      const { item } = await upload(dj, file, { title: 'Harana' })
      await station.call(calls.updateLibraryItem, {
        as: dj,
        params: { id: item.id },
        body: { title: 'Harana', isRequestable: true, ...words, ...body },
      })
      return item.id
    }
    const ids = [await add(FIRST, {}), await add(SECOND, { title: 'Buloy' })]
    const both = [
      { title: 'Buloy', artist: words.artist },
      { title: 'Harana', artist: words.artist },
    ]
    expect(await suggest('edgar')).toEqual(both)
    expect(await suggest(' hara')).toEqual(both.slice(1))
    expect(await suggest('100%_')).toEqual([])
    for (const change of [
      { isRequestable: false },
      { state: 'RESTING' },
      { kind: 'JINGLE' },
      { title: 'B'.repeat(121) },
    ] as const) {
      const body = { ...words, title: 'Buloy', isRequestable: true, ...change }
      await station.call(calls.updateLibraryItem, { as: dj, params: { id: ids[1] ?? 0 }, body })
      expect(await suggest('edgar')).toEqual(both.slice(1))
    }
    const body = { ...words, title: 'Harana', isRequestable: true }
    await station.call(calls.updateLibraryItem, { as: dj, params: { id: ids[1] ?? 0 }, body })
    expect(await suggest('edgar')).toEqual(both.slice(1))
    for (const id of ids) await station.call(calls.deleteLibraryItem, { as: dj, params: { id } })
  })

  it.each(['a', '+a+', '+++'])(
    '[LB66] of one character, spaces aside, are none: 400 (%s)',
    async (search) => {
      const reply = await fetch(`${station.origin}/api/library/suggestions?search=${search}`, {
        headers: { authorization: `Bearer ${listener.token}` },
      })
      expect(reply.status).toBe(400)
      expect(await reply.json()).toMatchObject({ code: 'INVALID_INPUT' })
    },
  )
})

describe('an upload', () => {
  it('[LB14] is an item with its words, its owner, its length and its loudness', async () => {
    const words = { title: 'Ang Huling El Bimbo', artist: 'Eraserheads', album: 'Cutterpillow', year: '1995' }
    const { status, item } = await upload(dj, FIRST, words)
    expect(status).toBe(201)
    expect(item).toMatchObject({
      ...words,
      year: 1995,
      kind: 'TRACK',
      state: 'READY',
      isRequestable: false,
      rightsNote: null,
      owner: { id: dj.id, role: 'DJ' },
    })
    expect(Math.abs(item.durationMs - 1_000)).toBeLessThan(50)
    expect(item.gain).toBeCloseTo(-16 - item.loudness, 5)
    expect(item).not.toHaveProperty('fileName')
    expect((await station.call(calls.getLibraryItem, { as: otherDj, params: { id: item.id } })).data).toEqual(
      item,
    )
    expect(files()).toEqual([expect.stringMatching(/^[0-9a-f]{40}\.ogg$/)])
  })

  it('[LB15] that is no sound is refused in words, and nothing of it stays', async () => {
    const { status, code, fields } = await upload(dj, otherFile(TONE(1), 'mp3'))
    expect([status, code]).toEqual([400, 'INVALID_INPUT'])
    expect(fields?.file).toContain('no Ogg Opus file')
    expect((await upload(dj, opusFile('anullsrc=r=48000:d=2'))).fields?.file).toContain('nothing to hear')
    expect((await upload(dj, Buffer.of(0))).status).toBe(400)
    expect(files()).toEqual([])
    expect((await list(station.admin)).totalElements).toBe(0)
  })

  it('[LB15] has its words checked before a byte of it is read', async () => {
    const { status, fields } = await upload(dj, FIRST, { title: ' ', artist: 'a\u202eb', year: '12' })
    expect(status).toBe(400)
    expect(Object.keys(fields ?? {}).sort()).toEqual(['artist', 'title', 'year'])
    expect((await upload(dj, FIRST, { title: 'x'.repeat(201) })).status).toBe(400)
    expect(files()).toEqual([])
  })

  it('[LB15] keeps a name with a path, or with script, as the text that it is', async () => {
    const title = '../../etc/<script>alert(1)</script>.mp3'
    const { item } = await upload(dj, FIRST, { title })
    expect(item.title).toBe(title)
    expect(files()).toEqual([expect.stringMatching(/^[0-9a-f]{40}\.ogg$/)])
  })

  it('[LB16] of what is there already says so, also twice at once, or by another', async () => {
    const both = await Promise.all([upload(dj, FIRST, { title: 'One' }), upload(dj, FIRST, { title: 'Two' })])
    expect(both.map(({ status }) => status).sort()).toEqual([201, 409])
    const again = await upload(otherDj, FIRST)
    expect([again.status, again.code]).toEqual([409, 'DUPLICATE_FILE'])
    expect(again.message).toMatch(/“(One|Two)”/)
    expect(files()).toHaveLength(1)
  })

  it('[LB16] with a key happens once', async () => {
    const headers = { 'idempotency-key': 'the same' }
    const [first, second] = [await upload(dj, FIRST, {}, headers), await upload(dj, FIRST, {}, headers)]
    expect([first.status, second.status, second.item.id]).toEqual([201, 201, first.item.id])
  })

  it.each([
    ['a visitor', () => null, 401],
    ['a listener', () => station.as('LISTENER', 'Ana'), 403],
  ])('[LB14] of %s is refused', async (_, who, status) => {
    expect((await upload(await who(), FIRST)).status).toBe(status)
    expect(files()).toEqual([])
  })

  it('[LB58] that is left while it is checked is in no library, and nothing of it stays', async () => {
    const request = openRequest(`${station.origin}${LIBRARY_UPLOAD_PATH}?title=x`, {
      method: 'POST',
      headers: { authorization: `Bearer ${dj.token}` },
    })
    request.on('error', () => undefined) // it is left
    request.end(opusFile(TONE(240)))
    const isWritten = (name: string) => /^[^.]+\.ogg\.[^.]+\.[^.]+\.part$/.test(name)
    while (!files().some(isWritten)) await new Promise((resolve) => setTimeout(resolve, 5))
    request.destroy()
    while (files().some((name) => name.endsWith('.part')))
      await new Promise((resolve) => setTimeout(resolve, 5))
    expect(files()).toEqual([])
    expect((await list(station.admin)).totalElements).toBe(0)
  })

  it('[LB3] of a DJ who is banned while it arrives is refused, and nothing stays', async () => {
    const banned = await station.as('DJ', 'Banned')
    const request = openRequest(`${station.origin}${LIBRARY_UPLOAD_PATH}?title=x`, {
      method: 'POST',
      headers: { authorization: `Bearer ${banned.token}`, 'content-length': FIRST.length },
    })
    request.write(FIRST.subarray(0, 100))
    while (files().length === 0) await new Promise((resolve) => setTimeout(resolve, 5))
    const ban = { as: station.admin, params: { id: banned.id }, body: { unit: 'DAYS', amount: 1 } } as const
    expect((await station.call(peopleEndpoints.banUser, ban)).status).toBe(200)
    request.end(FIRST.subarray(100))
    const [reply] = await once(request, 'response')
    reply.resume()
    expect(reply.statusCode).toBe(401)
    await once(reply, 'end')
    expect(files()).toEqual([])
  })
})

describe('the list', () => {
  it('[LB17] is the same for DJs and staff, newest first, and can be searched', async () => {
    await upload(dj, FIRST, { title: 'Magasin', artist: 'Eraserheads' })
    await upload(otherDj, SECOND, { title: 'Station jingle', kind: 'JINGLE' })
    await upload(moderator, THIRD, { title: '100% Pinoy', artist: 'Hotdog' })
    const titles = async (...given: Parameters<typeof list>) =>
      (await list(...given)).content.map(({ title }) => title)
    expect(await titles(dj)).toEqual(['100% Pinoy', 'Station jingle', 'Magasin'])
    expect(await titles(dj, { owner: 'me' })).toEqual(['Magasin'])
    expect(await titles(dj, { search: 'eraserHEADS' })).toEqual(['Magasin'])
    expect(await titles(dj, { search: '%' })).toEqual(['100% Pinoy'])
    expect(await titles(moderator, { kind: 'JINGLE' })).toEqual(['Station jingle'])
  })

  it('[LB18] shows DJs nothing of others that rests', async () => {
    const { item } = await upload(dj, FIRST)
    const body = { ...item, state: 'RESTING' as const }
    const params = { id: item.id }
    expect((await station.call(calls.updateLibraryItem, { as: dj, params, body })).data.state).toBe('RESTING')
    expect((await list(otherDj)).content).toEqual([])
    expect((await list(dj)).totalElements).toBe(1)
    expect((await list(moderator)).totalElements).toBe(1)
    expect((await station.call(calls.getLibraryItem, { as: otherDj, params })).status).toBe(404)
    expect((await sound(otherDj, item.id)).status).toBe(404)
    expect((await sound(dj, item.id)).status).toBe(200)
  })

  it('[LB19] says how much room is left', async () => {
    const { item } = await upload(dj, FIRST)
    const { data } = await station.call(calls.getLibraryQuota, { as: dj })
    expect(data).toEqual({
      usedBytes: item.bytes,
      items: 1,
      ownBytes: item.bytes,
      ownItems: 1,
      quotaBytes: station.config.libraryBytes,
      canConvert: false,
    })
    expect((await station.call(calls.getLibraryQuota, { as: otherDj })).data).toMatchObject({ ownItems: 0 })
  })
})

describe('an item', () => {
  it('[LB18] is changed and deleted by who uploaded it, and by staff, [HT68] more than once', async () => {
    const { item } = await upload(dj, FIRST)
    const params = { id: item.id }
    const body = { ...item, title: 'Changed', rightsNote: 'FILSCAP', isRequestable: true }
    const change = (as: Member) => station.call(calls.updateLibraryItem, { as, params, body })
    const remove = (as: Member) => station.call(calls.deleteLibraryItem, { as, params })
    expect((await change(otherDj)).status).toBe(403)
    expect((await remove(otherDj)).status).toBe(403)
    expect((await change(dj)).data).toEqual({
      ...item,
      title: 'Changed',
      rightsNote: 'FILSCAP',
      isRequestable: true,
    })
    expect((await change(moderator)).status).toBe(200)
    expect((await remove(moderator)).status).toBe(204)
    for (const as of [moderator, dj]) expect((await remove(as)).status).toBe(204)
    expect((await station.call(calls.deleteLibraryItem, { as: dj, params: { id: 999_999 } })).status).toBe(
      404,
    )
    expect(files()).toEqual([])
  })

  it.each(['deleted', 'set to rest'])('[LB57] that is %s while it plays is left at once', async (what) => {
    // It would go on for longer than anything is waited for.
    const { item } = await upload(dj, opusFile(TONE(300)), { kind: 'BED' })
    const onAir = async () => (await station.call(getNowPlaying)).data.onAir
    await station.call(setPlayout, { as: station.admin, body: PLAYOUT_ON })
    await expect.poll(onAir).toMatchObject({ kind: 'BED' })
    const of = { as: moderator, params: { id: item.id } }
    if (what === 'deleted') await station.call(calls.deleteLibraryItem, of)
    else await station.call(calls.updateLibraryItem, { ...of, body: { ...item, state: 'RESTING' } })
    await expect.poll(onAir).toBeNull()
    await station.call(setPlayout, { as: station.admin, body: { ...PLAYOUT_ON, betweenShows: 'OFF' } })
  })

  it('[LB20] is heard before it goes on air, in ranges too, by nobody else', async () => {
    const { item } = await upload(dj, FIRST)
    const whole = await sound(otherDj, item.id)
    expect([whole.status, whole.headers.get('content-type')]).toEqual([200, 'audio/ogg'])
    const bytes = Buffer.from(await whole.arrayBuffer())
    expect([bytes.length, bytes.toString('latin1', 0, 4)]).toEqual([item.bytes, 'OggS'])
    const part = await sound(dj, item.id, { range: 'bytes=4-9' })
    expect([part.status, part.headers.get('content-range')]).toEqual([206, `bytes 4-9/${item.bytes}`])
    expect(Buffer.from(await part.arrayBuffer())).toEqual(bytes.subarray(4, 10))
    expect((await sound(dj, item.id, { range: `bytes=${item.bytes}-` })).status).toBe(416)
    expect((await sound(null, item.id)).status).toBe(401)
    expect((await sound(await station.as('LISTENER', 'Ana'), item.id)).status).toBe(403)
    expect((await sound(dj, 999_999)).status).toBe(404)
  })
})

it('[LB24] an item whose file is gone has no sound, and can be deleted', async () => {
  const { item } = await upload(dj, FIRST)
  for (const name of files()) rmSync(join(station.config.dataDir, 'library', name))
  expect((await sound(dj, item.id)).status).toBe(404)
  const params = { id: item.id }
  expect((await station.call(calls.deleteLibraryItem, { as: dj, params })).status).toBe(204)
})

it('[LB21] a full library takes no more', async () => {
  const small = await startStation({ libraryBytes: Math.floor(FIRST.length * 1.5) })
  const as = await small.as('DJ')
  const send = async (file: Buffer) => {
    const reply = await fetch(`${small.origin}${LIBRARY_UPLOAD_PATH}?title=x`, {
      method: 'POST',
      headers: { authorization: `Bearer ${as.token}` },
      body: new Uint8Array(file),
    })
    return [reply.status, ((await reply.json()) as ErrorReply).code]
  }
  // Both have room as long as neither is there.
  const both = await Promise.all([send(FIRST), send(SECOND)])
  expect(both.sort()).toEqual([
    [201, undefined],
    [409, 'LIBRARY_FULL'],
  ])
  expect(await send(THIRD)).toEqual([409, 'LIBRARY_FULL'])
  expect(readdirSync(join(small.config.dataDir, 'library'))).toHaveLength(1)
  await small.close()
})

it('[LB22] what a crash left is removed at the start', async () => {
  const { item } = await upload(dj, FIRST)
  const folder = join(station.config.dataDir, 'library')
  const [known = ''] = files()
  const left = [`${'a'.repeat(40)}.ogg`, `${'b'.repeat(40)}.ogg.x.received.part`]
  const young = `${'c'.repeat(40)}.ogg.x.part`
  for (const name of [...left, young]) writeFileSync(join(folder, name), 'half')
  const old = new Date(Date.now() - 3 * HOUR_MS)
  for (const name of [...left, known]) utimesSync(join(folder, name), old, old)
  await station.restart()
  while (files().length > 2) await new Promise((resolve) => setTimeout(resolve, 5))
  expect(files().sort()).toEqual([known, young].sort())
  expect((await sound(dj, item.id)).status).toBe(200)
})
