import { z } from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { addressIdSchema, idParams, idSchema } from '../fields.ts'
import { pollBodySchema, pollResultsSchema, pollSchema, voteBodySchema } from './schemas.ts'

const broadcastParams = z.object({ broadcastId: addressIdSchema })

const OWNERS_AND_STAFF = ['DJ', 'MODERATOR', 'ADMIN'] as const

export const createPoll = endpoint({
  method: 'POST',
  path: '/api/polls',
  summary: 'Draft a poll for a broadcast',
  access: OWNERS_AND_STAFF,
  status: 201,
  body: pollBodySchema,
  reply: pollSchema,
  refusals: ['NOT_FOUND', 'WRONG_STATE'],
})
export const listPolls = endpoint({
  method: 'GET',
  path: '/api/polls/broadcast/:broadcastId',
  summary: "A broadcast's polls, newest first; drafts for staff and its DJ only",
  access: 'public',
  status: 200,
  params: broadcastParams,
  reply: z.array(pollSchema),
})
export const activePoll = endpoint({
  method: 'GET',
  path: '/api/polls/broadcast/:broadcastId/active',
  summary: 'The poll that is open, or null',
  access: 'public',
  status: 200,
  params: broadcastParams,
  reply: z.nullable(pollSchema),
})
export const getPoll = endpoint({
  method: 'GET',
  path: '/api/polls/:id',
  summary: 'One poll',
  access: 'public',
  status: 200,
  params: idParams,
  reply: pollSchema,
})
export const votePoll = endpoint({
  method: 'POST',
  path: '/api/polls/:id/vote',
  summary: 'Vote, once per person',
  access: 'signed-in',
  status: 200,
  params: idParams,
  body: voteBodySchema,
  reply: pollSchema,
  refusals: ['ALREADY_VOTED', 'POLL_CLOSED'],
})
export const pollResults = endpoint({
  method: 'GET',
  path: '/api/polls/:id/results',
  summary: 'Results so far, or final',
  access: 'public',
  status: 200,
  params: idParams,
  reply: pollResultsSchema,
})
export const hasVoted = endpoint({
  method: 'GET',
  path: '/api/polls/:id/has-voted',
  summary: 'Whether you have voted',
  access: 'signed-in',
  status: 200,
  params: idParams,
  reply: z.boolean(),
})
export const userVote = endpoint({
  method: 'GET',
  path: '/api/polls/:id/user-vote',
  summary: 'The id of your choice, or null',
  access: 'signed-in',
  status: 200,
  params: idParams,
  reply: z.nullable(idSchema),
})
export const showPoll = endpoint({
  method: 'POST',
  path: '/api/polls/:id/show',
  summary: 'Open a draft to votes; the one that was open ends',
  access: OWNERS_AND_STAFF,
  status: 200,
  params: idParams,
  reply: pollSchema,
  refusals: ['WRONG_STATE', 'NOT_LIVE'],
})
export const endPoll = endpoint({
  method: 'POST',
  path: '/api/polls/:id/end',
  summary: 'Close a poll to votes',
  access: OWNERS_AND_STAFF,
  status: 200,
  params: idParams,
  reply: pollSchema,
  refusals: ['WRONG_STATE'],
})
export const deletePoll = endpoint({
  method: 'DELETE',
  path: '/api/polls/:id',
  summary: 'Delete a poll and its votes',
  access: OWNERS_AND_STAFF,
  status: 204,
  params: idParams,
  reply: z.null(),
})

export const pollEndpoints = {
  createPoll,
  listPolls,
  activePoll,
  getPoll,
  votePoll,
  pollResults,
  hasVoted,
  userVote,
  showPoll,
  endPoll,
  deletePoll,
}
