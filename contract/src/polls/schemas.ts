import { z } from 'zod/mini'
import { countSchema, idSchema, lineSchema } from '../fields.ts'
import { personSchema } from '../roles.ts'
import { instantSchema } from '../time.ts'

export const POLL_STATUSES = ['DRAFT', 'ACTIVE', 'ENDED'] as const
export const MIN_POLL_OPTIONS = 2
export const MAX_POLL_OPTIONS = 10
/** Seconds that an ended poll stays on the screens, marked final. */
export const FINAL_POLL_SECONDS = 60
/** The poll websocket: the same events as the poll topic. */
export const POLL_SOCKET_PATH = '/ws/polls/:broadcastId'

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

/** Two answers that differ only in case are one. */
function areDistinct(options: readonly string[]): boolean {
  return new Set(options.map((text) => text.toLowerCase())).size === options.length
}
