import { DESTINATIONS, destinationFor } from '@carillon/contract/destination'
import type { Poll } from '@carillon/contract/polls/schemas'
import type { ReactNode } from 'react'
import { RealtimeProvider } from '../../realtime/realtime.tsx'
import { renderPage } from '../../testing/render-page.tsx'
import { type Answer, failure, ok, openStation, type ReceivedRequest } from '../../testing/station.ts'
import { StompStation } from '../../testing/stomp-station.ts'
import { aUser } from '../../testing/user.ts'

export const DJ = { id: 8, name: 'Mikael Reyes', role: 'DJ' } as const
export const POLLS_TOPIC = destinationFor(DESTINATIONS.polls, 3)

/** An open poll with 21 of 39 votes for the first answer; say only what the test is about. */
export function aPoll(given: Partial<Poll> = {}): Poll {
  return {
    id: 1,
    broadcastId: 3,
    question: 'Which one next?',
    options: [
      { id: 11, text: 'OPM', votes: 21 },
      { id: 12, text: 'Jazz', votes: 18 },
    ],
    status: 'ACTIVE',
    totalVotes: 39,
    createdBy: DJ,
    createdAt: '2026-11-20T07:00:00.000Z',
    endedAt: null,
    hasVoted: false,
    userVote: null,
    ...given,
  }
}

/** The polls that the station of a test has; `answer` may say something else. */
export async function openPolls(
  polls: Poll[],
  element: ReactNode,
  answer?: (request: ReceivedRequest) => Answer | Promise<Answer> | undefined,
) {
  const stomp = new StompStation()
  const station = await openStation((request) => answer?.(request) ?? usual(polls, request), {
    apiTimeoutMs: 60_000,
    maxRetries: 0,
    retryDelayMs: 1,
  })
  renderPage(<RealtimeProvider load={stomp.load}>{element}</RealtimeProvider>, {
    call: station.call,
    at: '/',
  })
  const asked = (method: string, part: string) =>
    station.received.filter(({ method: used, url }) => used === method && url.pathname.endsWith(part))
  return { station, stomp, asked }
}

function usual(polls: Poll[], { method, url, body }: ReceivedRequest): Answer {
  const [, id = '', act = ''] = /^\/api\/polls\/(\d+)\/?(\w*)$/.exec(url.pathname) ?? []
  const poll = polls.find((known) => known.id === Number(id))
  if (url.pathname === '/api/auth/me') return ok(aUser())
  if (url.pathname === '/api/polls/broadcast/3') return ok(polls)
  if (url.pathname === '/api/polls') {
    polls.unshift(created(body as Parameters<typeof created>[0]))
    return ok(polls[0], 201)
  }
  if (method === 'DELETE') return { status: 204, text: '' }
  if (!poll) return failure(404, 'NOT_FOUND', 'Not found.')
  return ok(ACTS[act]?.(poll, body as { optionId: number }) ?? poll)
}

const ACTS: Record<string, (poll: Poll, body: { optionId: number }) => Poll> = {
  vote: (poll, { optionId }) => ({
    ...poll,
    options: poll.options.map((option) => ({
      ...option,
      votes: option.votes + Number(option.id === optionId),
    })),
    totalVotes: poll.totalVotes + 1,
    hasVoted: true,
    userVote: optionId,
  }),
  show: (poll) => ({ ...poll, status: 'ACTIVE' }),
  end: (poll) => ({ ...poll, status: 'ENDED', endedAt: '2026-11-20T07:05:00.000Z' }),
}

function created({ question, options }: { question: string; options: string[] }): Poll {
  return aPoll({
    id: 9,
    question,
    status: 'DRAFT',
    totalVotes: 0,
    options: options.map((text, at) => ({ id: 90 + at, text, votes: 0 })),
  })
}
