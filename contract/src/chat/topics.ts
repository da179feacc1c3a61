import { z } from 'zod/mini'
import { chatMessageSchema } from './schemas.ts'

/** Messages of `/topic/broadcast/{id}/chat`. */
export const chatEventSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('CHAT_MESSAGE'), message: chatMessageSchema }),
  z.object({ type: z.literal('MESSAGE_DELETED'), id: z.int() }),
  z.object({ type: z.literal('SLOW_MODE'), enabled: z.boolean(), seconds: z.int() }),
])
export type ChatEvent = z.infer<typeof chatEventSchema>
