import { Undo2 } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { DONE_WORDS, type Settled, UNDO_MS } from './use-settling.ts'

type UndoingProps = { settled: Settled; onUndo(): void; onLeave(): void }

/** Undo for the last command, for 5 s; longer while the pointer rests on it. */
export function Undoing({ settled, onUndo, onLeave }: UndoingProps) {
  const [isHeld, setIsHeld] = useState(false)
  const leave = useRef(onLeave)
  useEffect(() => {
    leave.current = onLeave
  })
  const stays = isHeld || settled.isUndoing
  useEffect(() => {
    if (stays) return
    const timer = setTimeout(() => leave.current(), UNDO_MS)
    return () => clearTimeout(timer)
  }, [stays])
  return (
    <>
      <span className="text-sm font-medium text-text-muted">{DONE_WORDS[settled.status]}</span>
      <Button
        variant="ghost"
        size="sm"
        busy={settled.isUndoing}
        icon={<Undo2 aria-hidden="true" className="size-4" />}
        aria-label={`Undo: ${settled.group.songTitle}`}
        onPointerEnter={() => setIsHeld(true)}
        onPointerLeave={() => setIsHeld(false)}
        onClick={onUndo}
      >
        Undo
      </Button>
    </>
  )
}
