import { ChevronDown, MessageSquareLock } from 'lucide-react'
import { Suspense, useEffect, useId, useState } from 'react'
import { classNames } from '../../lib/class-names.ts'
import { lazyPart } from '../../lib/load-part.ts'
import { lineDraft, lineOwner } from './line-draft.ts'
import { type LineEnd, lineWords } from './line-words.ts'
import { useStaffLine } from './use-staff-line.ts'

// What was written, and the field to write in, come with a press; what remains of it stays while the row is closed.
const StaffLinePanel = lazyPart(async () => (await import('./staff-line-panel.tsx')).StaffLinePanel)

export type StaffLineCardProps = LineEnd & {
  broadcastId: number
  viewerId: number
  /** Part of another card, without a border of its own around it. */
  isFlush?: boolean
}

/** The private line between staff and the DJ of a show: one row with the newest message, and all of it on request. */
export function StaffLineCard({ broadcastId, viewerId, isFlush = false, ...end }: StaffLineCardProps) {
  const words = lineWords(end)
  const line = useStaffLine(broadcastId, viewerId)
  const owner = lineOwner(broadcastId, viewerId)
  // Where the window becomes narrow or wide, the row stands in another place: what was being written is in view there.
  const [isOpen, setIsOpen] = useState(() => lineDraft.of(owner).read() !== null)
  const [wasOpened, setWasOpened] = useState(isOpen)
  const id = useId()
  const { unread, see } = line
  useEffect(() => {
    if (isOpen) see()
  })
  const newest = line.messages?.at(-1)
  return (
    <section
      aria-labelledby={`${id}-title`}
      className={classNames(
        'min-w-0 bg-surface',
        isFlush ? 'shrink-0 border-b border-border' : 'overflow-hidden rounded-card border border-border',
      )}
    >
      <h2 className="font-sans text-sm">
        <LineButton
          id={id}
          title={words.title}
          newest={
            newest
              ? `${newest.sender.id === viewerId ? 'You' : newest.sender.name}: ${newest.content}`
              : words.hint
          }
          unread={unread}
          isOpen={isOpen}
          onPress={() => {
            setIsOpen(!isOpen)
            setWasOpened(true)
          }}
        />
      </h2>
      <div id={`${id}-panel`} hidden={!isOpen} className="border-t border-border px-4 py-3 lg:px-5">
        {wasOpened && (
          <Suspense fallback={<div className="h-19" />}>
            <StaffLinePanel line={line} viewerId={viewerId} owner={owner} end={end} isShown={isOpen} />
          </Suspense>
        )}
      </div>
    </section>
  )
}

type LineButtonProps = {
  id: string
  title: string
  /** The newest message, or who reads this line. */
  newest: string
  unread: number
  isOpen: boolean
  onPress(): void
}

function LineButton({ id, title, newest, unread, isOpen, onPress }: LineButtonProps) {
  return (
    <button
      type="button"
      id={`${id}-title`}
      aria-expanded={isOpen}
      aria-controls={`${id}-panel`}
      onClick={onPress}
      className={classNames(
        'flex min-h-11 w-full items-center gap-2.5 px-4 py-1.5 text-left lg:px-5',
        unread > 0 ? 'bg-accent-soft text-accent-ink' : 'hover:bg-surface-2',
      )}
    >
      <MessageSquareLock aria-hidden="true" className="size-4.5 shrink-0" />
      <span className="shrink-0 font-semibold">{title}</span>
      {!isOpen && (
        <span
          className={classNames('min-w-0 flex-1 truncate font-normal', unread === 0 && 'text-text-muted')}
        >
          {newest}
        </span>
      )}
      {unread > 0 && (
        <span className="ml-auto shrink-0 rounded-full bg-primary px-2 text-xs leading-5 font-bold text-on-primary tabular-nums">
          {unread}
          <span className="sr-only"> new</span>
        </span>
      )}
      <ChevronDown
        aria-hidden="true"
        className={classNames('size-4.5 shrink-0 transition-transform', isOpen && 'ml-auto rotate-180')}
      />
    </button>
  )
}
