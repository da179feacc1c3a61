import {
  createBroadcast,
  deleteBroadcast,
  endBroadcast,
  getBroadcast,
  startBroadcast,
} from '@carillon/contract/broadcasts/endpoints'
import * as calls from '@carillon/contract/polls/endpoints'
import type { Poll, PollBody } from '@carillon/contract/polls/schemas'
import { ROLES, type Role } from '@carillon/contract/roles'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Member, startStation, type TestStation } from './support/station.ts'

const UNKNOWN_ID = 999_999

let station: TestStation
let dj: Member
let otherDj: Member
let ana: Member
/** On air while each test runs. */
let showId: number

beforeAll(async () => {
  station = await startStation()
  dj = await station.as('DJ', 'Mikael')
  otherDj = await station.as('DJ', 'Jana')
  ana = await station.as('LISTENER', 'Ana')
})
beforeEach(async () => {
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
const create = (as: Member | null, body: Partial<PollBody> = {}) =>
  station.call(calls.createPoll, {
    as,
    body: { broadcastId: showId, question: 'OPM or indie?', options: ['OPM', 'Indie', 'Both'], ...body },
  })
/** Any call on one poll that takes no body; `get` stands for all of them. */
const on = (endpoint: { method: string; path: string }, id: number, as: Member | null = null) =>
  station.call(endpoint as typeof calls.getPoll, { as, params: { id } })
const show = (id: number, as: Member = dj) => on(calls.showPoll, id, as)
const vote = (as: Member | null, id: number, optionId = 0) =>
  station.call(calls.votePoll, { as, params: { id }, body: { optionId } })
const list = async (as: Member | null, broadcastId = showId) =>
  (await station.call(calls.listPolls, { as, params: { broadcastId } })).data
const active = async (as: Member | null = null, broadcastId = showId) =>
  (await station.call(calls.activePoll, { as, params: { broadcastId } })).data
async function shown(): Promise<Poll> {
  const { data } = await create(dj)
  return (await show(data.id)).data
}
const optionOf = ({ options }: Poll, at = 0) => options[at]?.id ?? 0

describe('making a poll', () => {
  it('[PO1] a draft answers as it stands, its answers in order', async () => {
    const { status, data } = await create(dj, { question: ' OPM or indie? ' })
    expect(status).toBe(201)
    expect(data).toEqual({
      id: expect.any(Number),
      broadcastId: showId,
      question: 'OPM or indie?',
      options: ['OPM', 'Indie', 'Both'].map((text) => ({ id: expect.any(Number), text, votes: 0 })),
      status: 'DRAFT',
      totalVotes: 0,
      createdBy: { id: dj.id, name: dj.name, role: 'DJ' },
      createdAt: expect.stringMatching(/Z$/),
      endedAt: null,
      hasVoted: false,
      userVote: null,
    })
  })

  it('[PO1] questions and answers that are missing, too long, too many or the same are 400 with the field', async () => {
    const refused = [
      [{ question: ' ' }, 'question'],
      [{ question: 'x'.repeat(201) }, 'question'],
      [{ options: ['OPM'] }, 'options'],
      [{ options: Array.from({ length: 11 }, (_, at) => `${at}`) }, 'options'],
      [{ options: ['OPM', ' opm '] }, 'options'],
      [{ options: ['OPM', 'x'.repeat(81)] }, 'options.1'],
      [{ broadcastId: 0 }, 'broadcastId'],
    ] as const
    for (const [body, field] of refused) {
      const { status, error } = await create(dj, body as Partial<PollBody>)
      expect([status, Object.keys(error.fields ?? {})]).toEqual([400, [field]])
    }
  })

  it('[PO1] there is none for a broadcast that has ended, or is not there', async () => {
    await end(showId)
    expect((await create(dj)).error).toMatchObject({
      code: 'WRONG_STATE',
      message: 'This broadcast has ended.',
    })
    expect((await create(dj, { broadcastId: UNKNOWN_ID })).status).toBe(404)
  })
})

describe('who may', () => {
  /** Contract, section 3, of an own show and of a foreign one. */
  const MAY_RUN: Record<Role, [own: boolean, foreign: boolean]> = {
    LISTENER: [false, false],
    DJ: [true, false],
    MODERATOR: [true, true],
    ADMIN: [true, true],
  }

  it.each(ROLES)('[PO3] %s runs the polls of own and foreign shows as the table says', async (role) => {
    const foreign = await station.as(role, `foreign ${role}`)
    const own = role === 'DJ' ? dj : foreign
    for (const [at, member] of [own, foreign].entries()) {
      const may = MAY_RUN[role][at]
      expect((await create(member)).status).toBe(may ? 201 : 403)
      const { id } = (await create(dj)).data
      // A foreign draft is nothing that a DJ could know of.
      expect((await show(id, member)).status).toBe(may ? 200 : role === 'DJ' ? 404 : 403)
      await show(id)
      expect((await on(calls.endPoll, id, member)).status).toBe(may ? 200 : 403)
      expect((await on(calls.deletePoll, id, member)).status).toBe(may ? 204 : 403)
    }
  })

  it('[PO3] a draft is seen by its DJ and staff, and is 404 to everybody else', async () => {
    const { id } = (await create(dj)).data
    const reads = [calls.getPoll, calls.pollResults, calls.hasVoted, calls.userVote]
    const staff = await station.as('MODERATOR')
    for (const member of [dj, staff, station.admin]) {
      for (const read of reads) expect((await on(read, id, member)).status).toBe(200)
      expect((await list(member)).map((poll) => poll.id)).toEqual([id])
    }
    for (const member of [ana, otherDj]) {
      for (const read of reads) expect((await on(read, id, member)).status).toBe(404)
      expect((await vote(member, id, 1)).status).toBe(404)
      expect(await list(member)).toEqual([])
    }
    expect((await on(calls.getPoll, id)).status).toBe(404)
    expect((await on(calls.pollResults, id)).status).toBe(404)
    expect(await list(null)).toEqual([])
    expect(await active(dj)).toBeNull()
  })

  it('[PO3] visitors vote and run nothing', async () => {
    const poll = await shown()
    for (const endpoint of [calls.hasVoted, calls.userVote, calls.showPoll, calls.endPoll, calls.deletePoll])
      expect((await on(endpoint, poll.id)).status).toBe(401)
    expect((await vote(null, poll.id, optionOf(poll))).status).toBe(401)
    expect((await create(null)).status).toBe(401)
  })
})

describe('showing and ending', () => {
  it('[PO2] a draft is shown while the broadcast is live, and showing another ends it', async () => {
    const first = await shown()
    expect(first.status).toBe('ACTIVE')
    expect((await show(first.id)).data).toEqual(first)
    const other = await shown()
    expect(await active()).toEqual(other)
    expect((await on(calls.getPoll, first.id)).data).toMatchObject({
      status: 'ENDED',
      endedAt: expect.any(String),
    })
    expect((await show(first.id)).error).toMatchObject({
      code: 'WRONG_STATE',
      message: 'This poll has ended.',
    })
    expect((await list(ana)).map(({ id }) => id)).toEqual([other.id, first.id])
  })

  it('[PO2] before the show it is 409 NOT_LIVE; a draft cannot end', async () => {
    const planned = await newShow()
    const { id } = (await create(dj, { broadcastId: planned })).data
    expect((await show(id)).error).toMatchObject({ code: 'NOT_LIVE' })
    expect((await on(calls.endPoll, id, dj)).error).toMatchObject({
      code: 'WRONG_STATE',
      message: 'This poll has not been shown yet.',
    })
  })

  it('[PO2] end and DELETE may be repeated; what was deleted is gone from everywhere', async () => {
    const poll = await shown()
    const ended = (await on(calls.endPoll, poll.id, dj)).data
    expect(ended.status).toBe('ENDED')
    expect((await on(calls.endPoll, poll.id, dj)).data).toEqual(ended)
    expect(await active()).toBeNull()
    expect((await on(calls.deletePoll, poll.id, dj)).status).toBe(204)
    expect((await on(calls.deletePoll, poll.id, dj)).status).toBe(204)
    expect((await on(calls.deletePoll, poll.id, otherDj)).status).toBe(404)
    expect((await on(calls.getPoll, poll.id, dj)).status).toBe(404)
    expect((await show(poll.id)).status).toBe(404)
    expect((await vote(ana, poll.id, optionOf(poll))).status).toBe(404)
    expect(await list(dj)).toEqual([])
  })

  it('[PO2] an open poll that was deleted makes room for another', async () => {
    const poll = await shown()
    await on(calls.deletePoll, poll.id, dj)
    expect(await active()).toBeNull()
    const next = await shown()
    expect((await active())?.id).toBe(next.id)
  })

  it('[PO6] the open poll ends with its broadcast, for good, also after a restart', async () => {
    const poll = await shown()
    await vote(ana, poll.id, optionOf(poll))
    await end(showId)
    expect(await active()).toBeNull()
    const ended = (await on(calls.getPoll, poll.id)).data
    expect(ended).toMatchObject({ status: 'ENDED', totalVotes: 1, endedAt: expect.any(String) })
    const { data: broadcast } = await station.call(getBroadcast, { params: { id: showId } })
    expect(ended.endedAt).toBe(broadcast.actualEnd)
    expect((await vote(dj, poll.id, optionOf(poll))).error).toMatchObject({ code: 'POLL_CLOSED' })
    await station.restart()
    expect((await on(calls.getPoll, poll.id)).data).toEqual(ended)
  })

  it('[PO3] the polls of a broadcast that was cancelled are gone with it', async () => {
    const planned = await newShow()
    const { id } = (await create(dj, { broadcastId: planned })).data
    await station.call(deleteBroadcast, { as: dj, params: { id: planned } })
    expect((await on(calls.getPoll, id, dj)).status).toBe(404)
    const gone = await station.call(calls.listPolls, { as: dj, params: { broadcastId: planned } })
    expect(gone.status).toBe(404)
    const none = await station.call(calls.activePoll, { params: { broadcastId: UNKNOWN_ID } })
    expect(none.status).toBe(404)
  })
})

describe('voting', () => {
  it.each(ROLES)('[PO4] %s votes once', async (role) => {
    const member = await station.as(role)
    const poll = await shown()
    const { status, data } = await vote(member, poll.id, optionOf(poll, 1))
    expect(status).toBe(200)
    expect(data).toMatchObject({ totalVotes: 1, hasVoted: true, userVote: optionOf(poll, 1) })
    const second = await vote(member, poll.id, optionOf(poll, 2))
    expect([second.status, second.error.code]).toEqual([409, 'ALREADY_VOTED'])
    expect((await on(calls.getPoll, poll.id, member)).data).toEqual(data)
  })

  it('[PO4] 50 votes of one person at once count once', async () => {
    const poll = await shown()
    const votes = await Promise.all(
      Array.from({ length: 50 }, (_, at) => vote(ana, poll.id, optionOf(poll, at % 3))),
    )
    expect(votes.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(votes.filter(({ status }) => status === 409)).toHaveLength(49)
    expect((await on(calls.getPoll, poll.id)).data.totalVotes).toBe(1)
  })

  it('[PO4] what is wrong is told in the agreed order: poll, answer, state', async () => {
    const [first, poll] = [await shown(), await shown()]
    expect((await vote(ana, UNKNOWN_ID, 1)).status).toBe(404)
    const wrong = await vote(ana, first.id, optionOf(poll))
    expect([wrong.status, wrong.error.fields]).toEqual([400, { optionId: 'Choose one of the answers' }])
    const closed = await vote(ana, first.id, optionOf(first))
    expect([closed.status, closed.error.code]).toEqual([409, 'POLL_CLOSED'])
    expect((await vote(ana, poll.id, -1)).error.fields).toHaveProperty('optionId')
  })

  it('[PO7] results are everybody’s, one’s own choice is told to nobody else', async () => {
    const poll = await shown()
    await vote(ana, poll.id, optionOf(poll))
    await vote(dj, poll.id, optionOf(poll))
    await vote(otherDj, poll.id, optionOf(poll, 2))
    const { data } = await on(calls.pollResults, poll.id)
    expect(data).toEqual({
      id: poll.id,
      question: 'OPM or indie?',
      status: 'ACTIVE',
      totalVotes: 3,
      options: [
        { id: optionOf(poll, 0), text: 'OPM', votes: 2, percentage: 66.7 },
        { id: optionOf(poll, 1), text: 'Indie', votes: 0, percentage: 0 },
        { id: optionOf(poll, 2), text: 'Both', votes: 1, percentage: 33.3 },
      ],
    })
    expect((await on(calls.hasVoted, poll.id, ana)).data).toBe(true)
    expect((await on(calls.userVote, poll.id, ana)).data).toBe(optionOf(poll))
    expect((await on(calls.hasVoted, poll.id, station.admin)).data).toBe(false)
    expect((await on(calls.userVote, poll.id, station.admin)).data).toBeNull()
    expect(await active(ana)).toMatchObject({ hasVoted: true, userVote: optionOf(poll) })
    expect(await active()).toMatchObject({ hasVoted: false, userVote: null })
  })

  it('[PO10] each vote counts in the interactions of the show', async () => {
    const poll = await shown()
    await vote(ana, poll.id, optionOf(poll))
    await vote(dj, poll.id, optionOf(poll))
    await vote(dj, poll.id, optionOf(poll))
    const { data } = await station.call(getBroadcast, { params: { id: showId } })
    expect(data.totalInteractions).toBe(2)
  })
})
