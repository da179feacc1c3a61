import type { Poll, PollResults } from '@carillon/contract/polls/schemas'
import type { StoredPoll } from './table.ts'

/** The wire form of a stored poll, `hasVoted` and `userVote` of the person for whom it was read. */
export function presentPoll(stored: StoredPoll): Poll {
  const { id, show, question, options, createdBy, userVote } = stored
  return {
    id,
    broadcastId: show.id,
    question,
    options,
    status: statusOf(stored),
    totalVotes: totalOf(stored),
    createdBy,
    createdAt: stored.createdAt.toISOString(),
    endedAt: stored.endedAt?.toISOString() ?? null,
    hasVoted: userVote !== null,
    userVote,
  }
}

/** The results of a stored poll, percentages with one decimal. */
export function presentResults(stored: StoredPoll): PollResults {
  const { id, question } = stored
  const totalVotes = totalOf(stored)
  const options = stored.options.map((option) => ({
    ...option,
    percentage: percentageOf(option.votes, totalVotes),
  }))
  return { id, question, status: statusOf(stored), totalVotes, options }
}

/** A share of `total` in percent, one decimal; of nothing it is 0. */
export function percentageOf(votes: number, total: number): number {
  return total === 0 ? 0 : Math.round((votes * 1000) / total) / 10
}

/** Nobody is shown a deleted poll but as the answer to what was at work when it was deleted: it has ended. */
function statusOf({ state }: StoredPoll): Poll['status'] {
  return state === 'GONE' ? 'ENDED' : state
}

function totalOf({ options }: StoredPoll): number {
  return options.reduce((sum, { votes }) => sum + votes, 0)
}
