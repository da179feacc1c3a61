import { getActivity } from '@carillon/contract/analytics/endpoints'
import type { ActivityType } from '@carillon/contract/audit'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { useCall } from '../../session/session.ts'

const ACTIVITY_KEY = ['analytics', 'activity'] as const
/** Time within which colleagues' activities reach an open page. */
const REFRESH_MS = 20_000
const LIMIT = 50
const ABOUT_LIMIT = 20

/** The newest lines of the audit log of these kinds, kept fresh. */
export function useActivity(types: readonly ActivityType[] | null) {
  const call = useCall()
  const narrowed = types && [...types].sort().join(',')
  return useQuery({
    queryKey: [...ACTIVITY_KEY, narrowed],
    queryFn: ({ signal }) =>
      call(getActivity, { query: { limit: LIMIT, ...(narrowed && { types: narrowed }) }, signal }),
    refetchInterval: REFRESH_MS,
  })
}

/** Loads the activities about one person, newest first. */
export function useActivityAbout(personId: number, types: readonly ActivityType[]) {
  const call = useCall()
  const query = { about: personId, types: types.join(','), limit: ABOUT_LIMIT }
  return useQuery({
    queryKey: [...ACTIVITY_KEY, 'about', personId, query.types],
    queryFn: ({ signal }) => call(getActivity, { query, signal }),
  })
}

/** Asks for the log again: something was just done. */
export function useRefreshActivity(): () => void {
  const queries = useQueryClient()
  return useCallback(() => void queries.invalidateQueries({ queryKey: ACTIVITY_KEY }), [queries])
}
