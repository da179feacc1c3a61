import { Pause, Volume2 } from 'lucide-react'
import { Suspense } from 'react'
import { classNames } from '../../../lib/class-names.ts'
import { lazyPart } from '../../../lib/load-part.ts'
import { formatTime } from '../../../lib/station-time.ts'
import { LiveDot } from '../../../ui/badge.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Popover } from '../../../ui/popover.tsx'
import { Spinner } from '../../../ui/spinner.tsx'
import { Behind } from './behind.tsx'
import { type Live, useLiveStatus } from './live-status-context.ts'
import { usePlayer } from './player-context.ts'
import { wantsSound } from './player-state.ts'
import { behindLabel, isPausedByStation, pillName } from './words.ts'

// It opens with a press.
const PillPlayer = lazyPart(async () => (await import('./pill-player.tsx')).PillPlayer)

/** The top bar's Live / Not Live indicator with its counter: it opens a small player, on every page, and ends what sounds. */
export function LivePill() {
  const { player, state, place } = usePlayer()
  const isPlaying = wantsSound(state)
  return (
    <div className="flex shrink-0 items-center gap-1">
      <Pill isPlaying={isPlaying} isBehind={place !== null} />
      {isPlaying && (
        <IconButton
          label="Stop listening"
          icon={<Pause aria-hidden="true" fill="currentColor" strokeWidth={0} className="size-5" />}
          onClick={() => player.pause()}
        />
      )}
    </div>
  )
}

function Pill({ isPlaying, isBehind }: { isPlaying: boolean; isBehind: boolean }) {
  const live = useLiveStatus()
  const name = pillName(live, live.isRecoveringShown)
  return (
    <Popover
      label="Player controls"
      align="start"
      className="w-80"
      trigger={(trigger) => (
        <button
          {...trigger}
          type="button"
          aria-label={isBehind ? `${behindLabel(live)}. ${name}` : name}
          title={live.isStale ? staleTitle(live) : undefined}
          className={classNames(
            'inline-flex h-9 min-w-24 items-center justify-center gap-2 rounded-full border border-transparent px-3.5 text-sm font-semibold whitespace-nowrap transition-colors duration-120 coarse:h-11',
            lookOf(live),
          )}
        >
          <PillFace live={live} isPlaying={isPlaying} isBehind={isBehind} />
        </button>
      )}
    >
      {(close) => (
        <Suspense fallback={<div className="h-36" />}>
          <PillPlayer close={close} />
        </Suspense>
      )}
    </Popover>
  )
}

function lookOf(live: Live): string {
  if (live.isRecoveringShown || isPausedByStation(live)) return 'bg-warning-soft text-warning'
  if (live.station === 'live') return 'bg-live text-white'
  return 'bg-surface-2 text-text-muted hover:text-text'
}

function PillFace({ live, isPlaying, isBehind }: { live: Live; isPlaying: boolean; isBehind: boolean }) {
  if (live.station === 'unknown') return <span aria-hidden="true">—</span>
  if (live.isRecoveringShown) {
    return (
      <>
        <Spinner className="size-4" />
        Recovering…
      </>
    )
  }
  if (live.station === 'off-air' || isPausedByStation(live)) {
    return (
      <>
        <span aria-hidden="true" className="size-2 rounded-full bg-current opacity-60" />
        {live.station === 'live' ? 'Paused' : isBehind ? <Behind /> : 'Not Live'}
      </>
    )
  }
  return (
    <>
      {isPlaying ? (
        <Volume2 aria-hidden="true" className="-mx-0.5 size-4.5" />
      ) : (
        <LiveDot className="mx-0.75" />
      )}
      {isBehind ? <Behind /> : 'Live'}
      <span className="tabular-nums">{live.listenerCount.toLocaleString('en-US')}</span>
      {live.isStale && <span aria-hidden="true">?</span>}
    </>
  )
}

function staleTitle({ reportedAt }: Live): string {
  if (reportedAt === 0) return 'The station cannot be reached'
  return `Last checked ${formatTime(new Date(reportedAt))}`
}
