import { DESTINATIONS, destinationFor } from '@carillon/contract/destination'
import type { PollEvent } from '@carillon/contract/polls/topics'
import type { PollEventSockets } from './poll-event-sockets.ts'
import type { PollsContext } from './ports.ts'
import { presentPoll, presentResults } from './present.ts'
import type { StoredPoll } from './table.ts'

export type PollPublisher = ReturnType<typeof createPollPublisher>

/** Tells the topic and the poll sockets of a broadcast. Polls are to be read for nobody: `userVote` null. */
export function createPollPublisher(
  { publish }: Pick<PollsContext, 'publish'>,
  eventSockets: PollEventSockets,
) {
  function publishEvent(broadcastId: number, event: PollEvent): void {
    publish(destinationFor(DESTINATIONS.polls, broadcastId), event)
    eventSockets.publishEvent(broadcastId, event)
  }

  return {
    shown: (poll: StoredPoll) => publishEvent(poll.show.id, { type: 'POLL_SHOWN', poll: presentPoll(poll) }),
    ended: (poll: StoredPoll) => publishEvent(poll.show.id, { type: 'POLL_ENDED', poll: presentPoll(poll) }),
    results: (poll: StoredPoll) =>
      publishEvent(poll.show.id, { type: 'POLL_RESULTS', results: presentResults(poll) }),
    deleted: ({ id, show }: StoredPoll) => publishEvent(show.id, { type: 'POLL_DELETED', id }),
  }
}
