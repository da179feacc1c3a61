import type { LevelEvent } from '@carillon/contract/broadcasts/levels'
import type { BroadcastEvent } from '@carillon/contract/broadcasts/topics'
import { DESTINATIONS, destinationFor } from '@carillon/contract/destination'
import type { NowPlayingEvent } from '@carillon/contract/plays/now-playing'
import { ANY_ORIGIN } from '../../kernel/any-origin.ts'
import { onAirOf } from './on-air.ts'
import type { BroadcastEvents, HandOverLevel, StreamPort } from './ports.ts'
import { presentBroadcast } from './present.ts'
import type { StoredBroadcast } from './table.ts'

/** Dependencies of the broadcasts' topics. */
export type TopicsContext = {
  publish(destination: string, body: object): void
  publicUrl: string | null
  timeZone: string
  stream: Pick<StreamPort, 'listenerCount' | 'itemOnAir'>
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
  const publishEvent = (id: number, event: BroadcastEvent) =>
    publish(destinationFor(DESTINATIONS.broadcast, id), event)
  const publishLive = (live?: StoredBroadcast) => {
    publish(DESTINATIONS.live.pattern, { type: 'LIVE_CHANGED', broadcast: live ? view(live) : null })
    // An item goes on until the show has its first sound.
    const event: NowPlayingEvent = { type: 'NOW_PLAYING', onAir: stream.itemOnAir ?? onAirOf(live) }
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
    onHandedOver(from, to) {
      for (const id of [from.id, to.id]) publishEvent(id, { type: 'HANDED_OVER', from: from.id, to: to.id })
      publishBroadcast('BROADCAST_ENDED', from)
      publishBroadcast('BROADCAST_STARTED', to)
      publishLive(to)
    },
    onStandBy({ live, broadcastId, isStandingBy }) {
      for (const id of [live, broadcastId]) publishEvent(id, { type: 'STAND_BY', broadcastId, isStandingBy })
    },
    onHandOverPlanned({ from, to, at, before }) {
      const event = { type: 'HAND_OVER_PLANNED', from, to, at: at?.toISOString() ?? null } as const
      const ids = new Set([from, to, before].filter((id) => id !== null))
      for (const id of ids) publishEvent(id, event)
    },
    onLevel: (level) => publishLevel(publish, level),
    onUpdated(stored) {
      publishBroadcast('BROADCAST_UPDATED', stored)
      if (stored.state === 'LIVE') publishLive(stored)
    },
    onSlowModeChanged({ id, slowModeEnabled: enabled, slowModeSeconds: seconds }) {
      publish(destinationFor(DESTINATIONS.chat, id), { type: 'SLOW_MODE', enabled, seconds })
    },
  }
}

function publishLevel(publish: TopicsContext['publish'], { broadcastId, peakDb, to }: HandOverLevel): void {
  const event: LevelEvent = { type: 'LEVEL', broadcastId, peakDb }
  for (const id of to) publish(destinationFor(DESTINATIONS.levels, id), event)
}
