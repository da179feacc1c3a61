import { DESTINATIONS, destinationFor } from '@carillon/contract/destination'
import type { NowPlayingEvent, OnAir } from '@carillon/contract/plays/now-playing'
import type { StreamStatusMessage } from '@carillon/contract/stream/topics'

type Publish = (destination: string, body: object) => void

/** Snapshot of the broadcast on air as it was published last. */
type Snapshot = { broadcastId: number; isRecovering: boolean; listenerCount: number; peakListeners: number }

/**
 * Publishes how the stream is. It is called with each status that goes to `/ws/listener`, so at most once a
 * second, and says of a broadcast only what has changed.
 */
export function createStreamTopics(publish: Publish): (status: StreamStatusMessage) => void {
  let published: Snapshot | null = null
  let publishedItem: OnAir | null = null
  return (status) => {
    publish(DESTINATIONS.status.pattern, status)
    const { onAir } = status
    // What a live show plays comes with the show, but for the moment in which it takes over from an item.
    const item = onAir?.kind === 'LIVE' ? null : onAir
    const hasChanged = item?.startedAt !== publishedItem?.startedAt
    publishedItem = item
    if (hasChanged)
      publish(DESTINATIONS.nowPlaying.pattern, { type: 'NOW_PLAYING', onAir } satisfies NowPlayingEvent)
    const now = snapshotOf(status)
    const before = published?.broadcastId === now?.broadcastId ? published : null
    published = now
    if (!now) return
    const { broadcastId, isRecovering, listenerCount, peakListeners } = now
    const publishEvent = (body: object) => publish(destinationFor(DESTINATIONS.broadcast, broadcastId), body)
    // A broadcast that begins waits for its source, but has not lost it.
    if (before && before.isRecovering !== isRecovering)
      publishEvent({ type: isRecovering ? 'SOURCE_LOST' : 'SOURCE_RECOVERED' })
    if (before?.listenerCount !== listenerCount || before.peakListeners !== peakListeners)
      publishEvent({ type: 'LISTENER_COUNT', listenerCount, peakListenerCount: peakListeners })
  }
}

function snapshotOf({
  broadcastId,
  health,
  listenerCount,
  peakListenerCount,
}: StreamStatusMessage): Snapshot | null {
  if (broadcastId === null) return null
  return { broadcastId, isRecovering: health.recovering, listenerCount, peakListeners: peakListenerCount }
}
