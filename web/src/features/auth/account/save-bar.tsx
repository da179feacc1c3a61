import { Check } from 'lucide-react'
import { useEffect, useState } from 'react'
import { classNames } from '../../../lib/class-names.ts'
import { Button } from '../../../ui/button.tsx'

const SAVED_SHOWN_MS = 2_000

/** Whether something was saved just now, and the way to say so. */
export function useSavedMark(): [isSaved: boolean, mark: () => void] {
  const [isSaved, setSaved] = useState(false)
  useEffect(() => {
    if (!isSaved) return
    const timer = setTimeout(() => setSaved(false), SAVED_SHOWN_MS)
    return () => clearTimeout(timer)
  }, [isSaved])
  return [isSaved, () => setSaved(true)]
}

export type SaveBarProps = {
  isDirty: boolean
  isSaving: boolean
  isSaved: boolean
  failure: string | null
  onDiscard(): void
  /** Its buttons are gone, with the focus if they had it; the same function on every render. */
  onGone(): void
}

/** Bar with what to do about unsaved changes; it sticks to the lower edge while its form is in view. */
export function SaveBar({ isDirty, isSaving, isSaved, failure, onDiscard, onGone }: SaveBarProps) {
  const isShown = isDirty || isSaving || isSaved
  useEffect(() => (isShown ? onGone : undefined), [isShown, onGone])
  return (
    <div
      className={
        isShown
          ? 'sticky bottom-0 z-10 -mx-4 mt-6 -mb-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-3 rounded-b-card border-t border-border bg-surface px-4 py-3 lg:-mx-6 lg:-mb-6 lg:px-6'
          : ''
      }
    >
      {/* On a phone the buttons say it to who sees them. */}
      <p
        role="status"
        className={classNames('text-sm empty:hidden', isDirty && !failure && 'max-sm:sr-only')}
      >
        {failure ? (
          <span className="font-medium text-danger">{failure}</span>
        ) : (
          <Standing isDirty={isDirty} isSaving={isSaving} isSaved={isSaved} />
        )}
      </p>
      {isShown && (
        <div className="flex gap-2 max-sm:w-full max-sm:*:flex-1 sm:ml-auto">
          <Button variant="ghost" onClick={onDiscard} aria-disabled={!isDirty || isSaving || undefined}>
            Discard
          </Button>
          <Button type="submit" busy={isSaving} busyLabel="Saving…" aria-disabled={!isDirty || undefined}>
            Save changes
          </Button>
        </div>
      )}
    </div>
  )
}

type StandingProps = { isDirty: boolean; isSaving: boolean; isSaved: boolean }

function Standing({ isDirty, isSaving, isSaved }: StandingProps) {
  if (isSaving) return null
  if (isDirty) return <span className="text-text-muted">Unsaved changes</span>
  if (!isSaved) return null
  return (
    <span className="flex items-center gap-1.5 font-medium text-success">
      <Check aria-hidden="true" className="size-4.5" />
      Saved
    </span>
  )
}
