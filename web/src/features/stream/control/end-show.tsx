import { endBroadcast } from '@carillon/contract/broadcasts'
import { CircleStop } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useCall } from '../../../session/session.tsx'
import { Button } from '../../../ui/button.tsx'
import { toast } from '../../../ui/toast.ts'
import { ActDialog } from './act-dialog.tsx'
import { endShowWords, type OnAir } from './end-show-words.ts'

export type EndShowProps = {
  onAir: OnAir
  /** The broadcast has ended. */
  onDone(): void
}

/** Takes the show off the air, whoever's it is, after a question with what that brings about. */
export function EndShow({ onAir, onDone }: EndShowProps) {
  const call = useCall()
  // With what was on air when it was asked: the question stays the same while it stands there.
  const [asked, setAsked] = useState<OnAir | null>(null)
  const [isDone, setDone] = useState(false)
  const end = async () => {
    if (!asked) return
    await call(endBroadcast, { params: { id: asked.id } })
    toast(endShowWords(asked).done, { tone: 'success' })
    setAsked(null)
    setDone(true)
    onDone()
  }
  // The button goes with the show: its focus goes to what stays.
  useEffect(() => {
    if (isDone) document.querySelector('h1')?.focus()
  }, [isDone])
  return (
    <>
      <Button
        size="sm"
        variant="danger"
        aria-haspopup="dialog"
        aria-label={`End ${onAir.title}…`}
        icon={<CircleStop aria-hidden="true" className="size-4" />}
        onClick={() => setAsked(onAir)}
      >
        End…
      </Button>
      {asked && <ActDialog words={endShowWords(asked)} onConfirm={end} onClose={() => setAsked(null)} />}
    </>
  )
}
