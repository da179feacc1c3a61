import { Link } from 'react-router'
import { classNames } from '../../../lib/class-names.ts'
import { formatTime } from '../../../lib/station-time.ts'
import { useSession } from '../../../session/session.ts'
import { LiveDot } from '../../../ui/badge.tsx'
import { buttonClasses } from '../../../ui/button.tsx'
import { Popover } from '../../../ui/popover.tsx'
import { Spinner } from '../../../ui/spinner.tsx'
import { type Live, useLiveStatus } from './live-status-context.ts'
import { PlayButton } from './play-button.tsx'
import { usePlayer } from './player-context.ts'
import { PlayerRegion } from './player-region.tsx'
import { StateLines } from './state-lines.tsx'
import { VolumeControl } from './volume-control.tsx'
import { DEFAULT_TITLE, pillName } from './words.ts'

/** The top bar's Live / Not Live indicator with its counter: a button that opens a small player, on every page. */
export function LivePill() {
  const live = useLiveStatus()
  return (
    <Popover
      label="Player controls"
      align="start"
      className="w-80"
      trigger={(trigger) => (
        <button
          {...trigger}
          type="button"
          aria-label={pillName(live, live.isRecoveringShown)}
          title={live.isStale ? staleTitle(live) : undefined}
          className={classNames(
            'inline-flex h-9 min-w-24 items-center justify-center gap-2 rounded-full border border-transparent px-3.5 text-sm font-semibold whitespace-nowrap transition-colors duration-120 coarse:h-11',
            lookOf(live),
          )}
        >
          <PillFace live={live} />
        </button>
      )}
    >
      {(close) => <PillPlayer live={live} close={close} />}
    </Popover>
  )
}

function lookOf(live: Live): string {
  if (live.isRecoveringShown) return 'bg-warning-soft text-warning'
  if (live.station === 'live') return 'bg-live text-white'
  return 'bg-surface-2 text-text-muted hover:text-text'
}

function PillFace({ live }: { live: Live }) {
  if (live.station === 'unknown') return <span aria-hidden="true">—</span>
  if (live.isRecoveringShown) {
    return (
      <>
        <Spinner className="size-4" />
        Recovering…
      </>
    )
  }
  if (live.station === 'off-air') {
    return (
      <>
        <span aria-hidden="true" className="size-2 rounded-full bg-current opacity-60" />
        Not Live
      </>
    )
  }
  return (
    <>
      <LiveDot className="mx-0.75" />
      Live
      <span className="tabular-nums">{live.listenerCount.toLocaleString('en-US')}</span>
      {live.isStale && <span aria-hidden="true">?</span>}
    </>
  )
}

function PillPlayer({ live, close }: { live: Live; close: () => void }) {
  const { nowPlaying } = usePlayer()
  const session = useSession()
  const isOnAir = live.station === 'live'
  return (
    <PlayerRegion aria-label="Player controls" className="grid gap-4 p-4">
      <div className="flex items-center gap-3">
        {isOnAir && <PlayButton size="md" />}
        <div className="min-w-0 flex-1">
          <p className="truncate font-display font-semibold" title={nowPlaying?.title}>
            {isOnAir ? nowPlaying?.title || DEFAULT_TITLE : 'Not live right now'}
          </p>
          {isOnAir ? (
            <PillState />
          ) : (
            <p className="text-sm text-text-muted">The player shows what comes next.</p>
          )}
        </div>
      </div>
      {isOnAir && <VolumeControl sliderClassName="flex-1" />}
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

function staleTitle({ reportedAt }: Live): string {
  if (reportedAt === 0) return 'The station cannot be reached'
  return `Last checked ${formatTime(new Date(reportedAt))}`
}
