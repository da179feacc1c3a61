import type { Broadcast } from '@carillon/contract/broadcasts/schemas'
import { useLiveBroadcast } from '../../../features/broadcasts/queries.ts'
import { useLastEnded } from '../../../features/broadcasts/use-last-ended.ts'
import { type Live, useLiveStatus } from '../../../features/stream/listener/live-status-context.ts'

/** The show whose chat is looked after: the one on air, else the last one. */
export type ModeratedShow = {
  live: Live
  isOnAir: boolean
  /** Undefined while nobody knows, null when there is none. */
  broadcast: Broadcast | null | undefined
  /** The station did not say. */
  isFailed: boolean
}

/** Follows what is on air. */
export function useModeratedShow(): ModeratedShow {
  const live = useLiveStatus()
  const liveId = live.station === 'live' ? live.broadcastId : null
  const onAir = useLiveBroadcast(liveId)
  const ended = useLastEnded(live.station === 'unknown' ? 0 : liveId)
  if (live.station === 'unknown')
    return { live, isOnAir: false, broadcast: undefined, isFailed: live.isStale }
  if (liveId === null)
    return { live, isOnAir: false, broadcast: ended.data, isFailed: ended.isError && !ended.data }
  const broadcast = onAir.data?.id === liveId ? onAir.data : undefined
  return { live, isOnAir: true, broadcast, isFailed: onAir.isError && !broadcast }
}
