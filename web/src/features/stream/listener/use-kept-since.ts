import { HOUR_MS, MINUTE_MS } from '@carillon/contract/durations'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { askPlayedFrom } from './played-behind.ts'

/**
 * Beginning of what is kept of the last `hours`, by the station's clock in ms: 0 until the station has said it, null where
 * nothing is. Asked only while `isAsked`, when another item begins, and each minute: the oldest is thrown away.
 */
export function useKeptSince(hours: number, itemStartedAt: string, isAsked: boolean): number | null {
  const { data = 0, isLoadingError } = useQuery({
    queryKey: ['rewind', 'between shows', hours, itemStartedAt],
    queryFn: ({ signal }) => askPlayedFrom((hours * HOUR_MS) / 1_000, signal),
    enabled: isAsked,
    refetchInterval: MINUTE_MS,
    placeholderData: keepPreviousData,
  })
  return isLoadingError ? null : data
}
