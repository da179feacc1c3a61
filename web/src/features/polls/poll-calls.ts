import type { BodyOf } from '@carillon/contract/endpoint'
import {
  createPoll,
  deletePoll,
  endPoll,
  listPolls,
  showPoll,
  votePoll,
} from '@carillon/contract/polls/endpoints'
import type { Call } from '../../api/client.ts'

/** Calls of polls. All reject with ApiError. */
export type PollCalls = ReturnType<typeof createPollCalls>

/** The calls of polls as anyone who is signed in may make them. */
export function createPollCalls(call: Call) {
  return {
    list: (broadcastId: number, signal: AbortSignal) => call(listPolls, { params: { broadcastId }, signal }),
    vote: (id: number, optionId: number) => call(votePoll, { params: { id }, body: { optionId } }),
    create: (body: BodyOf<typeof createPoll>) => call(createPoll, { body }),
    show: (id: number) => call(showPoll, { params: { id } }),
    end: (id: number) => call(endPoll, { params: { id } }),
    remove: (id: number, givenUp?: AbortSignal) => call(deletePoll, { params: { id }, givenUp }),
  }
}
