import { Pause, Play, X } from 'lucide-react'
import { classNames } from '../../lib/class-names.ts'
import { Link } from '../../lib/router/link.tsx'
import { useStore } from '../../lib/store.ts'
import { ROUND_PLAY } from '../../ui/button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { ShowArt } from '../../ui/show-art.tsx'
import { type HeldRecording, holdRecording } from './held-recording.ts'
import { isRequested } from './recording-player.ts'
import { clockWords } from './words.ts'

/** A recording that goes on while its listener is on other pages: pause it, go back to it, or close it. */
export function RecordingBar({ held }: { held: HeldRecording }) {
  const { player, title, broadcastId } = held
  const { state, atMs } = useStore(player.snapshot)
  const requested = isRequested(state)
  const Icon = requested ? Pause : Play
  return (
    <section
      aria-label="Recording"
      data-state={state}
      className="no-print shrink-0 px-2 pt-1 pb-[calc(8px+env(safe-area-inset-bottom))] md:px-6 md:pb-4"
    >
      <div className="relative mx-auto flex h-16 max-w-180 items-center gap-3 overflow-hidden rounded-hero border border-border bg-surface px-2 shadow-lift">
        <button
          type="button"
          aria-label={requested ? 'Pause' : 'Play'}
          onClick={() => player.toggle()}
          className={classNames(ROUND_PLAY, 'size-12')}
        >
          <Icon
            aria-hidden="true"
            fill="currentColor"
            strokeWidth={requested ? 0 : 2}
            className={requested ? 'size-5' : 'size-5 translate-x-[6%]'}
          />
        </button>
        <ShowArt title={title} className="size-12 shrink-0 rounded-input max-md:hidden" />
        <div className="min-w-0 flex-1 pl-1">
          <p className="truncate text-sm font-semibold md:text-base">{title}</p>
          <p className="truncate text-xs text-text-muted tabular-nums md:text-sm">
            {state === 'failed'
              ? 'Playback stopped. Your place is kept.'
              : `Recording · ${clockWords(atMs)} / ${clockWords(player.durationMs)}`}
          </p>
        </div>
        <Link
          to={`/broadcast/${broadcastId}`}
          className="inline-flex h-11 shrink-0 items-center rounded-input px-3 text-sm font-semibold text-link underline underline-offset-3"
        >
          Open
        </Link>
        <IconButton
          label="Close the recording"
          icon={<X aria-hidden="true" className="size-5" />}
          onClick={() => holdRecording(null)}
        />
        <span
          aria-hidden="true"
          className="absolute bottom-0 left-0 h-0.75 bg-accent"
          style={{ width: `${(atMs / player.durationMs) * 100}%` }}
        />
      </div>
    </section>
  )
}
