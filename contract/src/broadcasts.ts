import { z } from 'zod/mini'
import { endpoint } from './endpoint.ts'
import type { ErrorCode } from './errors.ts'
import { countSchema, idParams, idSchema, lineSchema, writtenSchema } from './fields.ts'
import { pageOf, pageQuery } from './page.ts'
import { BROADCASTERS, personSchema } from './roles.ts'
import { streamHealthSchema } from './stream.ts'
import { instantSchema, localDateTimeSchema, plannedTimeSchema, sentInstantSchema } from './time.ts'

export const BROADCAST_STATUSES = ['SCHEDULED', 'TESTING', 'LIVE', 'ENDED'] as const
export const END_REASONS = ['ENDED_BY_DJ', 'ENDED_BY_STAFF', 'SOURCE_LOST'] as const
export const DEFAULT_START_OFFSET_MS = 30_000
export const DEFAULT_DURATION_MS = 2 * 60 * 60_000
export const TEST_LIMIT_MS = 15 * 60_000
export const HISTORY_DAYS = 30
export const MAX_SLOW_MODE_SECONDS = 3600

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
})
export type Broadcast = z.infer<typeof broadcastSchema>

/** What `/topic/broadcast/{id}` carries. */
export const broadcastEventSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('BROADCAST_STARTED'), broadcast: broadcastSchema }),
  z.object({ type: z.literal('BROADCAST_UPDATED'), broadcast: broadcastSchema }),
  z.object({ type: z.literal('BROADCAST_ENDED'), broadcast: broadcastSchema }),
  z.object({ type: z.literal('SOURCE_LOST') }),
  z.object({ type: z.literal('SOURCE_RECOVERED') }),
  z.object({ type: z.literal('LISTENER_COUNT'), listenerCount: z.int(), peakListenerCount: z.int() }),
])
export type BroadcastEvent = z.infer<typeof broadcastEventSchema>

/** What `/topic/broadcast/live` carries. */
export const liveChangedSchema = z.object({
  type: z.literal('LIVE_CHANGED'),
  broadcast: z.nullable(broadcastSchema),
})

const titleSchema = lineSchema(255, 'Please enter a title')
const descriptionSchema = writtenSchema(2000)

export const createBodySchema = z.object({
  title: titleSchema,
  description: z._default(descriptionSchema, ''),
  scheduledStart: z.optional(plannedTimeSchema),
  scheduledEnd: z.optional(plannedTimeSchema),
})
export const scheduleBodySchema = z.required(createBodySchema, { scheduledStart: true, scheduledEnd: true })
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
export type CreateBody = z.output<typeof createBodySchema>
export type ScheduleBody = z.output<typeof scheduleBodySchema>
export type UpdateBody = z.output<typeof updateBodySchema>
export type SlowModeBody = z.output<typeof slowModeBodySchema>

export const testReportSchema = z.object({
  ok: z.boolean(),
  checks: z.array(z.object({ name: z.string(), ok: z.boolean(), ms: z.number(), message: z.string() })),
})
export type TestReport = z.infer<typeof testReportSchema>

/** One of several actions on a broadcast that answer with it: start, start-test, end. */
function action<const Path extends string>(
  path: Path,
  summary: string,
  access: typeof BROADCASTERS | readonly ['DJ', 'MODERATOR', 'ADMIN'],
  refusals: readonly ErrorCode[] = [],
) {
  return endpoint({
    method: 'POST',
    path,
    summary,
    access,
    status: 200,
    params: idParams,
    reply: broadcastSchema,
    refusals: ['WRONG_STATE', ...refusals],
  })
}

export const listBroadcasts = endpoint({
  method: 'GET',
  path: '/api/broadcasts',
  summary:
    'Every broadcast, newest first; `from` and `until` keep those that are planned to begin between them',
  access: 'public',
  status: 200,
  query: z.extend(pageQuery(20), {
    from: z.optional(sentInstantSchema),
    until: z.optional(sentInstantSchema),
  }),
  reply: pageOf(broadcastSchema),
})
/** A semester of shows, and then some. */
const PLANNING_RATE = { limit: 300, windowMs: 10 * 60_000 }

export const createBroadcast = endpoint({
  method: 'POST',
  path: '/api/broadcasts',
  summary: 'Create a broadcast; without times it starts in 30 s and ends 2 h later',
  access: BROADCASTERS,
  rate: PLANNING_RATE,
  status: 201,
  body: createBodySchema,
  reply: broadcastSchema,
})
export const scheduleBroadcast = endpoint({
  method: 'POST',
  path: '/api/broadcasts/schedule',
  summary: 'Schedule a broadcast: times required, in the future, end after start',
  access: BROADCASTERS,
  rate: PLANNING_RATE,
  status: 201,
  body: scheduleBodySchema,
  reply: broadcastSchema,
})
export const getBroadcast = endpoint({
  method: 'GET',
  path: '/api/broadcasts/:id',
  summary: 'One broadcast',
  access: 'public',
  status: 200,
  params: idParams,
  reply: broadcastSchema,
})
export const updateBroadcast = endpoint({
  method: 'PUT',
  path: '/api/broadcasts/:id',
  summary: 'Change title, description or times',
  access: BROADCASTERS,
  status: 200,
  params: idParams,
  body: updateBodySchema,
  reply: broadcastSchema,
  refusals: ['WRONG_STATE'],
})
export const deleteBroadcast = endpoint({
  method: 'DELETE',
  path: '/api/broadcasts/:id',
  summary: 'Cancel a scheduled broadcast',
  access: BROADCASTERS,
  status: 204,
  params: idParams,
  reply: z.null(),
  refusals: ['WRONG_STATE'],
})
export const startBroadcast = action('/api/broadcasts/:id/start', 'Go live', BROADCASTERS, [
  'ALREADY_LIVE',
  'MEDIA_AWAY',
])
export const startTest = action(
  '/api/broadcasts/:id/start-test',
  'Rehearse on a private mount',
  BROADCASTERS,
  ['MEDIA_AWAY', 'TOO_MANY_REQUESTS'],
)
export const endBroadcast = action('/api/broadcasts/:id/end', 'End the broadcast or its test', [
  'DJ',
  'MODERATOR',
  'ADMIN',
])
export const testBroadcast = endpoint({
  method: 'POST',
  path: '/api/broadcasts/:id/test',
  summary: 'Check everything a broadcast needs, changing nothing',
  access: BROADCASTERS,
  status: 200,
  params: idParams,
  reply: testReportSchema,
})
export const setSlowMode = endpoint({
  method: 'PUT',
  path: '/api/broadcasts/:id/slowmode',
  summary: 'Set the slow mode of the chat',
  access: ['DJ', 'MODERATOR', 'ADMIN'],
  status: 200,
  params: idParams,
  body: slowModeBodySchema,
  reply: broadcastSchema,
  refusals: ['WRONG_STATE'],
})
export const upcomingBroadcasts = endpoint({
  method: 'GET',
  path: '/api/broadcasts/upcoming',
  summary: 'Scheduled broadcasts, next first',
  access: 'public',
  status: 200,
  reply: z.array(broadcastSchema),
})
export const liveBroadcasts = endpoint({
  method: 'GET',
  path: '/api/broadcasts/live',
  summary: 'What is on air; the first element is the active one',
  access: 'public',
  status: 200,
  reply: z.array(broadcastSchema),
})
export const liveHealth = endpoint({
  method: 'GET',
  path: '/api/broadcasts/live/health',
  summary: 'Health of the live stream',
  access: 'public',
  status: 200,
  reply: streamHealthSchema,
})
export const broadcastHistory = endpoint({
  method: 'GET',
  path: '/api/broadcasts/history',
  summary: 'Broadcasts of the last days, newest first',
  access: ['DJ', 'MODERATOR', 'ADMIN'],
  status: 200,
  query: z.extend(pageQuery(20), {
    days: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(3650)), HISTORY_DAYS),
  }),
  reply: pageOf(broadcastSchema),
})

export const broadcastEndpoints = {
  listBroadcasts,
  createBroadcast,
  scheduleBroadcast,
  getBroadcast,
  updateBroadcast,
  deleteBroadcast,
  startBroadcast,
  startTest,
  endBroadcast,
  testBroadcast,
  setSlowMode,
  upcomingBroadcasts,
  liveBroadcasts,
  liveHealth,
  broadcastHistory,
}

/** iCalendar (RFC 5545) of what is scheduled: all of it as a feed, and one show. */
export const CALENDAR_PATHS = {
  feed: '/api/broadcasts/calendar.ics',
  show: '/api/broadcasts/:id/calendar.ics',
} as const
/** Of `CALENDAR_PATHS.show`. */
export const calendarShowParams = idParams
