import { z } from 'zod/mini'
import { announcementSchema } from './schemas.ts'

/** What `/topic/announcements/public` carries. */
export const announcementEventSchema = z.object({
  type: z.literal('ANNOUNCEMENT_PUBLISHED'),
  announcement: announcementSchema,
})
