import { ArrowDown, ArrowUp, X } from 'lucide-react'
import { type KeyboardEvent, useEffect, useId, useRef } from 'react'
import { announce } from '../../lib/announce.ts'
import { isEnter } from '../../lib/is-enter.ts'
import { TextInput } from '../../ui/field.tsx'
import { IconButton } from '../../ui/icon-button.tsx'

type AnswerRowProps = {
  text: string
  /** From 1. */
  place: number
  count: number
  error: string | undefined
  canRemove: boolean
  autoFocus: boolean
  onText(text: string): void
  onMove(by: -1 | 1): void
  onRemove(): void
  /** Enter in the last answer. */
  onEnter(): void
}

/** One answer of a poll that is being written: its text, and its place among the others. */
export function AnswerRow(props: AnswerRowProps) {
  const { text, place, count, error, canRemove, autoFocus, onText, onMove, onRemove, onEnter } = props
  const errorId = useId()
  const rowRef = useRef<HTMLLIElement>(null)
  const move = useMove(rowRef, place, onMove)
  const remove = () => {
    // The row goes, and the focus with it, unless it is brought to a neighbour before.
    const row = rowRef.current
    inputOf(row?.nextElementSibling ?? row?.previousElementSibling)?.focus()
    onRemove()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (!isEnter(event)) return
    event.preventDefault()
    const next = inputOf(rowRef.current?.nextElementSibling)
    if (next) next.focus()
    else onEnter()
  }
  return (
    <li ref={rowRef} className="grid gap-1">
      <div className="flex flex-wrap items-center gap-1">
        <TextInput
          aria-label={`Answer ${place}`}
          aria-invalid={error ? true : undefined}
          aria-describedby={error && errorId}
          autoFocus={autoFocus}
          value={text}
          maxLength={80}
          autoComplete="off"
          placeholder={`Answer ${place}`}
          onChange={(event) => onText(event.target.value)}
          onKeyDown={onKeyDown}
          className="min-w-0 flex-[1_1_11rem]"
        />
        <div className="ml-auto flex">
          <MoveButton by={-1} place={place} off={place === 1} onMove={move} />
          <MoveButton by={1} place={place} off={place === count} onMove={move} />
          <IconButton
            label={`Remove answer ${place}`}
            icon={<X className="size-4.5" />}
            aria-disabled={!canRemove || undefined}
            onClick={() => canRemove && remove()}
            className={ROW_BUTTON}
          />
        </div>
      </div>
      {error && (
        <p id={errorId} className="text-sm font-medium text-danger">
          {error}
        </p>
      )}
    </li>
  )
}

type MoveButtonProps = { by: -1 | 1; place: number; off: boolean; onMove(by: -1 | 1): void }

function MoveButton({ by, place, off, onMove }: MoveButtonProps) {
  const Icon = by < 0 ? ArrowUp : ArrowDown
  return (
    <IconButton
      data-move={by}
      label={`Move answer ${place} ${by < 0 ? 'up' : 'down'}`}
      icon={<Icon className="size-4.5" />}
      aria-disabled={off || undefined}
      onClick={() => !off && onMove(by)}
      className={ROW_BUTTON}
    />
  )
}

const ROW_BUTTON = 'size-9 text-text-muted aria-disabled:cursor-default aria-disabled:opacity-40'

/** A row that moves in the page lets go of the focus: the button that moved it takes it back. */
function useMove(row: { current: HTMLElement | null }, place: number, onMove: (by: -1 | 1) => void) {
  const moved = useRef<{ by: -1 | 1; to: number } | null>(null)
  useEffect(() => {
    if (moved.current?.to !== place) return
    row.current?.querySelector<HTMLElement>(`[data-move="${moved.current.by}"]`)?.focus()
    moved.current = null
  }, [row, place])
  return (by: -1 | 1) => {
    moved.current = { by, to: place + by }
    announce(`Answer moved to place ${place + by}`)
    onMove(by)
  }
}

function inputOf(row: Element | null | undefined): HTMLElement | null {
  return row?.querySelector('input') ?? null
}
