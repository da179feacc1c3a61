import { getStreamStatus } from '@carillon/contract/stream/endpoints'
import { useQuery } from '@tanstack/react-query'
import { useCall } from '../../../session/session.ts'
import { useLiveStatus } from '../listener/live-status-context.ts'

const POLL_MS = 10_000

/** `listenerCount` is null until the station has said it. */
export type Audience = { listenerCount: number | null; peak: number }

/** Present listeners, as the station pushes them, and the most so far, as loaded. */
export function useAudience(): Audience {
  const call = useCall()
  const live = useLiveStatus()
  const listenerCount = live.station === 'unknown' ? null : live.listenerCount
  const { data: status } = useQuery({
    queryKey: ['stream', 'status'],
    queryFn: ({ signal }) => call(getStreamStatus, { signal }),
    refetchInterval: POLL_MS,
  })
  return { listenerCount, peak: Math.max(status?.peakListenerCount ?? 0, listenerCount ?? 0) }
}
