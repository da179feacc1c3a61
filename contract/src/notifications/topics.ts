import { z } from 'zod/mini'
import { countSchema } from '../fields.ts'
import { notificationSchema } from './schemas.ts'

/** Messages of `/user/queue/notifications` beside SESSION_ENDED and SONG_REQUEST_UPDATED. */
export const notificationEventSchema = z.object({
  type: z.literal('NOTIFICATION'),
  notification: notificationSchema,
  unreadCount: countSchema,
})
