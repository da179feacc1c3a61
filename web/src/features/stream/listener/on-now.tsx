import { LiveBadge } from '../../../ui/badge.tsx'
import { useLiveStatus } from './live-status-context.ts'
import { PlayButton } from './play-button.tsx'
import { usePlayer } from './player-context.ts'
import { PlayerRegion } from './player-region.tsx'
import { DEFAULT_TITLE, listenersWords } from './words.ts'

/** Broadcast on air, with Play, for a maroon panel; nothing while there is none. */
export function OnNow() {
  const { station, listenerCount } = useLiveStatus()
  const { nowPlaying } = usePlayer()
  if (station !== 'live') return null
  return (
    <PlayerRegion className="flex items-center gap-4">
      <PlayButton size="md" />
      <div className="min-w-0">
        <LiveBadge />
        <p className="mt-1.5 truncate font-display text-lg font-bold">{nowPlaying?.title || DEFAULT_TITLE}</p>
        <p className="text-sm text-on-stage-muted tabular-nums">{listenersWords(listenerCount)}</p>
      </div>
    </PlayerRegion>
  )
}
