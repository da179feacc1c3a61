import { getBroadcast } from '@carillon/contract/broadcasts/endpoints'
import type { Broadcast } from '@carillon/contract/broadcasts/schemas'
import { MINUTE_MS } from '@carillon/contract/durations'
import { useQuery } from '@tanstack/react-query'
import { stationClock } from '../../lib/station-clock.ts'
import { useCall } from '../../session/session.ts'
import { broadcastKeys, REFRESH_MS } from './queries.ts'

/** A show that has just ended changes twice: its end is stored, then its recording is ready. */
const REFRESH_AFTER_END_MS = 3_000
const AFTER_END_MS = 2 * MINUTE_MS

/** One broadcast; not asked while `id` is null, asked again when it goes on or off the air. */
export function useBroadcast(id: number | null, isOnAir: boolean) {
  const call = useCall()
  return useQuery({
    queryKey: broadcastKeys.one(id ?? 0, isOnAir),
    queryFn: ({ signal }) => call(getBroadcast, { params: { id: id ?? 0 }, signal }),
    enabled: id !== null,
    refetchInterval: ({ state }) =>
      state.data && !isOnAir && isSettling(state.data) ? REFRESH_AFTER_END_MS : REFRESH_MS,
  })
}

function isSettling({ status, actualEnd, recordingUrl }: Broadcast): boolean {
  if (status === 'LIVE') return true
  return (
    actualEnd !== null && recordingUrl === null && stationClock.now() - Date.parse(actualEnd) < AFTER_END_MS
  )
}
