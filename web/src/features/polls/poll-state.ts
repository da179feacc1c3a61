import { FINAL_POLL_SECONDS, type Poll } from '@carillon/contract/polls/schemas'

export type PollOption = Poll['options'][number]

/** Whole percent of all votes; 0 of none. */
export function percentOf(votes: number, totalVotes: number): number {
  return totalVotes === 0 ? 0 : Math.round((votes / totalVotes) * 100)
}

/** `1 vote`, `21 votes`. */
export function votesWords(votes: number): string {
  return votes === 1 ? '1 vote' : `${votes} votes`
}

/** A result as it is read: `OPM 54 percent, 21 votes`. */
export function resultWords({ text, votes }: PollOption, totalVotes: number): string {
  return `${text} ${percentOf(votes, totalVotes)} percent, ${votesWords(votes)}`
}

/** The answers with most votes; none before the first vote. */
export function leadersOf({ options, totalVotes }: Pick<Poll, 'options' | 'totalVotes'>): PollOption[] {
  if (totalVotes === 0) return []
  const most = Math.max(...options.map(({ votes }) => votes))
  return options.filter(({ votes }) => votes === most)
}

/** Result of a poll, in one line. */
export function outcomeWords(poll: Pick<Poll, 'options' | 'totalVotes'>): string {
  const leaders = leadersOf(poll)
  const [first] = leaders
  if (!first) return 'Nobody voted'
  if (leaders.length > 1) return `A tie of ${leaders.map(({ text }) => text).join(' and ')}`
  return `${first.text}, ${percentOf(first.votes, poll.totalVotes)} percent`
}

/** The poll that listeners see at `now`: the open one, else the one that ended last, for as long as it stays final. */
export function pollInView(polls: readonly Poll[], now: number): Poll | null {
  const open = polls.find(({ status }) => status === 'ACTIVE')
  if (open) return open
  const ended = polls.filter((poll) => finalUntil(poll) > now)
  return ended.sort((a, b) => finalUntil(b) - finalUntil(a))[0] ?? null
}

/** Until when an ended poll stays on the screens, in ms; 0 for one that has not ended. */
export function finalUntil({ status, endedAt }: Poll): number {
  return status === 'ENDED' && endedAt ? Date.parse(endedAt) + FINAL_POLL_SECONDS * 1000 : 0
}
