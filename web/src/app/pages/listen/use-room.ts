import type { Broadcast } from '@carillon/contract/broadcasts/schemas'
import { useEffect, useState } from 'react'

/** Time that the chat of a show that is over can still be read. */
export const READABLE_AFTER_END_MS = 60_000

/** Chat, requests and polls of one broadcast. */
export type Room = { broadcastId: number; isLive: boolean; broadcast: Broadcast | undefined }

/** The room of what is on air (`liveId`), or of what ended less than a minute ago; null when there is none. */
export function useRoom(liveId: number | null, broadcast: Broadcast | undefined): Room | null {
  const [lastId, setLastId] = useState(liveId)
  if (liveId !== null && liveId !== lastId) setLastId(liveId)
  useEffect(() => {
    if (liveId !== null || lastId === null) return
    const timer = setTimeout(() => setLastId(null), READABLE_AFTER_END_MS)
    return () => clearTimeout(timer)
  }, [liveId, lastId])
  const broadcastId = liveId ?? lastId
  if (broadcastId === null) return null
  return {
    broadcastId,
    isLive: liveId !== null,
    broadcast: broadcast?.id === broadcastId ? broadcast : undefined,
  }
}
