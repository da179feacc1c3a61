import { canModerate } from '@carillon/contract/policies'
import type { PollBody } from '@carillon/contract/polls/schemas'
import type { Person } from '@carillon/contract/roles'
import { broadcastNameOf, recordActivity } from '../../db/activities.ts'
import { countInteraction, lockShow, requireVisible } from '../../db/shows.ts'
import { AppError } from '../../kernel/app-error.ts'
import type { Clock } from '../../kernel/clock.ts'
import { createSerialQueue } from '../../kernel/serial-queue.ts'
import { requireExisting } from './access.ts'
import type { PollsContext } from './ports.ts'
import type { Command } from './states.ts'
import { claimOutlived, findPoll, findState, insertPoll, insertVote } from './store.ts'
import type { Db, StoredPoll } from './table.ts'
import type { PollPublisher } from './topics.ts'
import { carryOut, type Step } from './transition.ts'

export type PollService = ReturnType<typeof createPollService>

/**
 * Creates the service of polls. Anyone who changes a poll or votes in it holds its broadcast first: votes, ends and the
 * end of the broadcast come one after the other, and what ended never counts another vote.
 */
export function createPollService({ db, clock }: PollsContext, publisher: PollPublisher) {
  const now = () => new Date(clock.now())
  /** Events go out in the order of the changes that they report. */
  const runExclusive = createSerialQueue()

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
    // Nobody was shown a draft.
    if (is.state === 'GONE' && was.state !== 'DRAFT') publisher.deleted(is)
  }

  return {
    /** Throws NOT_FOUND, FORBIDDEN, WRONG_STATE. */
    create: (person: Person, body: PollBody): Promise<StoredPoll> =>
      db.transaction().execute((trx) => storeDraft(trx, person, body, clock)),
    /** Carries out a command and publishes it; one whose effect stands already does neither. */
    command: (poll: StoredPoll, command: Command): Promise<void> =>
      runExclusive(async () =>
        publishStep(await db.transaction().execute((trx) => carryOut(trx, poll, command, clock))),
      ),
    /** Counts a vote, or throws POLL_CLOSED, ALREADY_VOTED. The option has to be one of the poll. */
    async vote(person: Person, poll: StoredPoll, optionId: number): Promise<void> {
      // What can be refused by what has been read need not wait for the others.
      requireOpen(poll)
      await db.transaction().execute((trx) => count(trx, person, poll, optionId))
    },
    /** Publishes the results as they are now, in order with polls that are shown and ended. */
    publishResults: (pollId: number): Promise<void> =>
      runExclusive(async () => {
        const poll = requireExisting(await findPoll(db, pollId, null))
        if (poll.state !== 'GONE') publisher.results(poll)
      }),
    /** Publishes the end of polls that ended with a broadcast; null: with any, while no instance ran. */
    settleEnded: (broadcastId: number | null): Promise<void> =>
      runExclusive(async () => {
        for (const id of await claimOutlived(db, broadcastId)) {
          const poll = requireExisting(await findPoll(db, id, null))
          if (poll.state === 'ENDED') publisher.ended(poll)
        }
      }),
  }
}

async function storeDraft(trx: Db, person: Person, body: PollBody, clock: Clock): Promise<StoredPoll> {
  const show = requireVisible(await lockShow(trx, body.broadcastId), person)
  if (!canModerate(person, show)) throw new AppError('FORBIDDEN')
  if (show.status === 'ENDED') throw new AppError('WRONG_STATE', { message: 'This broadcast has ended.' })
  const at = new Date(clock.now())
  const id = await insertPoll(trx, body, person.id, at)
  // DJs read each other's activities, and a draft is nobody else's.
  const description = `A poll was made for ${broadcastNameOf(show)}`
  await recordActivity(trx, { activityType: 'POLL_CREATE', userId: person.id, description }, at)
  return requireExisting(await findPoll(trx, id, null))
}

function requireOpen({ state, userVote }: Pick<StoredPoll, 'state' | 'userVote'>): void {
  if (userVote !== null) throw new AppError('ALREADY_VOTED')
  if (state !== 'ACTIVE') throw new AppError('POLL_CLOSED')
}
