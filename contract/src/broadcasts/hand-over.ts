import { z } from 'zod/mini'
import { MINUTE_MS } from '../durations.ts'
import { endpoint } from '../endpoint.ts'
import { idParams, idSchema } from '../fields.ts'
import { BROADCASTERS, personSchema } from '../roles.ts'
import { instantSchema, localDateTimeSchema, sentInstantSchema } from '../time.ts'
import { broadcastSchema } from './schemas.ts'

/** A DJ may stand by so long before the planned start. */
export const STAND_BY_EARLIEST_MS = 30 * MINUTE_MS
/** A waiting room is closed after so long. */
export const STAND_BY_LIMIT_MS = 60 * MINUTE_MS
/** After a hand-over the DJ before stays connected so long: when the new one's sound is lost, theirs is on the air. */
export const STAND_IN_MS = 10_000
/** A planned hand-over waits so long for a DJ who is late; then it is made by hand. */
export const LATE_LIMIT_MS = 10_000

/** The show to hand over to, and when; `at` null or absent is now. */
export const handOverBodySchema = z.object({
  to: idSchema,
  at: z.optional(z.nullable(sentInstantSchema)),
})
export type HandOverBody = z.output<typeof handOverBodySchema>

/** Show that follows the one on air: the planned one, else the one that stands by, else the next of the schedule. */
export const nextShowSchema = z.object({
  id: idSchema,
  title: z.string(),
  dj: personSchema,
  scheduledStart: localDateTimeSchema,
  /** Null while its DJ does not stand by. */
  standingBySince: z.nullable(instantSchema),
  /** Its sound arrives at the station: it can go on the air. */
  isReady: z.boolean(),
})
export type NextShow = z.infer<typeof nextShowSchema>

/** State of the hand-over of the live broadcast. `at` is null while none is planned, or it is made by hand. */
export const handOverSchema = z.object({
  next: z.nullable(nextShowSchema),
  at: z.nullable(instantSchema),
})
export type HandOver = z.infer<typeof handOverSchema>

export const getHandOver = endpoint({
  method: 'GET',
  path: '/api/broadcasts/:id/hand-over',
  summary: 'The show that follows a live broadcast, whether its DJ stands by, and when it takes over',
  access: ['DJ', 'MODERATOR', 'ADMIN'],
  status: 200,
  params: idParams,
  reply: handOverSchema,
})
export const standBy = endpoint({
  method: 'POST',
  path: '/api/broadcasts/:id/stand-by',
  summary:
    'Wait on a private mount to take over from the live broadcast, from 30 min before the planned start',
  access: BROADCASTERS,
  status: 200,
  params: idParams,
  reply: broadcastSchema,
  refusals: ['WRONG_STATE', 'MEDIA_AWAY'],
})
export const handOver = endpoint({
  method: 'POST',
  path: '/api/broadcasts/:id/hand-over',
  summary: 'Hand the air over to a show, now or at a time; answers with the broadcast that had it',
  access: ['DJ', 'MODERATOR', 'ADMIN'],
  status: 200,
  params: idParams,
  body: handOverBodySchema,
  reply: broadcastSchema,
  refusals: ['WRONG_STATE', 'MEDIA_AWAY'],
})
export const cancelHandOver = endpoint({
  method: 'POST',
  path: '/api/broadcasts/:id/hand-over/cancel',
  summary: 'Take back a planned hand-over; who stands by goes on standing by',
  access: ['DJ', 'MODERATOR', 'ADMIN'],
  status: 200,
  params: idParams,
  reply: broadcastSchema,
  refusals: ['WRONG_STATE'],
})

export const handOverEndpoints = { getHandOver, standBy, handOver, cancelHandOver }
