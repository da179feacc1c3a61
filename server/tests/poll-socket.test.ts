import { once } from 'node:events'
import { createBroadcast, endBroadcast, startBroadcast } from '@carillon/contract/broadcasts/endpoints'
import * as calls from '@carillon/contract/polls/endpoints'
import type { Poll } from '@carillon/contract/polls/schemas'
import { type PollEvent, pollEventSchema } from '@carillon/contract/polls/topics'
import { ROLES } from '@carillon/contract/roles'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { closeCode, handshake, openSocket } from './support/handshake.ts'
import { type Member, startStation, type TestStation } from './support/station.ts'

let station: TestStation
let dj: Member
let showId: number
let sockets: WebSocket[] = []

beforeAll(async () => {
  station = await startStation()
  dj = await station.as('DJ', 'Mikael')
})
beforeEach(async () => {
  const { data } = await station.call(createBroadcast, { as: dj, body: { title: 'Harana Hour' } })
  showId = data.id
  await station.call(startBroadcast, { as: dj, params: { id: showId } })
})
afterEach(async () => {
  for (const socket of sockets) socket.terminate()
  sockets = []
  await station.call(endBroadcast, { as: dj, params: { id: showId } })
})
afterAll(() => station.close())

/** A socket, and what it hears, one event after the other. */
async function listen(token?: string) {
  const events: PollEvent[] = []
  const shown = new Set<number>()
  const waiting: ((event: PollEvent) => void)[] = []
  const headers = token ? { authorization: `Bearer ${token}` } : {}
  const socket = new WebSocket(`${station.socketOrigin}/ws/polls/${showId}`, { headers })
  sockets.push(socket)
  socket.on('message', (bytes) => {
    const text = bytes.toString()
    if (text === 'pong') return
    const event = pollEventSchema.parse(JSON.parse(text))
    // Who comes just as a poll is shown may hear it twice.
    if (event.type === 'POLL_SHOWN' && shown.has(event.poll.id)) return
    if (event.type === 'POLL_SHOWN') shown.add(event.poll.id)
    const taker = waiting.shift()
    if (taker) taker(event)
    else events.push(event)
  })
  // The open poll may come with the handshake: anyone who listens only now has missed it.
  await once(socket, 'open')
  const next = async () => events.shift() ?? new Promise<PollEvent>((resolve) => waiting.push(resolve))
  return { socket, next }
}
async function draft(): Promise<Poll> {
  const body = { broadcastId: showId, question: 'OPM or indie?', options: ['OPM', 'Indie'] }
  return (await station.call(calls.createPoll, { as: dj, body })).data
}
const run = (endpoint: typeof calls.showPoll | typeof calls.endPoll | typeof calls.deletePoll, id: number) =>
  station.call(endpoint as typeof calls.showPoll, { as: dj, params: { id } })

describe('/ws/polls', () => {
  it.each(['visitor', ...ROLES] as const)('[PO11] tells %s what becomes of the polls', async (who) => {
    const reader = await listen(who === 'visitor' ? undefined : (await station.as(who)).token)
    const [first, second] = [await draft(), await draft()]
    await run(calls.showPoll, first.id)
    expect(await reader.next()).toMatchObject({
      type: 'POLL_SHOWN',
      poll: { id: first.id, status: 'ACTIVE' },
    })
    const optionId = first.options[1]?.id ?? 0
    await station.call(calls.votePoll, { as: station.admin, params: { id: first.id }, body: { optionId } })
    expect(await reader.next()).toMatchObject({
      type: 'POLL_RESULTS',
      results: {
        id: first.id,
        totalVotes: 1,
        options: [{ percentage: 0 }, { id: optionId, percentage: 100 }],
      },
    })
    await run(calls.showPoll, second.id)
    expect(await reader.next()).toMatchObject({
      type: 'POLL_ENDED',
      poll: { id: first.id, status: 'ENDED', totalVotes: 1, hasVoted: false, userVote: null },
    })
    expect(await reader.next()).toMatchObject({ type: 'POLL_SHOWN', poll: { id: second.id } })
    await run(calls.deletePoll, second.id)
    expect(await reader.next()).toEqual({ type: 'POLL_DELETED', id: second.id })
  })

  it('[PO11] who comes later first hears which poll is open, with the votes so far', async () => {
    const poll = await draft()
    await run(calls.showPoll, poll.id)
    const optionId = poll.options[0]?.id ?? 0
    await station.call(calls.votePoll, { as: dj, params: { id: poll.id }, body: { optionId } })
    const reader = await listen(dj.token)
    expect(await reader.next()).toMatchObject({
      type: 'POLL_SHOWN',
      poll: { id: poll.id, totalVotes: 1, hasVoted: false, userVote: null },
    })
  })

  it('[PO6] the end of the broadcast is the end of its poll', async () => {
    const reader = await listen()
    const poll = await draft()
    await run(calls.showPoll, poll.id)
    await reader.next()
    await station.call(endBroadcast, { as: dj, params: { id: showId } })
    expect(await reader.next()).toMatchObject({ type: 'POLL_ENDED', poll: { id: poll.id, status: 'ENDED' } })
  })

  it('[PO11] another broadcast’s polls are not heard, and there is none without a broadcast', async () => {
    const reader = await listen()
    const { data } = await station.call(createBroadcast, { as: dj, body: { title: 'Tambayan' } })
    const otherSocket = await openSocket(station, `/ws/polls/${data.id}`)
    sockets.push(otherSocket)
    const received: string[] = []
    otherSocket.on('message', (bytes) => received.push(bytes.toString()))
    const poll = await draft()
    await run(calls.showPoll, poll.id)
    await reader.next()
    otherSocket.send('ping')
    await once(otherSocket, 'message')
    expect(received).toEqual(['pong'])
    for (const id of ['999999', '99999999999999999999', '0'])
      expect((await handshake(station, `/ws/polls/${id}`)).status).toBe(404)
    expect((await handshake(station, `/ws/polls/${showId}`, { Origin: 'https://evil.example' })).status).toBe(
      403,
    )
  })

  it('[PO12] who goes on talking is closed with 1008, who says much at once with 1009', async () => {
    const [talker, shouter, reader] = [await listen(), await listen(), await listen()]
    for (let count = 0; count < 20; count++) talker.socket.send('{"type":"POLL_SHOWN"}')
    expect(await closeCode(talker.socket)).toBe(1008)
    shouter.socket.send('x'.repeat(2_000))
    expect(await closeCode(shouter.socket)).toBe(1009)
    const poll = await draft()
    await run(calls.showPoll, poll.id)
    expect(await reader.next()).toMatchObject({ type: 'POLL_SHOWN' })
  })
})
