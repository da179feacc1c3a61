import { liveBroadcasts, upcomingBroadcasts } from '@carillon/contract/broadcasts/endpoints'
import type { Broadcast } from '@carillon/contract/broadcasts/schemas'
import { useQuery } from '@tanstack/react-query'
import { useCall } from '../../session/session.ts'

/** A change of title or time reaches an open page within this long. */
export const REFRESH_MS = 30_000

/** The keys of everything asked about broadcasts; `all` is the stem of the others. */
export const broadcastKeys = {
  all: ['broadcasts'] as const,
  one: (id: number, isOnAir: boolean) => ['broadcasts', 'one', id, isOnAir] as const,
  live: (id: number | null) => ['broadcasts', 'live', id] as const,
  upcoming: ['broadcasts', 'upcoming'] as const,
}

/** Loads the schedule, next first. */
export function useUpcoming() {
  const call = useCall()
  return useQuery({
    queryKey: broadcastKeys.upcoming,
    // Goes on when the list moves to another place of the page meanwhile: it is not asked for again there.
    queryFn: () => call(upcomingBroadcasts, {}),
    refetchInterval: REFRESH_MS,
  })
}

/**
 * Loads the broadcast on air. `liveId` is the one in the station's status, null for none: it is part of the question,
 * so that a new show is asked about at once. Afterwards it is what was on air last, for those who still hear its end.
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
