import type { OnAir } from '@carillon/contract/plays/now-playing'
import type { StoredBroadcast } from './table.ts'

/** Sound while this broadcast is the live one; null when it is not, or there is none. */
export function onAirOf(live: StoredBroadcast | undefined): OnAir | null {
  if (live?.state !== 'LIVE' || !live.actualStart) return null
  const { id: broadcastId, nowPlaying, scheduledEnd } = live
  return {
    kind: 'LIVE',
    title: nowPlaying?.title ?? live.title,
    ...(nowPlaying?.artist && { artist: nowPlaying.artist }),
    broadcastId,
    startedAt: (nowPlaying?.since ?? live.actualStart).toISOString(),
    endsAt: scheduledEnd.toISOString(),
  }
}
