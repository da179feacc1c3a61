import { POLL_STATUSES, type Poll } from '@carillon/contract/polls/schemas'
import type { PollEvent } from '@carillon/contract/polls/topics'

/** Update of polls: an event of the topic, or the station's reply to a command of one's own. */
export type PollUpdate = PollEvent | { type: 'POLL_ANSWERED'; poll: Poll }

/**
 * The polls after a piece of news, newest first. Events are for everybody, so they say nothing of one's own vote: it
 * stays. Votes only grow and a poll never opens again, so anyone who knows more is right, in whatever order they came.
 */
export function withPollEvent(polls: readonly Poll[], event: PollUpdate): Poll[] {
  switch (event.type) {
    case 'POLL_DELETED':
      return polls.filter(({ id }) => id !== event.id)
    case 'POLL_RESULTS':
      return polls.map((poll) =>
        poll.id === event.results.id ? newer(poll, { ...poll, ...countOf(event.results) }) : poll,
      )
    default:
      return withPoll(polls, event.poll)
  }
}

type Results = Extract<PollEvent, { type: 'POLL_RESULTS' }>['results']

function countOf({ status, totalVotes, options }: Results): Pick<Poll, 'status' | 'totalVotes' | 'options'> {
  return { status, totalVotes, options: options.map(({ id, text, votes }) => ({ id, text, votes })) }
}

function withPoll(polls: readonly Poll[], received: Poll): Poll[] {
  const known = polls.find(({ id }) => id === received.id)
  const others = polls.filter(({ id }) => id !== received.id)
  return [...others, known ? newer(known, received) : received].sort((a, b) => b.id - a.id)
}

function newer(known: Poll, received: Poll): Poll {
  const counted = received.totalVotes < known.totalVotes ? known : received
  const furthest = progressOf(received) < progressOf(known) ? known : received
  return {
    ...received,
    options: counted.options,
    totalVotes: counted.totalVotes,
    status: furthest.status,
    endedAt: furthest.endedAt ?? known.endedAt,
    hasVoted: known.hasVoted || received.hasVoted,
    userVote: received.userVote ?? known.userVote,
  }
}

function progressOf({ status }: Poll): number {
  return POLL_STATUSES.indexOf(status)
}
