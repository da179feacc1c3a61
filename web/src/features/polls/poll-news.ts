import { POLL_STATUSES, type Poll, type PollEvent } from '@carillon/contract/polls'

/** What changes polls: an event of the topic, or the station's answer to an order of one's own. */
export type PollNews = PollEvent | { type: 'POLL_ANSWERED'; poll: Poll }

/**
 * The polls after a piece of news, newest first. Events are for everybody, so they say nothing of one's own vote: it
 * stays. Votes only grow and a poll never opens again, so whoever knows more is right, in whatever order they came.
 */
export function withPollNews(polls: readonly Poll[], news: PollNews): Poll[] {
  switch (news.type) {
    case 'POLL_DELETED':
      return polls.filter(({ id }) => id !== news.id)
    case 'POLL_RESULTS':
      return polls.map((poll) =>
        poll.id === news.results.id ? newer(poll, { ...poll, ...countOf(news.results) }) : poll,
      )
    default:
      return withPoll(polls, news.poll)
  }
}

type Results = Extract<PollEvent, { type: 'POLL_RESULTS' }>['results']

function countOf({ status, totalVotes, options }: Results): Pick<Poll, 'status' | 'totalVotes' | 'options'> {
  return { status, totalVotes, options: options.map(({ id, text, votes }) => ({ id, text, votes })) }
}

function withPoll(polls: readonly Poll[], told: Poll): Poll[] {
  const known = polls.find(({ id }) => id === told.id)
  const others = polls.filter(({ id }) => id !== told.id)
  return [...others, known ? newer(known, told) : told].sort((a, b) => b.id - a.id)
}

function newer(known: Poll, told: Poll): Poll {
  const counted = told.totalVotes < known.totalVotes ? known : told
  const furthest = stageOf(told) < stageOf(known) ? known : told
  return {
    ...told,
    options: counted.options,
    totalVotes: counted.totalVotes,
    status: furthest.status,
    endedAt: furthest.endedAt ?? known.endedAt,
    hasVoted: known.hasVoted || told.hasVoted,
    userVote: told.userVote ?? known.userVote,
  }
}

function stageOf({ status }: Poll): number {
  return POLL_STATUSES.indexOf(status)
}
