import { DESTINATIONS, destinationFor } from '@carillon/contract/destination'
import type { Poll } from '@carillon/contract/polls/schemas'
import { pollEventSchema } from '@carillon/contract/polls/topics'
import { useMemo } from 'react'
import { useLiveTopic } from '../../realtime/use-live-topic.ts'
import { useCall } from '../../session/session.ts'
import { createPollCalls, type PollCalls } from './poll-calls.ts'
import { type PollUpdate, withPollEvent } from './poll-events.ts'

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
  const { data, take, ...query } = useLiveTopic<Poll[], PollUpdate>({
    queryKey: ['polls', broadcastId],
    ask: (signal) => calls.list(broadcastId, signal),
    reduce: withPollEvent,
    topic: destinationFor(DESTINATIONS.polls, broadcastId),
    schema: pollEventSchema,
  })
  return {
    ...query,
    polls: data,
    calls,
    take: (poll) => take({ type: 'POLL_ANSWERED', poll }),
    drop: (id) => take({ type: 'POLL_DELETED', id }),
  }
}
