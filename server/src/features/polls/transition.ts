import { discount, lockShow, type Show } from '../../db/shows.ts'
import { AppError } from '../../kernel/app-error.ts'
import type { Clock } from '../../kernel/clock.ts'
import { requireExisting } from './access.ts'
import { type Command, nextState, refusalOf, type State } from './states.ts'
import { findActive, findPoll, updatePoll } from './store.ts'
import type { Db, PollChange, StoredPoll } from './table.ts'

/** A poll before and after, and the open one that had to make room for it. */
export type Step = { was: StoredPoll; is: StoredPoll; replaced: StoredPoll | null }

/** Change of the row when a poll enters a state. */
const ENTERING: Record<Exclude<State, 'DRAFT'>, (now: Date, was: StoredPoll) => PollChange> = {
  ACTIVE: () => ({ status: 'ACTIVE' }),
  // The clock may have been set back since it was made.
  ENDED: (now, { createdAt }) => ({ status: 'ENDED', ended_at: createdAt > now ? createdAt : now }),
  GONE: (now) => ({ deleted_at: now }),
}

/** Carries out a command in `trx`, with the broadcast locked. Throws WRONG_STATE, NOT_LIVE. */
export async function carryOut(trx: Db, poll: StoredPoll, command: Command, clock: Clock): Promise<Step> {
  const show = await lockShow(trx, poll.show.id)
  const was = requireExisting(await findPoll(trx, poll.id, null))
  const next = nextState(was.state, command)
  if (!next) throw new AppError('WRONG_STATE', { message: refusalOf(was.state) })
  if (next === was.state) return { was, is: was, replaced: null }
  const replaced = next === 'ACTIVE' ? await makeRoom(trx, show, clock) : null
  await updatePoll(trx, poll.id, ENTERING[next](new Date(clock.now()), was))
  if (next === 'GONE') await discount(trx, poll.show.id, 'vote_count', votesIn(was))
  return { was, is: requireExisting(await findPoll(trx, poll.id, null)), replaced }
}

/** Ends the poll that is open in a broadcast, which has to be LIVE. */
async function makeRoom(trx: Db, show: Show | null, clock: Clock): Promise<StoredPoll | null> {
  if (show?.status !== 'LIVE') throw new AppError('NOT_LIVE')
  const open = await findActive(trx, show.id, null)
  if (!open) return null
  await updatePoll(trx, open.id, ENTERING.ENDED(new Date(clock.now()), open))
  return requireExisting(await findPoll(trx, open.id, null))
}

function votesIn({ options }: StoredPoll): number {
  return options.reduce((sum, { votes }) => sum + votes, 0)
}
