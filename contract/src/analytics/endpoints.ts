import { z } from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { idParams, sizeSchema } from '../fields.ts'
import { pageOf, pageQuery } from '../page.ts'
import {
  activityQuerySchema,
  activityReportSchema,
  analyticsHealthSchema,
  broadcastReportSchema,
  broadcastStatsSchema,
  DEFAULT_RANGE,
  demographicsSchema,
  detailedBroadcastSchema,
  engagementStatsSchema,
  MAX_POPULAR_LIMIT,
  MAX_SUMMARY_DAYS,
  POPULAR_LIMIT,
  realtimeStatsSchema,
  summarySchema,
  userStatsSchema,
} from './schemas.ts'

export const getActivity = endpoint({
  method: 'GET',
  path: '/api/analytics/activity',
  summary: 'The audit log, newest first, with its total',
  access: ['DJ', 'MODERATOR', 'ADMIN'],
  status: 200,
  query: activityQuerySchema,
  reply: activityReportSchema,
  rows: ['recentActivities'],
})

/** Readers of numbers about shows; those about people are the ADMIN's. */
const READERS = ['DJ', 'MODERATOR', 'ADMIN'] as const

const daysSchema = z.coerce.number().check(z.int(), z.minimum(1), z.maximum(3650))
const rangeQuery = z.object({ days: z.optional(daysSchema) })

/** One of several calls that give numbers and take a range of days. */
function numbers<const Path extends string, Reply extends z.ZodMiniType>(
  path: Path,
  summary: string,
  reply: Reply,
) {
  return endpoint({ method: 'GET', path, summary, access: READERS, status: 200, query: rangeQuery, reply })
}

export const getBroadcastStats = numbers(
  '/api/analytics/broadcasts',
  'How many shows there are, and how long they last',
  broadcastStatsSchema,
)
export const getEngagementStats = numbers(
  '/api/analytics/engagement',
  'Chat and song request counts',
  engagementStatsSchema,
)
export const getUserStats = endpoint({
  method: 'GET',
  path: '/api/analytics/users',
  summary: 'How many people have an account',
  access: ['ADMIN'],
  status: 200,
  reply: userStatsSchema,
})
export const getRealtimeStats = endpoint({
  method: 'GET',
  path: '/api/analytics/realtime',
  summary: 'What is true right now',
  access: READERS,
  status: 200,
  reply: realtimeStatsSchema,
})
export const getDemographics = endpoint({
  method: 'GET',
  path: '/api/analytics/demographics',
  summary: 'Who has an account, by age and gender',
  access: READERS,
  status: 200,
  reply: demographicsSchema,
})
export const getPopularBroadcasts = endpoint({
  method: 'GET',
  path: '/api/analytics/popular-broadcasts',
  summary: 'The shows with the most listening time in total',
  access: READERS,
  status: 200,
  query: z.extend(rangeQuery, { limit: sizeSchema(POPULAR_LIMIT, MAX_POPULAR_LIMIT) }),
  reply: z.array(detailedBroadcastSchema),
})
export const getSummary = endpoint({
  method: 'GET',
  path: '/api/analytics/summary',
  summary: 'A range of days, beside the days before it and day by day',
  access: READERS,
  status: 200,
  query: z.object({ days: z._default(daysSchema.check(z.maximum(MAX_SUMMARY_DAYS)), DEFAULT_RANGE) }),
  reply: summarySchema,
})
export const getAnalyticsHealth = endpoint({
  method: 'GET',
  path: '/api/analytics/health',
  summary: 'Whether analytics are available',
  access: READERS,
  status: 200,
  reply: analyticsHealthSchema,
})
export const getBroadcastReport = endpoint({
  method: 'GET',
  path: '/api/analytics/broadcast/:id',
  summary: 'All numbers of one show, its listeners minute by minute, and what happened',
  access: READERS,
  status: 200,
  params: idParams,
  reply: broadcastReportSchema,
  rows: ['curve', 'events'],
})
/** The same at its other address. */
export const getBroadcastAnalytics = endpoint({
  ...getBroadcastReport,
  path: '/api/broadcasts/:id/analytics',
})
export const listDetailedBroadcasts = endpoint({
  method: 'GET',
  path: '/api/analytics/broadcasts/detailed',
  summary: 'Shows with their numbers, newest first',
  access: READERS,
  status: 200,
  query: z.extend(pageQuery(20), { days: z.optional(daysSchema) }),
  reply: pageOf(detailedBroadcastSchema),
})

export const analyticsEndpoints = {
  getActivity,
  getBroadcastStats,
  getEngagementStats,
  getUserStats,
  getRealtimeStats,
  getDemographics,
  getPopularBroadcasts,
  getSummary,
  getAnalyticsHealth,
  getBroadcastReport,
  getBroadcastAnalytics,
  listDetailedBroadcasts,
}
