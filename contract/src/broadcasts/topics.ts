import { z } from 'zod/mini'
import { broadcastSchema } from './schemas.ts'

/** Messages of `/topic/broadcast/{id}`. */
export const broadcastEventSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('BROADCAST_STARTED'), broadcast: broadcastSchema }),
  z.object({ type: z.literal('BROADCAST_UPDATED'), broadcast: broadcastSchema }),
  z.object({ type: z.literal('BROADCAST_ENDED'), broadcast: broadcastSchema }),
  z.object({ type: z.literal('SOURCE_LOST') }),
  z.object({ type: z.literal('SOURCE_RECOVERED') }),
  z.object({ type: z.literal('LISTENER_COUNT'), listenerCount: z.int(), peakListenerCount: z.int() }),
])
export type BroadcastEvent = z.infer<typeof broadcastEventSchema>

/** Messages of `/topic/broadcast/live`. */
export const liveChangedSchema = z.object({
  type: z.literal('LIVE_CHANGED'),
  broadcast: z.nullable(broadcastSchema),
})
