import { z } from 'zod/mini'
import { HOUR_MS } from '../durations.ts'
import { endpoint } from '../endpoint.ts'
import { countSchema, idParams, idSchema } from '../fields.ts'
import { personSchema, STAFF } from '../roles.ts'
import { instantSchema, plannedTimeSchema, sentInstantSchema } from '../time.ts'

/** A longer recording is not played again. */
export const MAX_REPLAY_MS = 12 * HOUR_MS
/** Replays that are still to come; more cannot be planned. */
export const MAX_PLANNED_REPLAYS = 500
/** Recordings to choose from, and replays of one answer. */
export const MAX_LISTED_REPLAYS = 500
/** Replays that one person may plan. */
export const REPLAY_RATE = { limit: 300, windowMs: 10 * 60_000 }

/** A recording that goes out again at a time; `id` is that of the plan, `broadcastId` that of the show. */
export const plannedReplaySchema = z.object({
  id: idSchema,
  broadcastId: idSchema,
  title: z.string(),
  /** DJ of the show. */
  dj: personSchema,
  firstAiredAt: instantSchema,
  startsAt: instantSchema,
  endsAt: instantSchema,
})
export type PlannedReplay = z.infer<typeof plannedReplaySchema>

/** A recording of which a replay can be planned. */
export const replayableSchema = z.object({
  broadcastId: idSchema,
  title: z.string(),
  dj: personSchema,
  firstAiredAt: instantSchema,
  durationMs: countSchema,
})
export type Replayable = z.infer<typeof replayableSchema>

export const planReplayBodySchema = z.object({
  broadcastId: idSchema,
  /** Wall clock of the station. */
  startsAt: plannedTimeSchema,
})

export const listReplays = endpoint({
  method: 'GET',
  path: '/api/playout/replays',
  summary:
    'Planned replays, next first: those that are not over, or that sound between `from` and `until`; none while the station is silent between shows',
  access: 'public',
  status: 200,
  query: z.object({ from: z.optional(sentInstantSchema), until: z.optional(sentInstantSchema) }),
  reply: z.array(plannedReplaySchema),
})
export const listReplayable = endpoint({
  method: 'GET',
  path: '/api/playout/recordings',
  summary: 'Recordings of which a replay can be planned, newest first',
  access: STAFF,
  status: 200,
  reply: z.array(replayableSchema),
})
export const planReplay = endpoint({
  method: 'POST',
  path: '/api/playout/replays',
  summary: 'Plan a replay of a public recording',
  access: STAFF,
  rate: REPLAY_RATE,
  status: 201,
  body: planReplayBodySchema,
  reply: plannedReplaySchema,
  refusals: ['NOT_REPLAYABLE', 'TIME_TAKEN', 'PLAYOUT_OFF', 'TOO_MANY_PLANNED'],
})
export const deleteReplay = endpoint({
  method: 'DELETE',
  path: '/api/playout/replays/:id',
  summary: 'Take a planned replay back; one that plays is cut',
  access: STAFF,
  status: 204,
  params: idParams,
  reply: z.null(),
})

export const replayEndpoints = { listReplays, listReplayable, planReplay, deleteReplay }
