import { Link } from '../../../lib/router/link.tsx'
import { useSession } from '../../../session/session.ts'
import { buttonClasses } from '../../../ui/button.tsx'
import { useLiveStatus } from './live-status-context.ts'
import { PlayButton } from './play-button.tsx'
import { usePlayer } from './player-context.ts'
import { PlayerRegion } from './player-region.tsx'
import { StateLines } from './state-lines.tsx'
import { VolumeControl } from './volume-control.tsx'
import { DEFAULT_TITLE } from './words.ts'

/** The small player that the live pill opens. `close` closes it again. */
export function PillPlayer({ close }: { close: () => void }) {
  const live = useLiveStatus()
  const { nowPlaying } = usePlayer()
  const session = useSession()
  const { item, isStreaming } = live
  const isOnAir = live.station === 'live'
  return (
    <PlayerRegion aria-label="Player controls" className="grid gap-4 p-4">
      <div className="flex items-center gap-3">
        {isStreaming && <PlayButton size="md" />}
        <div className="min-w-0 flex-1">
          <p className="truncate font-display font-bold" title={nowPlaying?.title ?? item?.title}>
            {isOnAir ? nowPlaying?.title || DEFAULT_TITLE : (item?.title ?? 'Not live right now')}
          </p>
          {isStreaming ? (
            <PillState />
          ) : (
            <p className="text-sm text-text-muted">The player shows what comes next.</p>
          )}
        </div>
      </div>
      {isStreaming && <VolumeControl sliderClassName="flex-1" />}
      <Link
        to={session.state === 'signed-in' ? '/dashboard' : '/'}
        onClick={close}
        className={buttonClasses('outline', 'sm')}
      >
        Open Player
      </Link>
    </PlayerRegion>
  )
}

function PillState() {
  return (
    <div className="text-sm">
      <StateLines quietClassName="text-text-muted" />
    </div>
  )
}
