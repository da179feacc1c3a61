import { formatTime } from '../../../lib/manila.ts'
import { Banner } from '../../../ui/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { momentWords } from '../announcement-times.ts'
import type { Conflict } from './use-editor.ts'
import type { WayButton, WayOn } from './ways-on.ts'

export type EditorBarProps = {
  ways: readonly WayButton[]
  keptAt: number | null
  isBusy: boolean
  onChoose(way: WayOn): void
  onDiscard(): void
}

/** Always in view: what can be done with the words, and that they are safe. */
export function EditorBar({ ways, keptAt, isBusy, onChoose, onDiscard }: EditorBarProps) {
  return (
    <div className="sticky bottom-3 z-10 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-card border border-border bg-surface px-4 py-3 shadow-lift">
      <p className="flex min-w-0 flex-1 basis-52 flex-wrap items-center gap-x-2 text-sm text-text-muted">
        {keptAt === null ? (
          'What you write is kept on this device.'
        ) : (
          <>
            Saved on this device {formatTime(new Date(keptAt))}
            <button
              type="button"
              onClick={onDiscard}
              className="min-h-9 font-semibold text-link underline underline-offset-3 coarse:min-h-11"
            >
              Discard
            </button>
          </>
        )}
      </p>
      <div className="flex flex-wrap gap-2 max-sm:w-full">
        {ways.map(({ way, label }, index) => (
          <Button
            key={way}
            variant={index === ways.length - 1 ? 'primary' : 'outline'}
            busy={isBusy}
            onClick={() => onChoose(way)}
            className="max-sm:flex-1"
          >
            {label}
          </Button>
        ))}
      </div>
    </div>
  )
}

type ConflictBannerProps = { conflict: Conflict; onMine(): void; onTheirs(): void }

/** Two hands wrote at once: whoever is here says which words stay. */
export function ConflictBanner({ conflict, onMine, onTheirs }: ConflictBannerProps) {
  return (
    <Banner tone="warning" role="alert">
      <p>
        This announcement was changed at the station on {momentWords(new Date(conflict.thereAt))}. Below is
        what this device kept on {momentWords(new Date(conflict.hereAt))}.
      </p>
      <div className="mt-2 flex flex-wrap gap-2">
        <Button size="sm" variant="outline" onClick={onMine}>
          Keep mine
        </Button>
        <Button size="sm" variant="outline" onClick={onTheirs}>
          Take the station’s
        </Button>
      </div>
    </Banner>
  )
}
