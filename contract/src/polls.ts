import { z } from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { addressIdSchema, countSchema, idParams, idSchema, lineSchema } from './fields.ts'
import { personSchema } from './roles.ts'
import { instantSchema } from './time.ts'

export const POLL_STATUSES = ['DRAFT', 'ACTIVE', 'ENDED'] as const
export const MIN_POLL_OPTIONS = 2
export const MAX_POLL_OPTIONS = 10
/** How long an ended poll stays on the screens, marked final. */
export const FINAL_POLL_SECONDS = 60
/** The poll websocket: the same events as the poll topic. */
export const POLL_SOCKET_PATH = '/ws/polls/:broadcastId'

const broadcastParams = z.object({ broadcastId: addressIdSchema })

/** `hasVoted` and `userVote` (an option's id) are the asking person's; in events they are false and null. */
export const pollSchema = z.object({
  id: idSchema,
  broadcastId: idSchema,
  question: z.string(),
  options: z.array(z.object({ id: idSchema, text: z.string(), votes: countSchema })),
  status: z.enum(POLL_STATUSES),
  totalVotes: countSchema,
  createdBy: personSchema,
  createdAt: instantSchema,
  endedAt: z.nullable(instantSchema),
  hasVoted: z.boolean(),
  userVote: z.nullable(idSchema),
})
export type Poll = z.infer<typeof pollSchema>

/** `percentage` has one decimal; the sum may be off by rounding. */
export const pollResultsSchema = z.object({
  id: idSchema,
  question: z.string(),
  status: z.enum(POLL_STATUSES),
  totalVotes: countSchema,
  options: z.array(
    z.object({
      id: idSchema,
      text: z.string(),
      votes: countSchema,
      percentage: z.number().check(z.minimum(0), z.maximum(100)),
    }),
  ),
})
export type PollResults = z.infer<typeof pollResultsSchema>

const optionSchema = lineSchema(80, 'Please enter an answer')
export const pollBodySchema = z.object({
  broadcastId: idSchema,
  question: lineSchema(200, 'Please enter a question'),
  options: z
    .array(optionSchema)
    .check(
      z.minLength(MIN_POLL_OPTIONS, 'At least two answers'),
      z.maxLength(MAX_POLL_OPTIONS, 'At most ten answers'),
      z.refine(areDistinct, 'Each answer must be different'),
    ),
})
export type PollBody = z.output<typeof pollBodySchema>
export const voteBodySchema = z.object({ optionId: idSchema })

/** What the poll topic and the poll websocket carry. */
export const pollEventSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('POLL_SHOWN'), poll: pollSchema }),
  z.object({ type: z.literal('POLL_ENDED'), poll: pollSchema }),
  z.object({ type: z.literal('POLL_RESULTS'), results: pollResultsSchema }),
  z.object({ type: z.literal('POLL_DELETED'), id: z.int() }),
])
export type PollEvent = z.infer<typeof pollEventSchema>

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
  summary: 'Whether one has voted',
  access: 'signed-in',
  status: 200,
  params: idParams,
  reply: z.boolean(),
})
export const userVote = endpoint({
  method: 'GET',
  path: '/api/polls/:id/user-vote',
  summary: "The id of one's own choice, or null",
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
  summary: 'Remove a poll and its votes from sight',
  access: OWNERS_AND_STAFF,
  status: 204,
  params: idParams,
  reply: z.null(),
})

/** Two answers that differ only in case are one. */
function areDistinct(options: readonly string[]): boolean {
  return new Set(options.map((text) => text.toLowerCase())).size === options.length
}

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
