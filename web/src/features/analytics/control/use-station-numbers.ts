import {
  getBroadcastStats,
  getEngagementStats,
  getRealtimeStats,
  getUserStats,
} from '@carillon/contract/analytics/endpoints'
import { useQuery } from '@tanstack/react-query'
import { useCall } from '../../../session/session.ts'

const NUMBERS_KEY = ['analytics', 'control'] as const
/** While the page is in view: what is so now is asked for so often, and what grows slowly so often. */
const NOW_MS = 15_000
const COUNTS_MS = 60_000

/** The numbers of an ADMIN's tiles. Each is asked by itself: one that fails leaves the others standing. */
export function useStationNumbers() {
  const call = useCall()
  return {
    realtime: useQuery({
      queryKey: [...NUMBERS_KEY, 'realtime'],
      queryFn: ({ signal }) => call(getRealtimeStats, { signal }),
      refetchInterval: NOW_MS,
    }),
    users: useQuery({
      queryKey: [...NUMBERS_KEY, 'users'],
      queryFn: ({ signal }) => call(getUserStats, { signal }),
      refetchInterval: COUNTS_MS,
    }),
    broadcasts: useQuery({
      queryKey: [...NUMBERS_KEY, 'broadcasts'],
      queryFn: ({ signal }) => call(getBroadcastStats, { query: {}, signal }),
      refetchInterval: COUNTS_MS,
    }),
    engagement: useQuery({
      queryKey: [...NUMBERS_KEY, 'engagement'],
      queryFn: ({ signal }) => call(getEngagementStats, { query: {}, signal }),
      refetchInterval: COUNTS_MS,
    }),
  }
}

export type StationNumbers = ReturnType<typeof useStationNumbers>
