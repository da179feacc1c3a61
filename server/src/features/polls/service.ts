import { canModerate } from '@carillon/contract/policies'
import type { PollBody } from '@carillon/contract/polls/schemas'
import type { Person } from '@carillon/contract/roles'
import { recordActivity } from '../../db/activities.ts'
import { countInteraction, discount, lockShow, type Show } from '../../db/shows.ts'
import { AppError } from '../../kernel/app-error.ts'
import { createSerialQueue } from '../../kernel/serial-queue.ts'
import type { PollsContext } from './ports.ts'
import { type Command, nextState, refusalOf, type State } from './states.ts'
import {
  claimOutlived,
  findActive,
  findPoll,
  findState,
  insertPoll,
  insertVote,
  updatePoll,
} from './store.ts'
import type { Db, PollChange, StoredPoll } from './table.ts'
import type { PollPublisher } from './topics.ts'

export type PollService = ReturnType<typeof createPollService>

/** A poll before and after, and the open one that had to make room for it. */
type Step = { was: StoredPoll; is: StoredPoll; replaced: StoredPoll | null }

/** What is stored when a poll enters a state. */
const ENTERING: Record<Exclude<State, 'DRAFT'>, (now: Date, was: StoredPoll) => PollChange> = {
  ACTIVE: () => ({ status: 'ACTIVE' }),
  // The clock may have been set back since it was made.
  ENDED: (now, { createdAt }) => ({ status: 'ENDED', ended_at: createdAt > now ? createdAt : now }),
  GONE: (now) => ({ deleted_at: now }),
}

/**
 * What people do with polls. Anyone who changes a poll or votes in it holds its broadcast first: votes, ends and the end of
 * the broadcast come one after the other, and what ended never counts another vote.
 */
export function createPollService({ db, clock }: PollsContext, publisher: PollPublisher) {
  const now = () => new Date(clock.now())
  /** News go out in the order of what they tell. */
  const runExclusive = createSerialQueue()

  async function carryOut(trx: Db, poll: StoredPoll, command: Command): Promise<Step> {
    const show = await lockShow(trx, poll.show.id)
    const was = await existing(trx, poll.id)
    const next = nextState(was.state, command)
    if (!next) throw new AppError('WRONG_STATE', { message: refusalOf(was.state) })
    if (next === was.state) return { was, is: was, replaced: null }
    const replaced = next === 'ACTIVE' ? await makeRoom(trx, show) : null
    await updatePoll(trx, poll.id, ENTERING[next](now(), was))
    if (next === 'GONE') await discount(trx, poll.show.id, 'vote_count', votesIn(was))
    return { was, is: await existing(trx, poll.id), replaced }
  }

  /** Ends the poll that is open in a broadcast, which has to be LIVE. */
  async function makeRoom(trx: Db, show: Show | null): Promise<StoredPoll | null> {
    if (show?.status !== 'LIVE') throw new AppError('NOT_LIVE')
    const open = await findActive(trx, show.id, null)
    if (!open) return null
    await updatePoll(trx, open.id, ENTERING.ENDED(now(), open))
    return existing(trx, open.id)
  }

  async function draft(trx: Db, person: Person, body: PollBody): Promise<StoredPoll> {
    const show = await lockShow(trx, body.broadcastId)
    if (!show) throw new AppError('NOT_FOUND')
    if (!canModerate(person, show)) throw new AppError('FORBIDDEN')
    if (show.status === 'ENDED') throw new AppError('WRONG_STATE', { message: 'This broadcast has ended.' })
    const at = now()
    const id = await insertPoll(trx, body, person.id, at)
    // DJs read each other's activities, and a draft is nobody else's.
    const description = `A poll was made for ${show.title}`
    await recordActivity(trx, { activityType: 'POLL_CREATE', userId: person.id, description }, at)
    return existing(trx, id)
  }

  async function count(trx: Db, person: Person, poll: StoredPoll, optionId: number): Promise<void> {
    await lockShow(trx, poll.show.id)
    requireOpen({ state: await findState(trx, poll.id), userVote: null })
    const isFirst = await insertVote(trx, { pollId: poll.id, optionId, userId: person.id }, now())
    if (!isFirst) throw new AppError('ALREADY_VOTED')
    await countInteraction(trx, poll.show.id, 'vote_count')
  }

  function publishStep({ was, is, replaced }: Step): void {
    if (is === was) return
    if (replaced) publisher.ended(replaced)
    if (is.state === 'ACTIVE') publisher.shown(is)
    if (is.state === 'ENDED') publisher.ended(is)
    // Of a draft nobody has heard.
    if (is.state === 'GONE' && was.state !== 'DRAFT') publisher.deleted(is)
  }

  return {
    /** Throws NOT_FOUND, FORBIDDEN, WRONG_STATE. */
    create: (person: Person, body: PollBody): Promise<StoredPoll> =>
      db.transaction().execute((trx) => draft(trx, person, body)),
    /** Carries out a command and tells of it; one whose effect stands already does neither. */
    command: (poll: StoredPoll, command: Command): Promise<void> =>
      runExclusive(async () =>
        publishStep(await db.transaction().execute((trx) => carryOut(trx, poll, command))),
      ),
    /** Counts a vote, or throws POLL_CLOSED, ALREADY_VOTED. The option has to be one of the poll. */
    async vote(person: Person, poll: StoredPoll, optionId: number): Promise<void> {
      // What can be refused by what has been read need not wait for the others.
      requireOpen(poll)
      await db.transaction().execute((trx) => count(trx, person, poll, optionId))
    },
    /** Tells the results as they are now, in order with shows and ends. */
    publishResults: (pollId: number): Promise<void> =>
      runExclusive(async () => {
        const poll = await existing(db, pollId)
        if (poll.state !== 'GONE') publisher.results(poll)
      }),
    /** Tells which polls ended with a broadcast; null: with any, while nobody was there to tell. */
    settleEnded: (broadcastId: number | null): Promise<void> =>
      runExclusive(async () => {
        for (const id of await claimOutlived(db, broadcastId)) {
          const poll = await existing(db, id)
          if (poll.state === 'ENDED') publisher.ended(poll)
        }
      }),
  }
}

function requireOpen({ state, userVote }: Pick<StoredPoll, 'state' | 'userVote'>): void {
  if (userVote !== null) throw new AppError('ALREADY_VOTED')
  if (state !== 'ACTIVE') throw new AppError('POLL_CLOSED')
}

function votesIn({ options }: StoredPoll): number {
  return options.reduce((sum, { votes }) => sum + votes, 0)
}

/** Polls are never removed: what was found once is there. */
async function existing(db: Db, id: number): Promise<StoredPoll> {
  const found = await findPoll(db, id, null)
  if (!found) throw new AppError('NOT_FOUND')
  return found
}
