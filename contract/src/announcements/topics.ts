import { z } from 'zod/mini'
import { announcementSchema } from './schemas.ts'

/** Messages of `/topic/announcements/public`. */
export const announcementEventSchema = z.object({
  type: z.literal('ANNOUNCEMENT_PUBLISHED'),
  announcement: announcementSchema,
})
