import { getBroadcast, liveBroadcasts, upcomingBroadcasts } from '@carillon/contract/broadcasts/endpoints'
import type { Broadcast } from '@carillon/contract/broadcasts/schemas'
import { MINUTE_MS } from '@carillon/contract/durations'
import { useQuery } from '@tanstack/react-query'
import { stationClock } from '../../lib/station-clock.ts'
import { useCall } from '../../session/session.ts'

/** A change of title or time reaches an open page within this long. */
const REFRESH_MS = 30_000

/** A show that has just ended changes twice: its end is stored, then its recording is ready. */
const REFRESH_AFTER_END_MS = 3_000
const AFTER_END_MS = 2 * MINUTE_MS

/** The keys of everything asked about broadcasts; `all` is the stem of the others. */
export const broadcastKeys = {
  all: ['broadcasts'] as const,
  one: (id: number, isOnAir: boolean) => ['broadcasts', 'one', id, isOnAir] as const,
  live: (id: number | null) => ['broadcasts', 'live', id] as const,
  upcoming: ['broadcasts', 'upcoming'] as const,
}

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

/** What is scheduled, next first. */
export function useUpcoming() {
  const call = useCall()
  return useQuery({
    queryKey: broadcastKeys.upcoming,
    queryFn: ({ signal }) => call(upcomingBroadcasts, { signal }),
    refetchInterval: REFRESH_MS,
  })
}

/**
 * What is on air. `liveId` is what the station's status names, null for nothing: it is part of the question, so that
 * a new show is asked about at once. Afterwards it is what was on air last, for those who still hear its end.
 */
export function useLiveBroadcast(liveId: number | null) {
  const call = useCall()
  return useQuery<Broadcast | null>({
    queryKey: broadcastKeys.live(liveId),
    queryFn: async ({ signal }) => (await call(liveBroadcasts, { signal }))[0] ?? null,
    enabled: liveId !== null,
    placeholderData: (last) => (liveId === null ? last : undefined),
    refetchInterval: REFRESH_MS,
  })
}
