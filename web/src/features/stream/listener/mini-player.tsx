import { useEffect, useState } from 'react'
import { Link } from '../../../lib/router/link.tsx'
import { useLocation } from '../../../lib/router/router.tsx'
import { useSession } from '../../../session/session.ts'
import { LiveBadge } from '../../../ui/badge.tsx'
import { type Live, useLiveStatus } from './live-status-context.ts'
import { showsMiniPlayer } from './mini-player-rule.ts'
import { PlayButton } from './play-button.tsx'
import { usePlayer } from './player-context.ts'
import { PlayerRegion } from './player-region.tsx'
import { useStateWords } from './state-lines.tsx'
import { VolumeControl } from './volume-control.tsx'
import { DEFAULT_TITLE } from './words.ts'

/** "Broadcast ended" stays this long before the bar leaves. */
const FAREWELL_MS = 6_000
/** The bar and its margin, told to what floats above it as `--player-height`. */
const HEIGHT = '84px'

/** The bar with the player on every page that has none, for listeners while a broadcast is live. */
export function MiniPlayer() {
  const session = useSession()
  const { pathname } = useLocation()
  const live = useLiveStatus()
  const role = session.state === 'signed-in' ? session.user.role : null
  const isFarewell = useFarewell(live)
  const isShown = showsMiniPlayer({ role, isLive: live.station === 'live' || isFarewell, pathname })
  useEffect(() => {
    if (!isShown) return
    const { style } = document.documentElement
    style.setProperty('--player-height', HEIGHT)
    return () => {
      style.removeProperty('--player-height')
    }
  }, [isShown])
  return isShown ? <Bar isFarewell={isFarewell} /> : null
}

/** True for six seconds after a broadcast that was live has ended. */
function useFarewell({ station }: Live): boolean {
  const [wasLive, setWasLive] = useState(false)
  if (station === 'live' && !wasLive) setWasLive(true)
  const isFarewell = wasLive && station === 'off-air'
  useEffect(() => {
    if (!isFarewell) return
    const timer = setTimeout(() => setWasLive(false), FAREWELL_MS)
    return () => clearTimeout(timer)
  }, [isFarewell])
  return isFarewell
}

function Bar({ isFarewell }: { isFarewell: boolean }) {
  const { nowPlaying, state } = usePlayer()
  const words = useStateWords(state)
  return (
    <PlayerRegion className="no-print shrink-0 px-2 pt-1 pb-[calc(8px+env(safe-area-inset-bottom))] md:px-6 md:pb-4">
      <div className="mx-auto flex h-16 max-w-180 items-center gap-3 rounded-hero border border-border bg-surface px-2 shadow-lift">
        {!isFarewell && <PlayButton size="md" />}
        <div className="min-w-0 flex-1 pl-1">
          <p className="truncate text-sm font-semibold md:text-base">{nowPlaying?.title || DEFAULT_TITLE}</p>
          <p className="flex items-center gap-2 text-xs text-text-muted md:text-sm">
            {!isFarewell && <LiveBadge className="shrink-0 py-0!" />}
            <span className="truncate">{isFarewell ? 'Broadcast ended' : words}</span>
          </p>
        </div>
        <VolumeControl className="max-md:hidden" sliderClassName="w-24" showsNumber={false} />
        <Link
          to="/dashboard"
          className="inline-flex h-11 shrink-0 items-center rounded-input px-3 text-sm font-semibold text-link underline underline-offset-3"
        >
          Open Player
        </Link>
      </div>
    </PlayerRegion>
  )
}
