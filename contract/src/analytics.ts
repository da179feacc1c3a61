import { z } from 'zod/mini'
import { ACTIVITY_TYPES } from './auth.ts'
import { endpoint } from './endpoint.ts'
import { idSchema, sizeSchema } from './fields.ts'
import { instantSchema } from './time.ts'

/** How many lines of the audit log come unless told. */
export const ACTIVITY_LIMIT = 50
/** A greater `limit` is lowered to this, not refused. */
export const MAX_ACTIVITY_LIMIT = 200

const activityTypeSchema = z.enum(ACTIVITY_TYPES)

/** One line of the audit log. `user` is null when the station itself did it; only staff are told the e-mail. */
export const activitySchema = z.object({
  id: idSchema,
  activityType: activityTypeSchema,
  description: z.string(),
  timestamp: instantSchema,
  user: z.nullable(z.object({ email: z.nullable(z.string()), name: z.string() })),
})
export type Activity = z.infer<typeof activitySchema>

/** Counts of today, this week (from Monday) and this month, by the calendar of the station's zone. */
export const activityReportSchema = z.object({
  recentActivities: z.array(activitySchema),
  todayActivities: z.int(),
  weekActivities: z.int(),
  monthActivities: z.int(),
})
export type ActivityReport = z.infer<typeof activityReportSchema>

const typesTextSchema = z.pipe(
  z.string().check(z.maxLength(1000)),
  z.transform((text) => text.split(',')),
)

/** `types` are kinds of activity with commas between: `CHAT_DELETE,USER_BAN`. */
export const activityQuerySchema = z.object({
  limit: sizeSchema(ACTIVITY_LIMIT, MAX_ACTIVITY_LIMIT),
  types: z.optional(z.pipe(typesTextSchema, z.array(activityTypeSchema))),
})

export const getActivity = endpoint({
  method: 'GET',
  path: '/api/analytics/activity',
  summary: 'What people did here: the newest lines of the audit log, newest first, and how many there are',
  access: ['DJ', 'MODERATOR', 'ADMIN'],
  status: 200,
  query: activityQuerySchema,
  reply: activityReportSchema,
})

export const analyticsEndpoints = { getActivity }
