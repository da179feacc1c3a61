import { z } from 'zod/mini'
import { idSchema } from '../fields.ts'
import { instantSchema } from '../time.ts'
import { broadcastSchema } from './schemas.ts'

/** Messages of `/topic/broadcast/{id}`. */
export const broadcastEventSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('BROADCAST_STARTED'), broadcast: broadcastSchema }),
  z.object({ type: z.literal('BROADCAST_UPDATED'), broadcast: broadcastSchema }),
  z.object({ type: z.literal('BROADCAST_ENDED'), broadcast: broadcastSchema }),
  z.object({ type: z.literal('SOURCE_LOST') }),
  z.object({ type: z.literal('SOURCE_RECOVERED') }),
  /** The DJ of `broadcastId` stands by for the live broadcast, or does so no more. On the topics of both. */
  z.object({ type: z.literal('STAND_BY'), broadcastId: idSchema, isStandingBy: z.boolean() }),
  /** The live broadcast hands over to `to` at that time; both are null when that was taken back. On the topics of both. */
  z.object({
    type: z.literal('HAND_OVER_PLANNED'),
    from: idSchema,
    to: z.nullable(idSchema),
    at: z.nullable(instantSchema),
  }),
  /** `to` is on air in the place of `from`, whose end is published after it. On the topics of both. */
  z.object({ type: z.literal('HANDED_OVER'), from: idSchema, to: idSchema }),
  z.object({ type: z.literal('LISTENER_COUNT'), listenerCount: z.int(), peakListenerCount: z.int() }),
])
export type BroadcastEvent = z.infer<typeof broadcastEventSchema>

/** Messages of `/topic/broadcast/live`. */
export const liveChangedSchema = z.object({
  type: z.literal('LIVE_CHANGED'),
  broadcast: z.nullable(broadcastSchema),
})
