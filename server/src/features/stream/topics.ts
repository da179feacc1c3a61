import { DESTINATIONS, destinationFor } from '@carillon/contract/destination'
import type { StreamStatusMessage } from '@carillon/contract/stream'

type Publish = (destination: string, body: object) => void

/** What was told last of the broadcast on air. */
type Told = { broadcastId: number; isRecovering: boolean; listenerCount: number; peakListeners: number }

/**
 * Tells the topics how the stream is. It is called with each status that goes to `/ws/listener`, so at most once a
 * second, and says of a broadcast only what has changed.
 */
export function createStreamTopics(publish: Publish): (status: StreamStatusMessage) => void {
  let told: Told | null = null
  return (status) => {
    publish(DESTINATIONS.status.pattern, status)
    const now = factsOf(status)
    const before = told?.broadcastId === now?.broadcastId ? told : null
    told = now
    if (!now) return
    const { broadcastId, isRecovering, listenerCount, peakListeners } = now
    const tell = (body: object) => publish(destinationFor(DESTINATIONS.broadcast, broadcastId), body)
    // A broadcast that begins waits for its source, but has not lost it.
    if (before && before.isRecovering !== isRecovering)
      tell({ type: isRecovering ? 'SOURCE_LOST' : 'SOURCE_RECOVERED' })
    if (before?.listenerCount !== listenerCount || before.peakListeners !== peakListeners)
      tell({ type: 'LISTENER_COUNT', listenerCount, peakListenerCount: peakListeners })
  }
}

function factsOf({
  broadcastId,
  health,
  listenerCount,
  peakListenerCount,
}: StreamStatusMessage): Told | null {
  if (broadcastId === null) return null
  return { broadcastId, isRecovering: health.recovering, listenerCount, peakListeners: peakListenerCount }
}
