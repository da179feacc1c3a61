import {
  createBroadcast,
  endBroadcast,
  getBroadcast,
  startBroadcast,
} from '@carillon/contract/broadcasts/endpoints'
import { ROLES, type Role } from '@carillon/contract/roles'
import * as calls from '@carillon/contract/song-requests/endpoints'
import { SONG_REQUEST_PAUSE_SECONDS, type SongRequest } from '@carillon/contract/song-requests/schemas'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Member, startStation, type TestStation } from './support/station.ts'

const UNKNOWN_ID = 999_999
const PAUSE_MS = SONG_REQUEST_PAUSE_SECONDS * 1000
const clock = { nowMs: Date.now(), now: () => clock.nowMs }

let station: TestStation
let dj: Member
let otherDj: Member
let ana: Member
/** On air while each test runs. */
let showId: number

beforeAll(async () => {
  station = await startStation({ clock })
  dj = await station.as('DJ', 'Mikael')
  otherDj = await station.as('DJ', 'Jana')
  ana = await station.as('LISTENER', 'Ana')
})
beforeEach(async () => {
  clock.nowMs += PAUSE_MS
  if (showId) await end(showId)
  showId = await newShow()
  await station.call(startBroadcast, { as: dj, params: { id: showId } })
})
afterAll(() => station.close())

async function newShow(as: Member = dj): Promise<number> {
  const { data } = await station.call(createBroadcast, { as, body: { title: 'Harana Hour' } })
  return data.id
}
const end = (id: number) => station.call(endBroadcast, { as: station.admin, params: { id } })
const ask = (as: Member | null, id = showId, songTitle = 'Ang Huling El Bimbo') =>
  station.call(calls.createSongRequest, { as, params: { id }, body: { songTitle, artist: 'Eraserheads' } })
const list = (as: Member | null, id = showId) => station.call(calls.listSongRequests, { as, params: { id } })
const answer = (as: Member | null, requestId: number, status: SongRequest['status'], id = showId) =>
  station.call(calls.setSongRequestStatus, { as, params: { id, requestId }, body: { status } })
const remove = (as: Member | null, requestId: number, id = showId) =>
  station.call(calls.deleteSongRequest, { as, params: { id, requestId } })
const asked = async (as: Member = ana) => {
  clock.nowMs += PAUSE_MS
  return (await ask(as)).data.id
}

describe('asking for a song', () => {
  it.each(ROLES)('[SQ1] %s may ask while the show is live', async (role) => {
    const member = await station.as(role)
    const { status, data } = await ask(member)
    expect(status).toBe(201)
    expect(data).toEqual({
      id: expect.any(Number),
      broadcastId: showId,
      songTitle: 'Ang Huling El Bimbo',
      artist: 'Eraserheads',
      message: '',
      status: 'PENDING',
      timestamp: new Date(clock.nowMs).toISOString(),
      requestedBy: { id: member.id, name: member.name, role },
    })
    expect((await list(ana)).data).toEqual([data])
  })

  it('[SQ1] a visitor is asked to sign in, and before and after the show it is 409 NOT_LIVE', async () => {
    expect((await ask(null)).status).toBe(401)
    const planned = await newShow()
    expect((await ask(ana, planned)).error).toMatchObject({ code: 'NOT_LIVE' })
    await end(showId)
    expect((await ask(ana)).error).toMatchObject({ code: 'NOT_LIVE' })
    expect((await ask(ana, UNKNOWN_ID)).status).toBe(404)
  })

  it('[SQ1] what is wrong is told in the agreed order: show, input, state, pace', async () => {
    const wrong = { songTitle: ' ', artist: 'x'.repeat(121), message: 'x'.repeat(281) }
    const send = (id: number) =>
      station.call(calls.createSongRequest, { as: ana, params: { id }, body: wrong })
    expect((await send(UNKNOWN_ID)).status).toBe(404)
    const { status, error } = await send(await newShow())
    expect([status, error.fields]).toEqual([
      400,
      {
        songTitle: 'Please enter a song title',
        artist: 'At most 120 characters',
        message: 'At most 280 characters',
      },
    ])
    await ask(ana)
    expect((await send(showId)).status).toBe(400)
    await end(showId)
    expect((await ask(ana)).status).toBe(409)
  })

  it('[SQ2] the second within 30 s is 429 and says how long to wait', async () => {
    await ask(ana)
    clock.nowMs += 12_500
    const { status, headers, error } = await ask(ana)
    expect([status, headers.get('retry-after'), error.code, error.message]).toEqual([
      429,
      '18',
      'TOO_MANY_REQUESTS',
      'Please wait 18 seconds before your next song.',
    ])
    expect((await ask(dj)).status).toBe(201)
    clock.nowMs += 17_500
    expect((await ask(ana)).status).toBe(201)
  })

  it('[SQ2] 20 of one person at once admit one', async () => {
    const sent = await Promise.all(Array.from({ length: 20 }, (_, at) => ask(ana, showId, `Song ${at}`)))
    expect(sent.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(sent.filter(({ status }) => status === 429)).toHaveLength(19)
    expect((await list(ana)).data).toHaveLength(1)
  })

  it('[SQ3] five may wait, also when asked for one by one', async () => {
    for (let count = 0; count < 5; count++) await asked()
    clock.nowMs += PAUSE_MS
    const { status, headers } = await ask(ana)
    expect([status, headers.get('retry-after')]).toEqual([429, '30'])
  })

  it('[SQ8] each counts in the interactions of its show', async () => {
    await asked()
    await asked(otherDj)
    await ask(otherDj)
    const { data } = await station.call(getBroadcast, { params: { id: showId } })
    expect(data.totalInteractions).toBe(2)
  })
})

describe('answering', () => {
  /** Contract, section 3: of an own show, and of a foreign one. */
  const MAY_ANSWER: Record<Role, [own: number, foreign: number]> = {
    LISTENER: [403, 403],
    DJ: [200, 403],
    MODERATOR: [200, 200],
    ADMIN: [200, 200],
  }

  it.each(ROLES)('[SQ5] %s may set a status as the table of the contract says', async (role) => {
    const foreign = await station.as(role, `foreign ${role}`)
    const own = role === 'DJ' ? dj : foreign
    const id = await asked()
    expect((await answer(own, id, 'ACCEPTED')).status).toBe(MAY_ANSWER[role][0])
    expect((await answer(foreign, id, 'PLAYED')).status).toBe(MAY_ANSWER[role][1])
  })

  it('[SQ4] any status follows any other, the same one again is 200 unchanged, also after the show', async () => {
    const id = await asked()
    const moves = ['ACCEPTED', 'ACCEPTED', 'PLAYED', 'PENDING', 'DECLINED'] as const
    for (const status of moves)
      expect(await answer(dj, id, status)).toMatchObject({ status: 200, data: { status } })
    await end(showId)
    expect((await answer(dj, id, 'PLAYED')).data.status).toBe('PLAYED')
  })

  it('[SQ4] an unknown status is 400; a request of another show, or of none, is 404', async () => {
    const id = await asked()
    const wrong = await answer(dj, id, 'SUNG' as 'PLAYED')
    expect([wrong.status, Object.keys(wrong.error.fields ?? {})]).toEqual([400, ['status']])
    const other = await newShow()
    expect((await answer(dj, id, 'PLAYED', other)).status).toBe(404)
    expect((await answer(dj, UNKNOWN_ID, 'PLAYED')).status).toBe(404)
    expect((await answer(dj, id, 'PLAYED', UNKNOWN_ID)).status).toBe(404)
    expect((await answer(null, id, 'PLAYED')).status).toBe(401)
  })
})

describe('removing', () => {
  /** Contract, section 3: an own one that waits, one of an own show, one of a foreign show. */
  const MAY_REMOVE: Record<Role, [own: number, ofOwnShow: number, ofForeignShow: number]> = {
    LISTENER: [204, 403, 403],
    DJ: [204, 204, 403],
    MODERATOR: [204, 204, 204],
    ADMIN: [204, 204, 204],
  }

  it.each(ROLES)('[SQ5] %s may remove as the table of the contract says', async (role) => {
    const foreign = await station.as(role, `foreign ${role}`)
    const owner = role === 'DJ' ? dj : foreign
    expect((await remove(foreign, await asked(foreign))).status).toBe(MAY_REMOVE[role][0])
    expect((await remove(owner, await asked())).status).toBe(MAY_REMOVE[role][1])
    expect((await remove(foreign, await asked())).status).toBe(MAY_REMOVE[role][2])
  })

  it('[SQ6] an own one is taken back while it waits, and once', async () => {
    const [waiting, answered] = [await asked(), await asked()]
    await answer(dj, answered, 'ACCEPTED')
    expect((await remove(ana, waiting)).status).toBe(204)
    expect((await remove(ana, waiting)).status).toBe(204)
    expect((await remove(otherDj, waiting)).status).toBe(404)
    expect((await answer(dj, waiting, 'PLAYED')).status).toBe(404)
    const { status, error } = await remove(ana, answered)
    expect([status, error.code, error.message]).toEqual([
      409,
      'WRONG_STATE',
      'The DJ has answered this request: it can’t be withdrawn.',
    ])
    expect((await remove(dj, answered)).status).toBe(204)
    expect((await remove(null, answered)).status).toBe(401)
    expect((await list(ana)).data).toEqual([])
  })
})

describe('reading', () => {
  it('[SQ9] everybody signed in reads the requests of a show, oldest first; visitors do not', async () => {
    const ids = [await asked(), await asked(otherDj), await asked()]
    for (const role of ROLES) {
      const { status, data } = await list(await station.as(role))
      expect([status, data.map(({ id }) => id)]).toEqual([200, ids])
    }
    expect((await list(null)).status).toBe(401)
    expect((await list(ana, UNKNOWN_ID)).status).toBe(404)
  })

  it('[SQ9] DJs and staff read them across shows, newest first, by pages, and how many there are', async () => {
    const all = (as: Member | null) => station.call(calls.allSongRequests, { as, query: { size: 2 } })
    const stats = (as: Member | null) => station.call(calls.songRequestStats, { as })
    const before = (await stats(dj)).data
    const [first, second, removed] = [await asked(), await asked(), await asked()]
    await answer(dj, first, 'PLAYED')
    await remove(dj, removed)
    expect((await stats(dj)).data).toEqual({
      ...before,
      totalRequests: before.totalRequests + 2,
      pending: before.pending + 1,
      played: before.played + 1,
    })
    const page = (await all(otherDj)).data
    expect(page.content.map(({ id }) => id)).toEqual([second, first])
    expect(page).toMatchObject({ page: 0, size: 2, totalElements: before.totalRequests + 2, last: false })
    for (const [role, status] of [
      ['LISTENER', 403],
      ['DJ', 200],
      ['MODERATOR', 200],
      ['ADMIN', 200],
    ] as const) {
      const member = await station.as(role)
      expect([(await all(member)).status, (await stats(member)).status]).toEqual([status, status])
    }
    expect([(await all(null)).status, (await stats(null)).status]).toEqual([401, 401])
  })
})
