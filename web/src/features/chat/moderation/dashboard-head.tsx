import type { Broadcast } from '@carillon/contract/broadcasts/schemas'
import { memo, type RefObject } from 'react'
import { type Choice, ChoiceChips } from '../../../ui/choice-chips.tsx'
import type { ChatRoom } from '../chat-room.ts'
import type { SlowMode } from '../slow-mode.ts'
import { ExportLink } from './export-link.tsx'
import { SlowModeChip } from './slow-mode-chip.tsx'

/** Which messages are shown; null for all. */
export type Filter = 'masked' | null

const FILTERS: readonly Choice<'masked'>[] = [
  { value: null, label: 'All' },
  { value: 'masked', label: 'Masked' },
]

export type DashboardHeadProps = {
  headingId: string
  broadcast: Pick<Broadcast, 'id' | 'title'>
  slowMode: SlowMode
  room: ChatRoom
  slowModeRef: RefObject<HTMLButtonElement | null>
  filter: Filter
  onFilter(filter: Filter): void
  /** The feed stands still. */
  isHeld: boolean
  isOver: boolean
  /** Whether the keys are told. */
  hasKeys: boolean
}

/** Head above the messages. Memo: nothing of it changes with a message. */
export const DashboardHead = memo(function DashboardHead(props: DashboardHeadProps) {
  const { headingId, broadcast, slowMode, room, slowModeRef, filter, onFilter, isHeld, isOver, hasKeys } =
    props
  return (
    <header className="grid gap-3 border-b border-border px-4 py-3">
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-2">
        <h2 id={headingId} className={isOver ? '' : 'max-md:sr-only'}>
          {isOver ? 'Chat of the last show' : 'Live chat'}
        </h2>
        <div className="flex flex-wrap items-center gap-2">
          {!isOver && (
            <SlowModeChip
              broadcastId={broadcast.id}
              slowMode={slowMode}
              onChanged={({ slowModeEnabled, slowModeSeconds }) =>
                room.setSlowMode(slowModeEnabled ? { seconds: slowModeSeconds } : null)
              }
              buttonRef={slowModeRef}
            />
          )}
          <ExportLink broadcastId={broadcast.id} title={broadcast.title} />
        </div>
      </div>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <ChoiceChips
          legend="Which messages"
          hideLegend
          choices={FILTERS}
          value={filter}
          onChange={onFilter}
        />
        {isHeld && !isOver && <span className="mr-auto text-sm text-text-muted">Paused</span>}
        {!isOver && hasKeys && <KeyHints />}
      </div>
    </header>
  )
})

/** Hints about the keys; also announced by screen readers with each message. */
function KeyHints() {
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-xs text-text-muted max-xl:hidden">
      <Hint keys="↑ ↓" words="move" />
      <Hint keys="Del" words="remove" />
      <Hint keys="⇧ Del" words="remove now" />
      <Hint keys="T" words="timeout" />
      <Hint keys="B" words="ban" />
      <Hint keys="S" words="slow mode" />
    </p>
  )
}

function Hint({ keys, words }: { keys: string; words: string }) {
  return (
    <span className="whitespace-nowrap">
      <kbd className="rounded-sm border border-border px-1 font-sans">{keys}</kbd> {words}
    </span>
  )
}
