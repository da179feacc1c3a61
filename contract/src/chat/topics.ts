import { z } from 'zod/mini'
import { chatMessageSchema, timeoutSchema } from './schemas.ts'

/** Messages of `/topic/broadcast/{id}/chat`. */
export const chatEventSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('CHAT_MESSAGE'), message: chatMessageSchema }),
  z.object({ type: z.literal('MESSAGE_DELETED'), id: z.int() }),
  z.object({ type: z.literal('SLOW_MODE'), enabled: z.boolean(), seconds: z.int() }),
])
export type ChatEvent = z.infer<typeof chatEventSchema>

/** Message on `/user/queue/notifications` to somebody who was given a timeout, or whose timeout was lifted. */
export const timeoutEventSchema = z.extend(timeoutSchema, { type: z.literal('CHAT_TIMEOUT') })
export type TimeoutEvent = z.infer<typeof timeoutEventSchema>
