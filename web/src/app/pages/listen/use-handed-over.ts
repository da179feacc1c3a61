import type { Broadcast } from '@carillon/contract/broadcasts/schemas'
import { useEffect, useRef, useState } from 'react'
import { useLiveStatus } from '../../../features/stream/listener/live-status-context.ts'
import { announce } from '../../../lib/announce.ts'

/** Whether a broadcast was on air here and handed over to another: nothing lay between them. */
export function useHandedOver(id: number): boolean {
  const { station, broadcastId } = useLiveStatus()
  const liveId = station === 'live' ? broadcastId : null
  const [lastId, setLastId] = useState(liveId)
  const [isHandedOver, setIsHandedOver] = useState(false)
  if (liveId !== lastId) {
    setLastId(liveId)
    if (lastId === id && liveId !== null) setIsHandedOver(true)
  }
  return isHandedOver
}

/** Says what is on air when one show follows another directly; `cameFrom` was on air before the caller came. */
export function useHandOverWords(
  liveId: number | null,
  broadcast: Broadcast | undefined,
  cameFrom: number | null = null,
): void {
  const lastOnAirId = useRef(cameFrom)
  useEffect(() => {
    if (liveId !== null && broadcast?.id !== liveId) return
    const isAnother = lastOnAirId.current !== null && liveId !== null && lastOnAirId.current !== liveId
    lastOnAirId.current = liveId
    if (isAnother && broadcast) announce(`Now: ${broadcast.title} with ${broadcast.createdBy.name}`)
  }, [liveId, broadcast])
}
