import {
  getActivity,
  getBroadcastStats,
  getDemographics,
  getEngagementStats,
  getPopularBroadcasts,
  getRealtimeStats,
  getSummary,
  getUserStats,
} from '@carillon/contract/analytics/endpoints'
import { MAX_ACTIVITY_LIMIT, MAX_POPULAR_LIMIT } from '@carillon/contract/analytics/schemas'
import type { Role } from '@carillon/contract/roles'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCall } from '../../../session/session.ts'

const OVERVIEW_KEY = ['analytics', 'overview'] as const
const DEMOGRAPHICS_KEY = [...OVERVIEW_KEY, 'demographics'] as const
/** Interval between looks at the present listeners. */
const REALTIME_MS = 15_000

/** Everything the page is made of. Each part is asked for by itself: one that fails leaves the others standing. */
export function useOverview(days: number, role: Role) {
  const call = useCall()
  const parts = {
    summary: useQuery({
      queryKey: [...OVERVIEW_KEY, 'summary', days],
      queryFn: ({ signal }) => call(getSummary, { query: { days }, signal }),
    }),
    popular: useQuery({
      queryKey: [...OVERVIEW_KEY, 'popular', days],
      queryFn: ({ signal }) =>
        call(getPopularBroadcasts, { query: { days, limit: MAX_POPULAR_LIMIT }, signal }),
    }),
    broadcasts: useQuery({
      queryKey: [...OVERVIEW_KEY, 'broadcasts'],
      queryFn: ({ signal }) => call(getBroadcastStats, { query: {}, signal }),
    }),
    engagement: useQuery({
      queryKey: [...OVERVIEW_KEY, 'engagement'],
      queryFn: ({ signal }) => call(getEngagementStats, { query: {}, signal }),
    }),
    activity: useQuery({
      queryKey: [...OVERVIEW_KEY, 'activity'],
      queryFn: ({ signal }) => call(getActivity, { query: { limit: MAX_ACTIVITY_LIMIT }, signal }),
    }),
    demographics: useQuery({
      queryKey: DEMOGRAPHICS_KEY,
      queryFn: ({ signal }) => call(getDemographics, { signal }),
    }),
    realtime: useQuery({
      queryKey: [...OVERVIEW_KEY, 'realtime'],
      queryFn: ({ signal }) => call(getRealtimeStats, { signal }),
      refetchInterval: REALTIME_MS,
    }),
  }
  const users = useQuery({
    queryKey: [...OVERVIEW_KEY, 'users'],
    queryFn: ({ signal }) => call(getUserStats, { signal }),
    enabled: role === 'ADMIN',
  })
  const all = [...Object.values(parts), ...(role === 'ADMIN' ? [users] : [])]
  const { realtime: _, ...asked } = parts
  return {
    ...parts,
    users,
    /** Not for what is asked for by itself every few seconds. */
    isRefreshing: Object.values(asked).some(({ isFetching }) => isFetching),
    /** Nothing could be had at all. */
    hasFailed: all.every(({ data, errorUpdatedAt }) => data === undefined && errorUpdatedAt > 0),
  }
}

export type Overview = ReturnType<typeof useOverview>

/** Asks again: for everything, or for demographics alone. */
export function useRefresh() {
  const queries = useQueryClient()
  return {
    everything: () => void queries.refetchQueries({ queryKey: OVERVIEW_KEY, type: 'active' }),
    demographics: () => void queries.refetchQueries({ queryKey: DEMOGRAPHICS_KEY }),
  }
}
