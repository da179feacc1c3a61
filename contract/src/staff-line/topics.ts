import { z } from 'zod/mini'
import { staffMessageSchema } from './schemas.ts'

/** Message on `/topic/broadcast/{id}/staff`. */
export const staffLineEventSchema = z.object({
  type: z.literal('STAFF_MESSAGE'),
  message: staffMessageSchema,
})
export type StaffLineEvent = z.infer<typeof staffLineEventSchema>
