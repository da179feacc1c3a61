import { APP_DESTINATIONS, destinationFor } from '@carillon/contract/destination'
import { useEffect } from 'react'
import { useConnection } from '../../realtime/use-connection.ts'
import { useSend } from '../../realtime/use-send.ts'

/**
 * Number of parts of the page that follow each broadcast's chat: over their one connection the station counts one
 * person.
 */
const followers = new Map<number, number>()

/** Tells the station, on every new connection, that somebody is here; that they have left when the last part goes. */
export function usePresence(broadcastId: number): void {
  const send = useSend()
  const isOpen = useConnection().state === 'open'
  useEffect(() => {
    if (!isOpen) return
    const others = followers.get(broadcastId) ?? 0
    followers.set(broadcastId, others + 1)
    if (others === 0) send(destinationFor(APP_DESTINATIONS.join, broadcastId), {})
    return () => {
      const left = (followers.get(broadcastId) ?? 1) - 1
      if (left > 0) {
        followers.set(broadcastId, left)
        return
      }
      followers.delete(broadcastId)
      send(destinationFor(APP_DESTINATIONS.leave, broadcastId), {})
    }
  }, [send, isOpen, broadcastId])
}
