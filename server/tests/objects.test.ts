import { createAnnouncement } from '@carillon/contract/announcements/endpoints'
import { broadcastEndpoints } from '@carillon/contract/broadcasts/endpoints'
import { addWord, postMessage } from '@carillon/contract/chat/endpoints'
import { createPlaylist } from '@carillon/contract/library/playlists'
import { LIBRARY_UPLOAD_PATH } from '@carillon/contract/library/schemas'
import { listNotifications } from '@carillon/contract/notifications/endpoints'
import { planReplay } from '@carillon/contract/playout/replays'
import { setPlayout } from '@carillon/contract/playout/settings'
import { createPoll } from '@carillon/contract/polls/endpoints'
import { getRecording } from '@carillon/contract/recordings/endpoints'
import { ROLES, type Role } from '@carillon/contract/roles'
import { createSongRequest, setSongRequestStatus } from '@carillon/contract/song-requests/endpoints'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { opusFile, TONE } from '../src/features/library/testing.ts'
import { type Member, startStation, type TestStation } from './support/station.ts'

type Verdict = 'in' | 403 | 404
/** Of one's own object, somebody else's, and one that does not exist. */
type Row = readonly [own: Verdict, foreign: Verdict, missing: Verdict]

const NOBODY = [403, 403, 403] as const
const ANY = ['in', 'in', 404] as const
const OWN = ['in', 403, 404] as const
const OWN_SECRETLY = ['in', 404, 404] as const
const OTHERS = [403, 'in', 404] as const

const HIDDEN = [404, 404, 404] as const

/** A draft is told to its DJ and staff alone; what changes it asks for the role first. */
const readsOfDrafts = { LISTENER: HIDDEN, DJ: OWN_SECRETLY, MODERATOR: ANY, ADMIN: ANY }
const changesOfDrafts = { ...readsOfDrafts, LISTENER: NOBODY }
const everybody = { LISTENER: ANY, DJ: ANY, MODERATOR: ANY, ADMIN: ANY }
/** The numbers of any show are told to anyone who makes one. */
const ofTheStation = { LISTENER: NOBODY, DJ: ANY, MODERATOR: ANY, ADMIN: ANY }
const ofOnesOwn = { LISTENER: OWN_SECRETLY, DJ: OWN_SECRETLY, MODERATOR: OWN_SECRETLY, ADMIN: OWN_SECRETLY }
const ofStaff = { LISTENER: NOBODY, DJ: NOBODY, MODERATOR: ANY, ADMIN: ANY }
const ofAdmins = { LISTENER: NOBODY, DJ: NOBODY, MODERATOR: NOBODY, ADMIN: ANY }
const ofOwnersAndAdmins = { LISTENER: NOBODY, DJ: OWN, MODERATOR: NOBODY, ADMIN: ANY }

/** Results of a call on an object, written by hand from the agreed table. Foreign accounts are listeners'. */
const TABLE: Record<string, Record<Role, Row>> = {
  'GET /api/analytics/broadcast/:id': ofTheStation,
  'GET /api/auth/:id': { LISTENER: OWN_SECRETLY, DJ: OWN_SECRETLY, MODERATOR: ANY, ADMIN: ANY },
  'PUT /api/auth/:id': { LISTENER: OWN_SECRETLY, DJ: OWN_SECRETLY, MODERATOR: OWN, ADMIN: ANY },
  'POST /api/auth/:id/change-password': {
    LISTENER: OWN_SECRETLY,
    DJ: OWN_SECRETLY,
    MODERATOR: OWN,
    ADMIN: OWN,
  },
  'PUT /api/auth/:id/role': { LISTENER: NOBODY, DJ: NOBODY, MODERATOR: NOBODY, ADMIN: OTHERS },
  'PUT /api/auth/:id/role/by-actor': { LISTENER: NOBODY, DJ: NOBODY, MODERATOR: OTHERS, ADMIN: OTHERS },
  'POST /api/auth/:id/ban': { LISTENER: NOBODY, DJ: NOBODY, MODERATOR: OTHERS, ADMIN: OTHERS },
  'POST /api/auth/:id/unban': { LISTENER: NOBODY, DJ: NOBODY, MODERATOR: OTHERS, ADMIN: OTHERS },
  'POST /api/auth/:id/reset-password': {
    LISTENER: NOBODY,
    DJ: NOBODY,
    MODERATOR: NOBODY,
    ADMIN: OTHERS,
  },
  'POST /api/auth/:id/totp/off': { LISTENER: NOBODY, DJ: NOBODY, MODERATOR: NOBODY, ADMIN: OTHERS },
  'GET /api/broadcasts/:id': { LISTENER: ANY, DJ: ANY, MODERATOR: ANY, ADMIN: ANY },
  'PUT /api/broadcasts/:id': ofOwnersAndAdmins,
  'DELETE /api/broadcasts/:id': ofOwnersAndAdmins,
  'POST /api/broadcasts/:id/start': ofOwnersAndAdmins,
  'POST /api/broadcasts/:id/start-test': ofOwnersAndAdmins,
  'POST /api/broadcasts/:id/test': ofOwnersAndAdmins,
  'POST /api/broadcasts/:id/end': { ...ofOwnersAndAdmins, MODERATOR: ANY },
  'GET /api/broadcasts/:id/hand-over': ofTheStation,
  'POST /api/broadcasts/:id/stand-by': ofOwnersAndAdmins,
  'POST /api/broadcasts/:id/hand-over': { ...ofOwnersAndAdmins, MODERATOR: ANY },
  'POST /api/broadcasts/:id/hand-over/cancel': { ...ofOwnersAndAdmins, MODERATOR: ANY },
  'PUT /api/broadcasts/:id/slowmode': { ...ofOwnersAndAdmins, MODERATOR: ANY },
  'PUT /api/broadcasts/:id/now-playing': ofOwnersAndAdmins,
  'GET /api/broadcasts/:id/marks': { LISTENER: ANY, DJ: ANY, MODERATOR: ANY, ADMIN: ANY },
  'GET /api/broadcasts/:id/songs': { LISTENER: ANY, DJ: ANY, MODERATOR: ANY, ADMIN: ANY },
  'GET /api/broadcasts/:id/analytics': ofTheStation,
  'GET /api/broadcasts/:id/song-requests': everybody,
  'POST /api/broadcasts/:id/song-requests': everybody,
  // Of the show: its requests are its DJ's.
  'PUT /api/broadcasts/:id/song-requests/:requestId': {
    LISTENER: NOBODY,
    DJ: OWN,
    MODERATOR: ANY,
    ADMIN: ANY,
  },
  // Of the request, in the show of another DJ.
  'DELETE /api/broadcasts/:id/song-requests/:requestId': {
    LISTENER: OWN,
    DJ: OWN,
    MODERATOR: ANY,
    ADMIN: ANY,
  },
  'GET /api/broadcasts/:id/recording': everybody,
  'PUT /api/broadcasts/:id/recording': { ...ofOwnersAndAdmins, MODERATOR: ANY },
  'DELETE /api/broadcasts/:id/recording': { ...ofOwnersAndAdmins, MODERATOR: ANY },
  'GET /api/broadcasts/:id/staff-messages': { ...ofOwnersAndAdmins, MODERATOR: ANY },
  'POST /api/broadcasts/:id/staff-messages': { ...ofOwnersAndAdmins, MODERATOR: ANY },
  'GET /api/broadcasts/:id/recording/visibility': { ...ofOwnersAndAdmins, MODERATOR: ANY },
  'PUT /api/broadcasts/:id/recording/visibility': { ...ofOwnersAndAdmins, MODERATOR: ANY },
  'GET /api/broadcasts/:id/encoder': ofOwnersAndAdmins,
  'PUT /api/broadcasts/:id/encoder/password': ofOwnersAndAdmins,
  'DELETE /api/broadcasts/:id/encoder/password': ofOwnersAndAdmins,
  'GET /api/broadcasts/:id/reminder': everybody,
  'PUT /api/broadcasts/:id/reminder': everybody,
  'DELETE /api/broadcasts/:id/reminder': everybody,
  'GET /api/polls/:id': readsOfDrafts,
  'GET /api/polls/:id/results': readsOfDrafts,
  'GET /api/polls/:id/has-voted': readsOfDrafts,
  'GET /api/polls/:id/user-vote': readsOfDrafts,
  'POST /api/polls/:id/vote': readsOfDrafts,
  'POST /api/polls/:id/show': changesOfDrafts,
  'POST /api/polls/:id/end': changesOfDrafts,
  'DELETE /api/polls/:id': changesOfDrafts,
  'PUT /api/notifications/:id/read': ofOnesOwn,
  'DELETE /api/notifications/:id': ofOnesOwn,
  'GET /api/announcements/:id': readsOfDrafts,
  'PUT /api/announcements/:id': changesOfDrafts,
  'DELETE /api/announcements/:id': changesOfDrafts,
  'POST /api/announcements/:id/publish': ofStaff,
  'POST /api/announcements/:id/schedule': ofStaff,
  'POST /api/announcements/:id/pin': ofStaff,
  'POST /api/announcements/:id/unpin': ofStaff,
  'POST /api/announcements/:id/archive': ofStaff,
  'POST /api/announcements/:id/unarchive': ofStaff,
  'POST /api/announcements/:id/reject': ofStaff,
  'POST /api/announcements/:id/resubmit': {
    LISTENER: NOBODY,
    DJ: OWN_SECRETLY,
    MODERATOR: OWN,
    ADMIN: OWN,
  },
  'DELETE /api/playout/replays/:id': ofStaff,
  'GET /api/library/:id': ofTheStation,
  'PUT /api/library/:id': { ...ofOwnersAndAdmins, MODERATOR: ANY },
  'DELETE /api/library/:id': { ...ofOwnersAndAdmins, MODERATOR: ANY },
  'GET /api/playlists/:id': ofTheStation,
  'PUT /api/playlists/:id': ofStaff,
  'PUT /api/playlists/:id/items': ofStaff,
  'DELETE /api/playlists/:id': ofStaff,
  'DELETE /api/profanity/words/:id': ofAdmins,
  'DELETE /api/chats/messages/:id': { LISTENER: OWN, DJ: OWN, MODERATOR: ANY, ADMIN: ANY },
}

const MISSING_ID = 2_147_483_647

let station: TestStation
let otherDj: Member

beforeAll(async () => {
  station = await startStation()
  otherDj = await station.as('DJ', 'other dj')
})
afterAll(() => station.close())

it('[HT12] every call on an object has its row in the table of owners', () => {
  const onObjects = station.app.routes
    .filter(({ endpoint }) => endpoint.path.includes('/:id'))
    .map(({ endpoint }) => `${endpoint.method} ${endpoint.path}`)
  expect(onObjects.sort()).toEqual(Object.keys(TABLE).sort())
})

describe.each(Object.entries(TABLE))('%s', (call, rows) => {
  it.each(ROLES)('[HT12] tells %s one’s own object from a foreign one and from none', async (role) => {
    const actor = await station.as(role)
    const ids = [await ownId(call, actor), await foreignId(call), MISSING_ID]
    const verdicts: Verdict[] = []
    for (const id of ids) verdicts.push(await verdictOf(call, id, actor))
    expect(verdicts).toEqual(rows[role])
  })
})

/** An object's id; a request's comes with that of its show. */
type Target = number | { id: number; requestId: number }

async function ownId(call: string, actor: Member): Promise<Target> {
  if (call.includes('/api/auth/')) return actor.id
  if (call.includes('/api/chats/')) return newMessage(actor)
  if (call.includes('/api/profanity/')) return newWord()
  if (call.includes('/api/playlists/')) return newPlaylist()
  if (call.includes('/api/playout/')) return newReplay()
  if (call.includes('/api/library/')) return newItem(actor.role === 'LISTENER' ? station.admin : actor)
  if (call.includes('/api/announcements/'))
    return newAnnouncement(actor.role === 'LISTENER' ? station.admin : actor)
  if (call.includes('/api/notifications/')) {
    await newBroadcast(otherDj)
    return latestNotification(actor)
  }
  // A listener or a moderator has none: an administrator's is as little theirs as their own would be.
  const canOwn = actor.role === 'DJ' || actor.role === 'ADMIN'
  const owner = canOwn ? actor : station.admin
  if (call.startsWith('DELETE') && call.includes(':requestId')) return newRequest(otherDj, actor)
  return newShowWith(call, owner)
}

/** A broadcast, or what the call is about in one. */
async function newShowWith(call: string, owner: Member): Promise<Target> {
  if (call.includes('/api/polls/')) return newDraft(owner)
  if (call.endsWith('/recording')) return newRecording(owner)
  return call.includes(':requestId') ? anyRequest(call, owner) : newBroadcast(owner)
}

async function foreignId(call: string): Promise<Target> {
  if (call.includes('/api/profanity/')) return newWord()
  if (call.includes('/api/playlists/')) return newPlaylist()
  if (call.includes('/api/playout/')) return newReplay()
  if (call.includes('/api/library/')) return newItem(otherDj)
  if (call.includes('/api/announcements/')) return newAnnouncement(otherDj)
  if (/\/(broadcasts?|polls)\//.test(call)) return newShowWith(call, otherDj)
  if (call.includes('/api/chats/')) return newMessage(await station.as('LISTENER', 'chatting listener'))
  if (call.includes('/api/notifications/')) return newAnswer()
  return (await station.as('LISTENER', 'other listener')).id
}

async function newBroadcast(as: Member): Promise<number> {
  const { data } = await station.call(broadcastEndpoints.createBroadcast, { as, body: { title: 'Morning' } })
  return data.id
}

async function newAnnouncement(as: Member): Promise<number> {
  const body = { title: 'Foundation week', content: 'Booths open at nine.' }
  return (await station.call(createAnnouncement, { as, body })).data.id
}

/** A playlist, which is nobody's. */
async function newPlaylist(): Promise<number> {
  return (await station.call(createPlaylist, { as: station.admin, body: { name: 'Morning' } })).data.id
}

let replays = 0

/** A planned replay, which is nobody's. Each has a day of its own. */
async function newReplay(): Promise<number> {
  const broadcastId = await newRecording(otherDj)
  await switchPlayout('ON')
  const startsAt = `2090-01-01T${String(++replays).padStart(2, '0')}:00:00.000`
  const { data } = await station.call(planReplay, {
    as: station.admin,
    body: { broadcastId, startsAt },
  })
  await switchPlayout('OFF')
  return data.id
}

const switchPlayout = (betweenShows: 'ON' | 'OFF') =>
  station.call(setPlayout, {
    as: station.admin,
    body: {
      betweenShows,
      replayWeight: 0,
      jingleEvery: 0,
      stationIdHourly: false,
      artistGapMinutes: 0,
      trackGapMinutes: 0,
    },
  })

let items = 0

/** An item of the library; each is another sound. */
async function newItem(as: Member): Promise<number> {
  const reply = await fetch(`${station.origin}${LIBRARY_UPLOAD_PATH}?title=Harana`, {
    method: 'POST',
    headers: { authorization: `Bearer ${as.token}` },
    body: new Uint8Array(opusFile(TONE(0.6, 300 + 10 * items++))),
  })
  const { data } = (await reply.json()) as { data: { id: number } }
  return data.id
}

/** A masked word, which is nobody's. */
async function newWord(): Promise<number> {
  const word = crypto.randomUUID().replaceAll(/[^a-f]/g, '')
  return (await station.call(addWord, { as: station.admin, body: { word: `zyx${word}` } })).data.id
}

/** Something said in the show of another DJ. */
async function newMessage(as: Member): Promise<number> {
  const broadcastId = await liveShow(otherDj)
  const body = { content: 'Good morning' }
  return (await station.call(postMessage, { as, params: { broadcastId }, body })).data.id
}

/** A show of each that has ended and can be heard again: to make one takes a process, and most calls leave it as it is. */
const recordingOf = new Map<number, number>()

async function newRecording(owner: Member): Promise<number> {
  const { endBroadcast, startBroadcast } = broadcastEndpoints
  const known = { id: recordingOf.get(owner.id) ?? MISSING_ID }
  if ((await station.call(getRecording, { params: known })).status === 200) return known.id
  await endLive()
  const params = { id: await newBroadcast(owner) }
  await station.call(startBroadcast, { as: owner, params })
  await station.call(endBroadcast, { as: owner, params })
  while ((await station.call(getRecording, { params })).status !== 200)
    await new Promise((resolve) => setTimeout(resolve, 50))
  recordingOf.set(owner.id, params.id)
  return params.id
}

/** The show of this one that is on air, or another that is from now on. */
async function liveShow(owner: Member): Promise<number> {
  const [live] = (await station.call(broadcastEndpoints.liveBroadcasts)).data
  if (live?.createdBy.id === owner.id) return live.id
  await endLive()
  const id = await newBroadcast(owner)
  await station.call(broadcastEndpoints.startBroadcast, { as: owner, params: { id } })
  return id
}

async function endLive(): Promise<void> {
  const { liveBroadcasts, endBroadcast } = broadcastEndpoints
  for (const { id } of (await station.call(liveBroadcasts)).data)
    await station.call(endBroadcast, { as: station.admin, params: { id } })
}

async function newDraft(as: Member): Promise<number> {
  const body = { broadcastId: await newBroadcast(as), question: 'OPM or indie?', options: ['OPM', 'Indie'] }
  return (await station.call(createPoll, { as, body })).data.id
}

async function latestNotification(as: Member): Promise<number> {
  const { data } = await station.call(listNotifications, { as })
  return data.content[0]?.id ?? MISSING_ID
}

/** Makes a notification that nobody but a listener gets: the answer to their song request. */
async function newAnswer(): Promise<number> {
  const asker = await newAsker()
  const params = await newRequest(otherDj, asker)
  await station.call(setSongRequestStatus, { as: otherDj, params, body: { status: 'ACCEPTED' } })
  return latestNotification(asker)
}

let askers = 0

/** Nobody asks twice in half a minute. */
const newAsker = () => station.as('LISTENER', `asker ${++askers}`)

/** A song request in a show of each: what does not delete it leaves it as it is. */
const requestOf = new Map<number, Target>()

async function anyRequest(call: string, owner: Member): Promise<Target> {
  if (call.startsWith('DELETE')) return newRequest(owner)
  const request = requestOf.get(owner.id) ?? (await newRequest(owner))
  requestOf.set(owner.id, request)
  return request
}

async function newRequest(owner: Member, as?: Member) {
  const id = await liveShow(owner)
  const body = { songTitle: 'Ang Huling El Bimbo' }
  const asker = as ?? (await newAsker())
  const { data } = await station.call(createSongRequest, { as: asker, params: { id }, body })
  return { id, requestId: data.id }
}

async function verdictOf(call: string, target: Target, actor: Member): Promise<Verdict> {
  const { id, requestId } = typeof target === 'number' ? { id: target, requestId: MISSING_ID } : target
  const [method = '', pattern = ''] = call.split(' ')
  const headers = { authorization: `Bearer ${actor.token}` }
  const path = pattern.replace(':id', `${id}`).replace(':requestId', `${requestId}`)
  const reply = await fetch(station.origin + path, { method, headers })
  await reply.body?.cancel()
  return reply.status === 403 || reply.status === 404 ? reply.status : 'in'
}
