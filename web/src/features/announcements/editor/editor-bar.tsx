import { useId } from 'react'
import { formatTime, formatTimestamp } from '../../../lib/station-time.ts'
import { Banner } from '../../../ui/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import type { Editor } from './use-editor.ts'
import type { Conflict } from './use-editor-words.ts'
import type { WayButton, WayOn } from './ways-on.ts'

export type EditorBarProps = {
  ways: readonly WayButton[]
  editor: Pick<Editor, 'keptAt' | 'problem' | 'isBusy' | 'discard'>
  /** Nothing is sent without an image that is on its way. */
  isUploading: boolean
  onChoose(way: WayOn): void
}

/** Always in view: what can be done with the words, and that they are safe. */
export function EditorBar({ ways, editor, isUploading, onChoose }: EditorBarProps) {
  const { keptAt, problem, isBusy, discard } = editor
  const reasonId = useId()
  return (
    <div className="sticky bottom-0 z-10 -mx-4 -mb-6 flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-border bg-surface px-4 py-3 shadow-lift sm:bottom-3 sm:mx-0 sm:mb-0 sm:rounded-card sm:border">
      {problem && (
        <Banner tone="danger" role="alert" className="w-full">
          {problem}
        </Banner>
      )}
      <p className="flex min-w-0 flex-1 basis-52 flex-wrap items-center gap-x-2 text-sm text-text-muted">
        {isUploading ? <span id={reasonId}>The image is still uploading.</span> : keptWords(keptAt)}
        {keptAt !== undefined && (
          <button
            type="button"
            onClick={discard}
            className="min-h-9 font-semibold text-link underline underline-offset-3 coarse:min-h-11"
          >
            Discard
          </button>
        )}
      </p>
      <div className="flex flex-wrap gap-2 max-sm:w-full">
        {ways.map(({ way, label }, index) => (
          <Button
            key={way}
            variant={index === ways.length - 1 ? 'primary' : 'outline'}
            busy={isBusy}
            aria-disabled={isUploading || undefined}
            aria-describedby={isUploading ? reasonId : undefined}
            onClick={() => onChoose(way)}
            className="max-sm:flex-1 max-sm:px-2 max-sm:text-sm"
          >
            {label}
          </Button>
        ))}
      </div>
    </div>
  )
}

/** `keptAt` is null where the browser keeps nothing, and undefined before anything is written. */
function keptWords(keptAt: Editor['keptAt']): string {
  if (keptAt === undefined) return 'Your draft is saved on this device.'
  if (keptAt === null) return 'This browser can’t keep drafts: save before you leave.'
  return `Saved on this device ${formatTime(new Date(keptAt))}`
}

type ConflictBannerProps = { conflict: Conflict; onMine(): void; onTheirs(): void }

/** Two hands wrote at once: anyone who is here says which words stay. */
export function ConflictBanner({ conflict, onMine, onTheirs }: ConflictBannerProps) {
  return (
    <div ref={showItself}>
      <Banner tone="warning" role="alert" className="items-start">
        <p>
          This announcement was changed elsewhere on {formatTimestamp(new Date(conflict.thereAt))}. Below is
          what you wrote here on {formatTimestamp(new Date(conflict.hereAt))}.
        </p>
        <div className="mt-2 mb-1 flex flex-wrap gap-2">
          <Button size="sm" variant="outline" onClick={onMine}>
            Keep mine
          </Button>
          <Button size="sm" variant="outline" onClick={onTheirs}>
            Use the other version
          </Button>
        </div>
      </Banner>
    </div>
  )
}

/** Anyone who pressed a button at the lower edge sees why nothing was sent. */
function showItself(element: HTMLElement | null): void {
  element?.scrollIntoView?.({ block: 'nearest' })
}
