import { DESTINATIONS, destinationFor } from '@carillon/contract/destination'
import type { NowPlayingEvent } from '@carillon/contract/plays/now-playing'
import { ANY_ORIGIN } from '../../kernel/any-origin.ts'
import { onAirOf } from './on-air.ts'
import type { BroadcastEvents, StreamPort } from './ports.ts'
import { presentBroadcast } from './present.ts'
import type { StoredBroadcast } from './table.ts'

/** Dependencies of the broadcasts' topics. */
export type TopicsContext = {
  publish(destination: string, body: object): void
  publicUrl: string | null
  timeZone: string
  stream: Pick<StreamPort, 'listenerCount'>
}

/**
 * Tells anyone who listens what becomes of broadcasts, as visitors may know it. Without a public address the stream is
 * named by the one that each connection came by.
 */
export function createBroadcastTopics({
  publish,
  publicUrl,
  timeZone,
  stream,
}: TopicsContext): BroadcastEvents {
  const view = (stored: StoredBroadcast) =>
    presentBroadcast(stored, {
      viewer: null,
      origin: publicUrl ?? ANY_ORIGIN,
      timeZone,
      listenerCount: (id) => stream.listenerCount(id),
    })
  const publishBroadcast = (type: string, stored: StoredBroadcast) => {
    if (stored.isUnlisted) return
    publish(destinationFor(DESTINATIONS.broadcast, stored.id), { type, broadcast: view(stored) })
  }
  const publishLive = (live?: StoredBroadcast) => {
    publish(DESTINATIONS.live.pattern, { type: 'LIVE_CHANGED', broadcast: live ? view(live) : null })
    const event: NowPlayingEvent = { type: 'NOW_PLAYING', onAir: onAirOf(live) }
    publish(DESTINATIONS.nowPlaying.pattern, event)
  }

  return {
    onStarted(stored) {
      publishBroadcast('BROADCAST_STARTED', stored)
      publishLive(stored)
    },
    onEnded(stored) {
      publishBroadcast('BROADCAST_ENDED', stored)
      publishLive()
    },
    onUpdated(stored) {
      publishBroadcast('BROADCAST_UPDATED', stored)
      if (stored.state === 'LIVE') publishLive(stored)
    },
    onSlowModeChanged({ id, slowModeEnabled: enabled, slowModeSeconds: seconds }) {
      publish(destinationFor(DESTINATIONS.chat, id), { type: 'SLOW_MODE', enabled, seconds })
    },
  }
}
