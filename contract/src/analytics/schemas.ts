import { z } from 'zod/mini'
import { ACTIVITY_TYPES } from '../audit.ts'
import { broadcastSchema } from '../broadcasts/schemas.ts'
import { addressIdSchema, countSchema, idSchema, sizeSchema } from '../fields.ts'
import { dateSchema, instantSchema } from '../time.ts'

/** Lines of the audit log in a reply, unless the query says otherwise. */
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
  /** Only what was done to this person. */
  about: z.optional(addressIdSchema),
})
/** Ranges of days that can be compared with the ones before. */
export const RANGES = [7, 30, 90] as const
export const DEFAULT_RANGE = 30
export const POPULAR_LIMIT = 10
export const MAX_POPULAR_LIMIT = 50
export const MAX_SUMMARY_DAYS = 366
/** A group of fewer people is not shown as such to anybody but an ADMIN: they are counted as unknown. */
export const SMALLEST_GROUP = 5
/** A mean of nothing is 0, like every number of a station where nothing has happened yet. */
const meanSchema = z.number().check(z.minimum(0))

/** Of all shows, or with `days` of those that began within this many days. `averageDuration` is in minutes. */
export const broadcastStatsSchema = z.object({
  totalBroadcasts: countSchema,
  liveBroadcasts: countSchema,
  upcomingBroadcasts: countSchema,
  completedBroadcasts: countSchema,
  averageDuration: meanSchema,
})
export type BroadcastStats = z.infer<typeof broadcastStatsSchema>

/** `newUsersThisMonth` counts accounts since the first of the month, by the calendar of the station's zone. */
export const userStatsSchema = z.object({
  totalUsers: countSchema,
  listeners: countSchema,
  djs: countSchema,
  admins: countSchema,
  moderators: countSchema,
  newUsersThisMonth: countSchema,
})
export type UserStats = z.infer<typeof userStatsSchema>

/** Totals are of all shows; averages are over ENDED ones. */
export const engagementStatsSchema = z.object({
  totalSongRequests: countSchema,
  averageRequestsPerBroadcast: meanSchema,
  totalChatMessages: countSchema,
  averageMessagesPerBroadcast: meanSchema,
})
export type EngagementStats = z.infer<typeof engagementStatsSchema>

export const realtimeStatsSchema = z.object({
  currentListeners: countSchema,
  streamLive: z.boolean(),
  serverStatus: z.enum(['UP', 'DOWN']),
  lastUpdated: instantSchema,
})
export type RealtimeStats = z.infer<typeof realtimeStatsSchema>

/** Ages are of today in the station's zone; `unknown` are those who did not say, and who are too few to be a group. */
export const demographicsSchema = z.object({
  ageGroups: z.object({
    teens: countSchema,
    youngAdults: countSchema,
    adults: countSchema,
    middleAged: countSchema,
    seniors: countSchema,
    unknown: countSchema,
  }),
  gender: z.object({ male: countSchema, female: countSchema, other: countSchema, unknown: countSchema }),
  totalUsers: countSchema,
  usersWithBirthdate: countSchema,
  usersWithGender: countSchema,
  lastUpdated: instantSchema,
})
export type Demographics = z.infer<typeof demographicsSchema>

/** A show with what came of it. Minutes are of listening, of all listeners together. */
export const detailedBroadcastSchema = z.object({
  broadcast: broadcastSchema,
  durationMinutes: meanSchema,
  averageListeners: meanSchema,
  listeningMinutes: meanSchema,
  chatMessages: countSchema,
  songRequests: countSchema,
  pollVotes: countSchema,
})
export type DetailedBroadcast = z.infer<typeof detailedBroadcastSchema>

export const SHOW_EVENT_TYPES = [
  'STARTED',
  'SOURCE_LOST',
  'SOURCE_RECOVERED',
  'SILENCE',
  'DEAD_AIR',
  'SOUND_BACK',
  'ENDED',
] as const
/** A moment of a show's timeline. */
export const showEventSchema = z.object({ type: z.enum(SHOW_EVENT_TYPES), at: instantSchema })
export type ShowEvent = z.infer<typeof showEventSchema>

/** Everything stored about one show. `curve` has one point a minute at most; `averageListeningMinutes` is per listener. */
export const broadcastReportSchema = z.extend(detailedBroadcastSchema, {
  currentListeners: countSchema,
  peakListeners: countSchema,
  totalListeners: countSchema,
  averageListeningMinutes: meanSchema,
  polls: countSchema,
  curve: z.array(z.object({ at: instantSchema, listeners: countSchema, peak: countSchema })),
  events: z.array(showEventSchema),
})
export type BroadcastReport = z.infer<typeof broadcastReportSchema>

/** The numbers of a range of days. */
export const periodSchema = z.object({
  broadcasts: countSchema,
  averageDuration: meanSchema,
  songRequests: countSchema,
  requestsPerBroadcast: meanSchema,
  chatMessages: countSchema,
  messagesPerBroadcast: meanSchema,
  peakListeners: countSchema,
  listeningMinutes: meanSchema,
})
export type Period = z.infer<typeof periodSchema>

/** A range of days, the same number of days before it, and each day of the range by the station's calendar. */
export const summarySchema = z.object({
  days: z.int(),
  current: periodSchema,
  previous: periodSchema,
  perDay: z.array(
    z.object({
      day: dateSchema,
      broadcasts: countSchema,
      chatMessages: countSchema,
      songRequests: countSchema,
      peakListeners: countSchema,
      listeningMinutes: meanSchema,
    }),
  ),
  lastUpdated: instantSchema,
})
export type Summary = z.infer<typeof summarySchema>

/** Whether the numbers can be had, and how fresh what they are made of is. */
export const analyticsHealthSchema = z.object({
  healthy: z.boolean(),
  databaseMs: z.number(),
  lastSampleAt: z.nullable(instantSchema),
  lastUpdated: instantSchema,
})
export type AnalyticsHealth = z.infer<typeof analyticsHealthSchema>
