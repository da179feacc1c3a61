import { z } from 'zod/mini'
import { HOUR_MS } from '../durations.ts'
import { countSchema, idParams, idSchema, lineSchema, writtenSchema } from '../fields.ts'
import { personSchema } from '../roles.ts'
import { instantSchema, localDateTimeSchema, plannedTimeSchema } from '../time.ts'

export const BROADCAST_STATUSES = ['SCHEDULED', 'TESTING', 'LIVE', 'ENDED'] as const
export const END_REASONS = ['ENDED_BY_DJ', 'ENDED_BY_STAFF', 'SOURCE_LOST'] as const
export const DEFAULT_START_OFFSET_MS = 30_000
export const DEFAULT_DURATION_MS = 2 * HOUR_MS
export const TEST_LIMIT_MS = 15 * 60_000
export const HISTORY_DAYS = 30
export const MAX_SLOW_MODE_SECONDS = 3600
export const MAX_END_REASON_LENGTH = 280

/** Song that the DJ names as playing. An unknown artist is empty. */
export const nowPlayingSchema = z.object({
  title: z.string(),
  artist: z.string(),
  since: instantSchema,
})
export type NowPlaying = z.infer<typeof nowPlayingSchema>

export const broadcastSchema = z.object({
  id: idSchema,
  title: z.string(),
  description: z.string(),
  status: z.enum(BROADCAST_STATUSES),
  scheduledStart: localDateTimeSchema,
  scheduledEnd: localDateTimeSchema,
  actualStart: z.nullable(instantSchema),
  actualEnd: z.nullable(instantSchema),
  endReason: z.nullable(z.enum(END_REASONS)),
  createdBy: personSchema,
  startedBy: z.nullable(personSchema),
  slowModeEnabled: z.boolean(),
  slowModeSeconds: countSchema,
  listenerCount: countSchema,
  peakListeners: countSchema,
  totalInteractions: countSchema,
  /** Absolute; null when nothing sounds. A TESTING broadcast names its private mount. */
  streamUrl: z.nullable(z.string()),
  recordingUrl: z.nullable(z.string()),
  /** Null while the DJ says nothing, and off air; absent at stations of before. */
  nowPlaying: z.optional(z.nullable(nowPlayingSchema)),
  /** Since when its DJ stands by to take over; for its DJ and staff alone; absent otherwise. */
  standingBySince: z.optional(instantSchema),
  /** Person who ended it, and their reason; for its DJ and staff alone, absent for everybody else. */
  ending: z.optional(z.object({ by: personSchema, reason: z.nullable(z.string()) })),
})
export type Broadcast = z.infer<typeof broadcastSchema>

const titleSchema = lineSchema(255, 'Please enter a title')
const descriptionSchema = writtenSchema(2000)

const showBody = {
  title: titleSchema,
  description: z._default(descriptionSchema, ''),
  /** Whether anybody may hear its recording, or its DJ and staff alone. */
  isRecordingPublic: z._default(z.boolean(), true),
}
export const createBodySchema = z.object({
  ...showBody,
  scheduledStart: z.optional(plannedTimeSchema),
  scheduledEnd: z.optional(plannedTimeSchema),
  /** A draft, as for a test: on no list and announced to nobody until it goes on air. */
  unlisted: z._default(z.boolean(), false),
})
export const scheduleBodySchema = z.object({
  ...showBody,
  scheduledStart: plannedTimeSchema,
  scheduledEnd: plannedTimeSchema,
})
export const updateBodySchema = z.object({
  title: z.optional(titleSchema),
  description: z.optional(descriptionSchema),
  scheduledStart: z.optional(plannedTimeSchema),
  scheduledEnd: z.optional(plannedTimeSchema),
})
export const slowModeBodySchema = z.object({
  enabled: z.boolean(),
  seconds: countSchema.check(z.maximum(MAX_SLOW_MODE_SECONDS)),
})
/** Null: nothing is playing that has a name. */
export const nowPlayingBodySchema = z.object({
  title: z.nullable(lineSchema(120, 'Please enter a title')),
  artist: z._default(lineSchema(120), ''),
})
export type NowPlayingBody = z.output<typeof nowPlayingBodySchema>
/** Why a broadcast is ended, for its DJ and staff; the whole body may be left out. */
export const endBodySchema = z.optional(
  z.object({ reason: z.optional(writtenSchema(MAX_END_REASON_LENGTH)) }),
)
export type EndBody = z.output<typeof endBodySchema>
export type CreateBody = z.output<typeof createBodySchema>
export type ScheduleBody = z.output<typeof scheduleBodySchema>
export type UpdateBody = z.output<typeof updateBodySchema>
export type SlowModeBody = z.output<typeof slowModeBodySchema>

export const testReportSchema = z.object({
  ok: z.boolean(),
  checks: z.array(z.object({ name: z.string(), ok: z.boolean(), ms: z.number(), message: z.string() })),
})
export type TestReport = z.infer<typeof testReportSchema>

/** iCalendar (RFC 5545) of what is scheduled: all of it as a feed, and one show. */
export const CALENDAR_PATHS = {
  feed: '/api/broadcasts/calendar.ics',
  show: '/api/broadcasts/:id/calendar.ics',
} as const
/** Of `CALENDAR_PATHS.show`. */
export const calendarShowParams = idParams
