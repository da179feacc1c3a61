import { endBroadcast } from '@carillon/contract/broadcasts/endpoints'
import { useEffect, useRef, useState } from 'react'
import { useCall } from '../../../session/session.ts'
import { Button } from '../../../ui/button.tsx'
import { toast } from '../../../ui/toast.ts'
import { ActDialog } from './act-dialog.tsx'
import { endShowWords, type OnAir } from './end-show-words.ts'

export type EndShowProps = {
  onAir: OnAir
  /** The broadcast has ended. */
  onDone(): void
}

/** Takes the show off the air, no matter whose it is, after a question with what that brings about. */
export function EndShow({ onAir, onDone }: EndShowProps) {
  const call = useCall()
  // With what was on air when it was asked: the question stays the same while it stands there.
  const [asked, setAsked] = useState<OnAir | null>(null)
  const hasEnded = useRef(false)
  const end = async () => {
    if (!asked) return
    hasEnded.current = true
    await call(endBroadcast, { params: { id: asked.id } })
    toast(endShowWords(asked).done, { tone: 'success' })
    setAsked(null)
    onDone()
  }
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
        aria-label={endShowWords(onAir).button}
        onClick={() => setAsked(onAir)}
      >
        <span>
          End<span className="max-sm:hidden"> broadcast</span>…
        </span>
      </Button>
      {asked && <ActDialog words={endShowWords(asked)} onConfirm={end} onClose={() => setAsked(null)} />}
    </>
  )
}
