import type { Person } from '@carillon/contract/roles'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ENGINES, openShowPlace } from '../../../tests/support/show.ts'
import { createLocalBus } from '../../cluster/bus.ts'
import { createPollService } from './service.ts'
import { findPoll } from './store.ts'
import type { PollTables, StoredPoll } from './table.ts'

const POLLS = 100
const VOTES_AT_ONCE = 50
const RACES = 60
const LONG_MS = 180_000

type Place = Awaited<ReturnType<typeof openShowPlace<PollTables>>>

/** A service whose news are lines such as `ended 4: 2 1`. */
function createService(place: Place, published: string[]) {
  const record =
    (what: string) =>
    ({ id, options }: StoredPoll) =>
      void published.push(`${what} ${id}: ${options.map(({ votes }) => votes).join(' ')}`)
  const publisher = {
    shown: record('shown'),
    ended: record('ended'),
    results: record('results'),
    deleted: record('deleted'),
  }
  const onError = (error: unknown) => {
    throw error
  }
  return createPollService({ ...place, bus: createLocalBus(), now: () => 0, onError }, publisher)
}

describe.each(ENGINES)('polls, on %s', (engine) => {
  let place: Place
  let service: ReturnType<typeof createService>
  /** Another instance on the same database. */
  let second: ReturnType<typeof createService>
  let dj: Person
  const published: string[] = []

  beforeAll(async () => {
    place = await openShowPlace(engine)
    service = createService(place, published)
    second = createService(place, published)
    dj = await place.person('DJ', 'Mikael')
  })
  beforeEach(() => {
    published.length = 0
  })
  afterAll(() => place.close())

  const draft = (broadcastId: number, question = 'OPM or indie?') =>
    service.create(dj, { broadcastId, question, options: ['OPM', 'Indie'] })
  const read = async (id: number, viewerId: number | null = null) => {
    const found = await findPoll(place.db, id, viewerId)
    if (!found) throw new Error('no such poll')
    return found
  }
  const shown = async (broadcastId: number) => {
    const poll = await draft(broadcastId)
    await service.command(poll, 'show')
    return read(poll.id)
  }
  const optionOf = ({ options }: StoredPoll, at: number) => options[at % options.length]?.id ?? 0
  const votesOf = ({ options }: StoredPoll) => options.map(({ votes }) => votes)
  const stored = async (id: number) =>
    (await place.db.selectFrom('poll_votes').select('user_id').where('poll_id', '=', id).execute()).length

  it(`[PO4] ${VOTES_AT_ONCE} votes of one person at once, on each of ${POLLS} polls, count once`, {
    timeout: LONG_MS,
  }, async () => {
    const showId = await place.goLive(dj)
    const ana = await place.person()
    for (let round = 0; round < POLLS; round++) {
      const poll = await shown(showId)
      const votes = await Promise.allSettled(
        Array.from({ length: VOTES_AT_ONCE }, (_, at) =>
          [service, second][at % 2]?.vote(ana, poll, optionOf(poll, at)),
        ),
      )
      const refused = votes.flatMap((vote) => (vote.status === 'rejected' ? [vote.reason.code] : []))
      expect(refused).toEqual(Array.from({ length: VOTES_AT_ONCE - 1 }, () => 'ALREADY_VOTED'))
      expect(votesOf(await read(poll.id)).reduce((sum, one) => sum + one)).toBe(1)
      expect(await stored(poll.id)).toBe(1)
    }
    expect(await place.interactions(showId)).toBe(POLLS)
  })

  it(`[PO5] votes that race the end leave results that never change after, ${RACES} times`, {
    timeout: LONG_MS,
  }, async () => {
    const showId = await place.goLive(dj)
    const people = await Promise.all(Array.from({ length: 12 }, () => place.person()))
    let counted = 0
    for (let round = 0; round < RACES; round++) {
      const poll = await shown(showId)
      published.length = 0
      const before = people.slice(0, round % people.length)
      const after = people.slice(round % people.length)
      const [votes, final] = await Promise.all([
        Promise.allSettled(before.map((person, at) => service.vote(person, poll, optionOf(poll, at)))),
        second.command(poll, 'end').then(() => read(poll.id)),
        Promise.allSettled(after.map((person, at) => second.vote(person, poll, optionOf(poll, at)))),
      ])
      expect(votes).toHaveLength(before.length)
      const later = await read(poll.id)
      expect(later).toEqual(final)
      expect(await stored(poll.id)).toBe(votesOf(final).reduce((sum, one) => sum + one))
      expect(published).toEqual([`ended ${poll.id}: ${votesOf(final).join(' ')}`])
      counted += await stored(poll.id)
    }
    expect(await place.interactions(showId)).toBe(counted)
    expect(counted).toBeGreaterThan(0)
  })

  it('[PO6] votes that race the end of the broadcast: none is counted after it, told or not', {
    timeout: LONG_MS,
  }, async () => {
    const people = await Promise.all(Array.from({ length: 8 }, () => place.person()))
    for (let round = 0; round < 20; round++) {
      const showId = await place.goLive(dj)
      const poll = await shown(showId)
      const votes = people.map((person, at) => service.vote(person, poll, optionOf(poll, at)))
      const [final] = await Promise.all([
        place.endLive().then(() => read(poll.id)),
        Promise.allSettled(votes),
      ])
      expect(final).toMatchObject({ state: 'ENDED', endedAt: expect.any(Date) })
      expect(await read(poll.id)).toEqual(final)
      const late = await place.person()
      await expect(service.vote(late, poll, optionOf(poll, 0))).rejects.toMatchObject({ code: 'POLL_CLOSED' })
      await service.settleEnded(showId)
      expect(await read(poll.id)).toEqual(final)
      expect(await place.interactions(showId)).toBe(await stored(poll.id))
    }
  })

  it('[PO6] that a poll ended with its broadcast is told once, by one instance, also after a crash', async () => {
    const showId = await place.goLive(dj)
    const poll = await shown(showId)
    await draft(showId)
    await service.settleEnded(null)
    published.length = 0
    await place.endLive()
    await Promise.all([service.settleEnded(showId), second.settleEnded(null), service.settleEnded(null)])
    expect(published).toEqual([`ended ${poll.id}: 0 0`])
  })

  it('[PO2] one poll is open per broadcast: showing another ends it, however many show at once', async () => {
    const showId = await place.goLive(dj)
    const polls = await Promise.all(Array.from({ length: 8 }, (_, at) => draft(showId, `Question ${at}`)))
    await Promise.all(polls.map((poll, at) => [service, second][at % 2]?.command(poll, 'show')))
    const states = await Promise.all(polls.map(async ({ id }) => (await read(id)).state))
    expect(states.filter((state) => state === 'ACTIVE')).toHaveLength(1)
    expect(states.filter((state) => state === 'ENDED')).toHaveLength(7)
    expect(published.filter((line) => line.startsWith('shown'))).toHaveLength(8)
    expect(published.filter((line) => line.startsWith('ended'))).toHaveLength(7)
  })

  it('[PO2] a poll is shown while its broadcast is live, and not before or after', async () => {
    const showId = await place.goLive(dj)
    const poll = await draft(showId)
    await place.endLive()
    await expect(service.command(poll, 'show')).rejects.toMatchObject({ code: 'NOT_LIVE' })
    await expect(draft(showId)).rejects.toMatchObject({ code: 'WRONG_STATE' })
    expect((await read(poll.id)).state).toBe('DRAFT')
  })

  it('[PO9] each change is told once, in its order; repeated calls and drafts tell nothing', async () => {
    const showId = await place.goLive(dj)
    const [first, other] = [await draft(showId), await draft(showId)]
    const commands = [
      [first, 'show'],
      [first, 'show'],
      [other, 'show'],
      [first, 'end'],
      [other, 'delete'],
      [other, 'delete'],
      [await draft(showId), 'delete'],
    ] as const
    await Promise.all(commands.map(([poll, command]) => service.command(poll, command)))
    expect(published).toEqual([
      `shown ${first.id}: 0 0`,
      `ended ${first.id}: 0 0`,
      `shown ${other.id}: 0 0`,
      `deleted ${other.id}: 0 0`,
    ])
  })

  it('[PO4] the database itself refuses a second vote, an answer of another poll and a second open poll', async () => {
    const showId = await place.goLive(dj)
    const ana = await place.person()
    const [first, other] = [await shown(showId), await draft(showId)]
    const vote = (poll: StoredPoll, option: number) => ({
      poll_id: poll.id,
      user_id: ana.id,
      option_id: option,
      created_at: new Date(),
    })
    const insert = (values: ReturnType<typeof vote>) =>
      place.db.insertInto('poll_votes').values(values).execute()
    await insert(vote(first, optionOf(first, 0)))
    await expect(insert(vote(first, optionOf(first, 1)))).rejects.toThrow(/poll_votes_pkey/)
    await expect(insert(vote(other, optionOf(first, 0)))).rejects.toThrow(/foreign key/)
    const open = place.db.updateTable('polls').set({ status: 'ACTIVE' }).where('id', '=', other.id)
    await expect(open.execute()).rejects.toThrow(/one_active_poll/)
  })

  it('[PO10] each poll leaves one line in the activities', async () => {
    const showId = await place.goLive(dj)
    await draft(showId, 'Kundiman or rock?')
    const lines = await place.activities()
    expect(lines.at(-1)).toBe(`POLL_CREATE / A poll was made for Harana Hour / ${dj.id}`)
  })
})
