import type { Poll } from '@carillon/contract/polls/schemas'
import type { PollEvent } from '@carillon/contract/polls/topics'
import { describe, expect, test } from 'vitest'
import { withPollEvent } from './poll-events.ts'
import { leadersOf, outcomeWords, percentOf, pollInView, resultWords } from './poll-state.ts'
import { aPoll } from './testing.tsx'

const results = (votes: [number, number], status: Poll['status'] = 'ACTIVE'): PollEvent => ({
  type: 'POLL_RESULTS',
  results: {
    id: 1,
    question: 'Which one next?',
    status,
    totalVotes: votes[0] + votes[1],
    options: [
      { id: 11, text: 'OPM', votes: votes[0], percentage: 0 },
      { id: 12, text: 'Jazz', votes: votes[1], percentage: 0 },
    ],
  },
})
const votesOf = ([poll]: Poll[]) => poll?.options.map(({ votes }) => votes)

describe('news of polls', () => {
  test('[PV3] an event knows nobody: what one voted oneself stays', () => {
    const voted = [aPoll({ hasVoted: true, userVote: 12 })]
    const ended = aPoll({ status: 'ENDED', endedAt: '2026-11-20T07:05:00.000Z' })
    for (const event of [results([22, 18]), { type: 'POLL_ENDED', poll: ended }] as const) {
      expect(withPollEvent(voted, event)[0]).toMatchObject({ hasVoted: true, userVote: 12 })
    }
  })

  test('[PV3] votes never go back and a poll never opens again, in whatever order news comes', () => {
    expect(votesOf(withPollEvent([aPoll()], results([20, 18])))).toEqual([21, 18])
    expect(votesOf(withPollEvent([aPoll()], results([22, 18])))).toEqual([22, 18])
    const ended = withPollEvent([aPoll()], {
      type: 'POLL_ENDED',
      poll: aPoll({ status: 'ENDED', endedAt: '2026-11-20T07:05:00.000Z' }),
    })
    expect(withPollEvent(ended, { type: 'POLL_SHOWN', poll: aPoll() })[0]).toMatchObject({
      status: 'ENDED',
      endedAt: '2026-11-20T07:05:00.000Z',
    })
    expect(withPollEvent(ended, results([30, 18]))[0]?.status).toBe('ENDED')
  })

  test('[PV4] the same news twice is news once; the newest poll comes first, a deleted one goes', () => {
    const shown = { type: 'POLL_SHOWN', poll: aPoll({ id: 2 }) } as const
    const twice = withPollEvent(withPollEvent([aPoll()], shown), shown)
    expect(twice.map(({ id }) => id)).toEqual([2, 1])
    expect(withPollEvent(twice, { type: 'POLL_DELETED', id: 2 }).map(({ id }) => id)).toEqual([1])
    expect(withPollEvent([], results([1, 0]))).toEqual([])
  })
})

describe('results in words', () => {
  test('[PV2] an answer is read with its percent and its votes', () => {
    expect(resultWords({ id: 11, text: 'OPM', votes: 21 }, 39)).toBe('OPM 54 percent, 21 votes')
    expect(resultWords({ id: 11, text: 'OPM', votes: 1 }, 1)).toBe('OPM 100 percent, 1 vote')
    expect(percentOf(0, 0)).toBe(0)
  })

  test('[PV11] how a poll came out: a winner, a tie, nobody', () => {
    expect(outcomeWords(aPoll())).toBe('OPM, 54 percent')
    const tie = aPoll({ options: aPoll().options.map((option) => ({ ...option, votes: 2 })), totalVotes: 4 })
    expect(outcomeWords(tie)).toBe('A tie of OPM and Jazz')
    expect(outcomeWords(aPoll({ totalVotes: 0 }))).toBe('Nobody voted')
    expect(leadersOf(aPoll()).map(({ text }) => text)).toEqual(['OPM'])
  })
})

describe('which poll listeners see', () => {
  const endedAt = '2026-11-20T07:05:00.000Z'
  const end = Date.parse(endedAt)
  const ended = aPoll({ id: 1, status: 'ENDED', endedAt })

  test('[PV6] an ended poll stays for 60 s', () => {
    expect(pollInView([ended], end + 59_999)?.id).toBe(1)
    expect(pollInView([ended], end + 60_000)).toBeNull()
  })

  test('[PV6] an open one comes before a final one, the last that ended before earlier ones, a draft never', () => {
    const later = aPoll({ id: 2, status: 'ENDED', endedAt: '2026-11-20T07:05:30.000Z' })
    const draft = aPoll({ id: 3, status: 'DRAFT' })
    expect(pollInView([draft, later, ended], end + 31_000)?.id).toBe(2)
    expect(pollInView([draft, aPoll({ id: 4 }), later], end + 31_000)?.id).toBe(4)
    expect(pollInView([draft], end)).toBeNull()
  })
})
