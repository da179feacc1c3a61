import { DESTINATIONS, destinationFor } from '@carillon/contract/destination'
import { type Poll, pollEventSchema } from '@carillon/contract/polls'
import { useMemo } from 'react'
import { useToldQuery } from '../../lib/use-told-query.ts'
import { useConnection } from '../../realtime/use-connection.ts'
import { useSubscription } from '../../realtime/use-subscription.ts'
import { useCall } from '../../session/session.tsx'
import { createPollCalls, type PollCalls } from './poll-calls.ts'
import { type PollNews, withPollNews } from './poll-news.ts'

/** Without a connection that tells, the polls are asked for so often. */
const REFRESH_MS = 15_000

/** The polls of a broadcast, newest first, and what can be done with them. */
export type PollsView = {
  /** Undefined before the first answer; the last one stays while the station cannot be reached. */
  polls: Poll[] | undefined
  isError: boolean
  retry(): void
  calls: PollCalls
  /** Takes in what the station answered to an order. */
  take(poll: Poll): void
  drop(id: number): void
}

/** Asks for the polls of a broadcast and follows its topic. Drafts are there for staff and its DJ. */
export function usePolls(broadcastId: number): PollsView {
  const call = useCall()
  const calls = useMemo(() => createPollCalls(call), [call])
  const isTold = useConnection().state === 'open'
  const { query, hear, missed } = useToldQuery<Poll[], PollNews>({
    queryKey: ['polls', broadcastId],
    ask: (signal) => calls.list(broadcastId, signal),
    fold: withPollNews,
    refetchInterval: isTold ? false : REFRESH_MS,
  })
  useSubscription(destinationFor(DESTINATIONS.polls, broadcastId), {
    onMessage: (body) => {
      const event = pollEventSchema.safeParse(body)
      if (event.success) hear(event.data)
    },
    onGap: missed,
  })
  return {
    polls: query.data,
    isError: query.errorUpdatedAt > query.dataUpdatedAt,
    retry: missed,
    calls,
    take: (poll) => hear({ type: 'POLL_ANSWERED', poll }),
    drop: (id) => hear({ type: 'POLL_DELETED', id }),
  }
}
