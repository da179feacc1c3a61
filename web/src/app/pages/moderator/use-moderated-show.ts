import type { Broadcast } from '@carillon/contract/broadcasts/schemas'
import { useLiveBroadcast } from '../../../features/broadcasts/queries.ts'
import { useLastEnded } from '../../../features/broadcasts/use-last-ended.ts'
import { type Live, useLiveStatus } from '../../../features/stream/listener/live-status-context.ts'
import { useKept } from '../../../lib/use-kept.ts'

/** The show whose chat is looked after: the one on air, else the last one. */
export type ModeratedShow = {
  live: Live
  isOnAir: boolean
  /** Undefined while nobody knows, null when there is none. */
  broadcast: Broadcast | null | undefined
  /** The station did not say. */
  isFailed: boolean
}

/** Follows what is on air. A show that ended, or was followed by another, stays until that one is known. */
export function useModeratedShow(): ModeratedShow {
  const live = useLiveStatus()
  const liveId = live.station === 'live' ? live.broadcastId : null
  const onAir = useLiveBroadcast(liveId)
  const ended = useLastEnded(live.station === 'unknown' ? 0 : liveId)
  const found = liveId === null ? ended.data : onAir.data?.id === liveId ? onAir.data : undefined
  // What was said to have ended last before this show is not asked for again at once.
  const shown = useKept('show', (!ended.isFetching && found) || undefined)
  if (live.station === 'unknown')
    return { live, isOnAir: false, broadcast: undefined, isFailed: live.isStale }
  const { isError } = liveId === null ? ended : onAir
  const broadcast = shown ?? found
  return {
    live,
    isOnAir: liveId !== null && broadcast?.id === liveId,
    broadcast,
    isFailed: isError && !broadcast,
  }
}
