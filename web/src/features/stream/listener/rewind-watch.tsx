import { useEffect, useState } from 'react'
import { useLiveStatus } from './live-status-context.ts'
import { behindMs } from './place.ts'
import { usePlayer } from './player-context.ts'
import { leavePlace } from './rewinding.ts'
import { useRewindable } from './use-rewindable.ts'

/** Shows nothing: who is behind goes to what is live once the station lets nobody go back in the show that they hear. */
export function RewindWatch() {
  const { player, place } = usePlayer()
  const { broadcastId } = useLiveStatus()
  const [show, setShow] = useState({ broadcastId, sinceMs: 0 })
  if (show.broadcastId !== broadcastId) setShow({ broadcastId, sinceMs: Date.now() })
  const isRewindable = useRewindable(broadcastId, true)
  const now = Date.now()
  // After a hand-over the rest of the show before comes first.
  const isInShow = place !== null && now - behindMs(place, now) >= show.sinceMs
  useEffect(() => {
    if (isInShow && !isRewindable) leavePlace(player)
  }, [isInShow, isRewindable, player])
  return null
}
