import { Suspense, useEffect, useRef, useState } from 'react'
import { lazyPart } from '../../../lib/load-part.ts'
import { Button } from '../../../ui/button.tsx'
import type { OnAir } from './end-show-words.ts'

const EndShowDialog = lazyPart(async () => (await import('./end-show-dialog.tsx')).EndShowDialog)

export type EndShowProps = {
  onAir: OnAir
  /** The broadcast has ended. */
  onDone(): void
}

/** Takes the show off the air, no matter whose it is, after a question with what that brings about. */
export function EndShow({ onAir, onDone }: EndShowProps) {
  // With what was on air when it was asked: the question stays the same while it stands there.
  const [asked, setAsked] = useState<OnAir | null>(null)
  const hasEnded = useRef(false)
  // The button goes with the show, which may be before the answer: its focus goes to what stays.
  useEffect(
    () => () => {
      const isLost = hasEnded.current && document.activeElement === document.body
      if (isLost) document.querySelector('h1')?.focus()
    },
    [],
  )
  return (
    <>
      <Button
        size="sm"
        variant="danger"
        aria-haspopup="dialog"
        aria-label="End broadcast…"
        onClick={() => setAsked(onAir)}
      >
        <span>
          End<span className="max-sm:hidden"> broadcast</span>…
        </span>
      </Button>
      {asked && (
        <Suspense>
          <EndShowDialog
            onAir={asked}
            onAsked={() => {
              hasEnded.current = true
            }}
            onDone={() => {
              setAsked(null)
              onDone()
            }}
            onClose={() => setAsked(null)}
          />
        </Suspense>
      )}
    </>
  )
}
