import { DESTINATIONS, destinationFor } from '@carillon/contract/destination'
import type { PollEvent } from '@carillon/contract/polls'
import type { PollBoard } from './board.ts'
import type { PollsContext } from './ports.ts'
import { presentPoll, presentResults } from './present.ts'
import type { StoredPoll } from './table.ts'

export type PollNews = ReturnType<typeof pollNews>

/** Tells the topic and the poll sockets of a broadcast. Polls are to be read for nobody: `userVote` null. */
export function pollNews({ publish }: Pick<PollsContext, 'publish'>, board: PollBoard) {
  function tell(broadcastId: number, event: PollEvent): void {
    publish(destinationFor(DESTINATIONS.polls, broadcastId), event)
    board.tell(broadcastId, event)
  }

  return {
    shown: (poll: StoredPoll) => tell(poll.show.id, { type: 'POLL_SHOWN', poll: presentPoll(poll) }),
    ended: (poll: StoredPoll) => tell(poll.show.id, { type: 'POLL_ENDED', poll: presentPoll(poll) }),
    results: (poll: StoredPoll) =>
      tell(poll.show.id, { type: 'POLL_RESULTS', results: presentResults(poll) }),
    deleted: ({ id, show }: StoredPoll) => tell(show.id, { type: 'POLL_DELETED', id }),
  }
}
