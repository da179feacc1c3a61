import { createBroadcast, endBroadcast, startBroadcast } from '@carillon/contract/broadcasts/endpoints'
import { DESTINATIONS, destinationFor } from '@carillon/contract/destination'
import * as polls from '@carillon/contract/polls/endpoints'
import { pollEventSchema } from '@carillon/contract/polls/topics'
import { ROLES } from '@carillon/contract/roles'
import * as songs from '@carillon/contract/song-requests/endpoints'
import { SONG_REQUEST_PAUSE_SECONDS, type SongRequest } from '@carillon/contract/song-requests/schemas'
import { songRequestEventSchema } from '@carillon/contract/song-requests/topics'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Member, startStation, type TestStation } from './support/station.ts'
import { frameText, openWire, type WireClient } from './support/stomp.ts'

const WHO = ['visitor', ...ROLES] as const
const clock = { nowMs: Date.now(), now: () => clock.nowMs }

let station: TestStation
let dj: Member
let ana: Member
let showId: number
let clients: WireClient[] = []

beforeAll(async () => {
  station = await startStation({ clock })
  dj = await station.as('DJ', 'Mikael')
  ana = await station.as('LISTENER', 'Ana')
})
beforeEach(async () => {
  clock.nowMs += SONG_REQUEST_PAUSE_SECONDS * 1000
  showId = (await station.call(createBroadcast, { as: dj, body: { title: 'Harana Hour' } })).data.id
  await station.call(startBroadcast, { as: dj, params: { id: showId } })
})
afterEach(async () => {
  for (const client of clients) client.close()
  clients = []
  await station.call(endBroadcast, { as: dj, params: { id: showId } })
})
afterAll(() => station.close())

/** A connection of `who` that asks for a destination; gives it and what the server says to that. */
async function subscribe(who: Member | null, destination: string) {
  const client = await openWire(station, 'raw websocket')
  clients.push(client)
  await client.connect(who ? { Authorization: `Bearer ${who.token}` } : {})
  const answer = await client.ask(frameText('SUBSCRIBE', { id: 'sub-0', destination, receipt: 'subscribed' }))
  return { client, answer, next: async () => JSON.parse((await client.next())?.body ?? 'null') }
}
/** News of a show that began or ended before the test, told in the background: it comes when it comes. */
const isBroadcastEvent = (body: string) => /"type":"(BROADCAST_\w+|NEW_BROADCAST_POSTED)"/.test(body)
const memberOf = (who: (typeof WHO)[number]) => (who === 'visitor' ? null : station.as(who))

describe('what is told of a show', () => {
  it.each(WHO)('[PO9] %s hears what becomes of its polls', async (who) => {
    const topic = destinationFor(DESTINATIONS.polls, showId)
    const { answer, next } = await subscribe(await memberOf(who), topic)
    expect(answer?.command).toBe('RECEIPT')
    const body = { broadcastId: showId, question: 'OPM or indie?', options: ['OPM', 'Indie'] }
    const { id, options } = (await station.call(polls.createPoll, { as: dj, body })).data
    await station.call(polls.showPoll, { as: dj, params: { id } })
    await station.call(polls.votePoll, { as: ana, params: { id }, body: { optionId: options[0]?.id ?? 0 } })
    const shown = pollEventSchema.parse(await next())
    expect(shown).toMatchObject({ type: 'POLL_SHOWN', poll: { id, status: 'ACTIVE', hasVoted: false } })
    const results = pollEventSchema.parse(await next())
    expect(results).toMatchObject({ type: 'POLL_RESULTS', results: { id, totalVotes: 1 } })
    await station.call(polls.endPoll, { as: dj, params: { id } })
    expect(await next()).toMatchObject({ type: 'POLL_ENDED', poll: { id, totalVotes: 1, userVote: null } })
    await station.call(polls.deletePoll, { as: dj, params: { id } })
    expect(await next()).toEqual({ type: 'POLL_DELETED', id })
  })

  it.each(WHO)('[SQ7] %s hears of its song requests, or not', async (who) => {
    const topic = destinationFor(DESTINATIONS.songRequests, showId)
    const { answer, next } = await subscribe(await memberOf(who), topic)
    if (who === 'visitor') {
      expect(answer).toMatchObject({ command: 'ERROR', headers: { code: 'NOT_SIGNED_IN' } })
      return
    }
    const id = await ask()
    const request = { id, songTitle: 'Ang Huling El Bimbo', requestedBy: { id: ana.id } }
    expect(songRequestEventSchema.parse(await next())).toMatchObject({ type: 'SONG_REQUEST', request })
    await answerWith(id, 'ACCEPTED')
    expect(songRequestEventSchema.parse(await next())).toMatchObject({
      type: 'SONG_REQUEST_UPDATED',
      request: { ...request, status: 'ACCEPTED' },
    })
    await station.call(songs.deleteSongRequest, { as: dj, params: { id: showId, requestId: id } })
    expect(await next()).toEqual({ type: 'SONG_REQUEST_DELETED', id })
  })

  it('[SQ7] who asked hears on their own queue what became of it, and nobody else does', async () => {
    const queue = destinationFor(DESTINATIONS.notifications)
    const own = await subscribe(ana, queue)
    const foreign = await subscribe(dj, queue)
    const id = await ask()
    await answerWith(id, 'PLAYED')
    let received = await own.next()
    while (received.type === 'NOTIFICATION') received = await own.next()
    expect(received).toMatchObject({
      type: 'SONG_REQUEST_UPDATED',
      request: { id, status: 'PLAYED' },
    })
    // What was published is delivered before what is asked now.
    const again = frameText('SUBSCRIBE', { id: 'sub-1', destination: queue, receipt: 'nothing before' })
    let answer = await foreign.client.ask(again)
    while (answer && isBroadcastEvent(answer.body)) answer = await foreign.client.next()
    expect(answer?.headers['receipt-id']).toBe('nothing before')
    expect((await subscribe(null, queue)).answer).toMatchObject({ command: 'ERROR' })
  })
})

async function ask(): Promise<number> {
  const body = { songTitle: 'Ang Huling El Bimbo' }
  return (await station.call(songs.createSongRequest, { as: ana, params: { id: showId }, body })).data.id
}
const answerWith = (requestId: number, status: SongRequest['status']) =>
  station.call(songs.setSongRequestStatus, { as: dj, params: { id: showId, requestId }, body: { status } })
