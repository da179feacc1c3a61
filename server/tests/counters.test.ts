import type { Person } from '@carillon/contract/roles'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createLocalBus } from '../src/cluster/bus.ts'
import { insertSample, type Sample } from '../src/features/analytics/sample-store.ts'
import { createChatService } from '../src/features/chat/service.ts'
import type { ChatTables } from '../src/features/chat/table.ts'
import { createPollService } from '../src/features/polls/service.ts'
import { findPoll } from '../src/features/polls/store.ts'
import type { PollTables } from '../src/features/polls/table.ts'
import { createSongRequestService } from '../src/features/song-requests/service.ts'
import type { SongRequestTables } from '../src/features/song-requests/table.ts'
import { ENGINES, openShowPlace } from './support/show.ts'

type Tables = ChatTables & PollTables & SongRequestTables
type Counts = Record<'messages' | 'requests' | 'votes' | 'seconds', number>

describe.each(ENGINES)('what is counted beside a show, on %s', (engine) => {
  let place: Awaited<ReturnType<typeof openShowPlace<Tables>>>
  let dj: Person
  let people: Person[]

  beforeAll(async () => {
    place = await openShowPlace(engine)
    dj = await place.person('DJ', 'Mikael')
    people = await Promise.all(Array.from({ length: 12 }, () => place.person()))
  })
  afterAll(() => place.close())

  /** Creates one instance of the station. */
  function createInstance() {
    const ignore = () => undefined
    const words = { mask: async (text: string) => text }
    const publisher = { shown: ignore, ended: ignore, results: ignore, deleted: ignore }
    return {
      chat: createChatService(place, words),
      requests: createSongRequestService(place),
      polls: createPollService({ ...place, bus: createLocalBus(), now: () => 0, onError: ignore }, publisher),
    }
  }

  it('[AN16] is what a count of the rows gives, after everything has been done and undone at once', async () => {
    const showId = await place.goLive(dj)
    const instances = [createInstance(), createInstance()] as const
    const twice = async (what: (instance: (typeof instances)[number]) => Promise<unknown>) => {
      await Promise.allSettled(instances.map(what))
    }
    const rounds = people.map(async (person, at) => {
      const { chat, requests, polls } = instances[at % 2] ?? instances[0]
      await twice(() => insertSample(place.db, `instance ${at % 2}`, minuteOf(showId, at)))
      const message = await chat.post(person, showId, { content: 'Magandang gabi' })
      const request = await requests.create(person, showId, { songTitle: 'Ligaya', artist: '', message: '' })
      const { id } = await polls.create(dj, { broadcastId: showId, question: 'Which?', options: ['A', 'B'] })
      const draft = await poll(id)
      await polls.command(draft, 'show')
      await Promise.allSettled(
        people.map(async (voter) => polls.vote(voter, await poll(id), draft.options[at % 2]?.id ?? 0)),
      )
      if (at % 3 === 0) await twice(({ chat }) => chat.remove(person, message.id))
      if (at % 4 === 0)
        await twice((one) => one.requests.remove({ id: showId, requestId: request.id }, () => true))
      if (at % 5 === 0) await twice((one) => one.polls.command(draft, 'delete'))
    })
    await Promise.all(rounds)
    // Of the polls above any may be the one that was shown last, also one that was deleted.
    const { polls } = instances[0]
    const last = await polls.create(dj, { broadcastId: showId, question: 'Still?', options: ['A', 'B'] })
    await polls.command(await poll(last.id), 'show')
    const shown = await poll(last.id)
    await Promise.all(people.map((voter) => polls.vote(voter, shown, shown.options[0]?.id ?? 0)))
    const counted = await rowsOf(showId)
    expect(await countersOf(showId)).toEqual(counted)
    expect(counted).toMatchObject({ messages: 8, requests: 9, seconds: 12 * 100 + 66 })
    expect(counted.votes).toBeGreaterThanOrEqual(people.length)
    expect(await place.interactions(showId)).toBeGreaterThan(
      counted.messages + counted.requests + counted.votes,
    )
  })

  async function poll(id: number) {
    const found = await findPoll(place.db, id, null)
    if (!found) throw new Error('no such poll')
    return found
  }

  async function countersOf(showId: number): Promise<Counts | undefined> {
    const { rows } = await sql<Counts>`
      SELECT message_count AS messages, request_count AS requests, vote_count AS votes, listening_seconds AS seconds
      FROM broadcasts WHERE id = ${showId}`.execute(place.db)
    return rows[0]
  }

  async function rowsOf(showId: number): Promise<Counts> {
    const { rows } = await sql<Counts>`
      SELECT
        (SELECT count(*) FROM chat_messages WHERE broadcast_id = ${showId} AND deleted_at IS NULL) AS messages,
        (SELECT count(*) FROM song_requests WHERE broadcast_id = ${showId} AND deleted_at IS NULL) AS requests,
        (SELECT count(*) FROM poll_votes v JOIN polls p ON p.id = v.poll_id
          WHERE p.broadcast_id = ${showId} AND p.deleted_at IS NULL) AS votes,
        (SELECT sum(listening_seconds) FROM listener_samples WHERE broadcast_id = ${showId}) AS seconds`.execute(
      place.db,
    )
    const { NaN: none } = Number
    return rows[0] ?? { messages: none, requests: none, votes: none, seconds: none }
  }
})

/** A minute of listening, kept by one of two instances. */
function minuteOf(broadcastId: number, at: number): Sample {
  const minute = new Date(Date.UTC(2026, 10, 20, 7, at))
  return { broadcastId, minute, listeners: 0, peak: 2, listeningSeconds: 100 + at, arrivals: 0 }
}
