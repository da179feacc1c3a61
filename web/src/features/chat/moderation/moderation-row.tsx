import { speaksForStation } from '@carillon/contract/policies'
import type { Person } from '@carillon/contract/roles'
import { memo } from 'react'
import { classNames } from '../../../lib/class-names.ts'
import { formatTime, formatTimestamp } from '../../../lib/station-time.ts'
import { Avatar, initialsOf } from '../../../ui/avatar.tsx'
import type { LogEntry } from '../chat-log.ts'
import { RoleMark } from '../message-row.tsx'
import { isMasked } from './masked.ts'
import { MaskedText } from './masked-text.tsx'
import { KeepAction, MessageActions, type MessageActionsProps, MessageSheet } from './message-actions.tsx'
import type { RemovalState } from './removals.ts'

export type ModerationRowProps = Omit<MessageActionsProps, 'isCurrent'> & {
  /** Has the one tab stop of the feed. */
  isCurrent: boolean
  /** Goes on from the message above it: the name stands there. */
  isContinued: boolean
  removal: RemovalState | undefined
  /** On narrow screens and for fingers the actions are a sheet. */
  hasSheet: boolean
  /** Read only: no actions. */
  isOver: boolean
}

/** One message with what can be done about it. The message itself is a button, so that the keyboard can stand on it. */
export const ModerationRow = memo(function ModerationRow(props: ModerationRowProps) {
  const { message, isCurrent, isContinued, removal, hasSheet, isOver } = props
  const isLeaving = removal !== undefined && !message.isRemoved
  return (
    <li
      data-message={message.id}
      className={classNames(
        'group relative flex items-start [contain:layout_style] gap-1 rounded-input pr-2 transition-colors duration-120 hover:bg-surface-2 focus-within:bg-surface-2 has-[>:focus-visible]:outline-2 has-[>:focus-visible]:-outline-offset-2 has-[>:focus-visible]:outline-focus',
        isContinued ? 'mt-0' : 'mt-1.5',
        isMasked(message) && !message.isRemoved && MASKED_EDGE,
      )}
    >
      <button
        type="button"
        tabIndex={isCurrent ? 0 : -1}
        aria-keyshortcuts={isOver ? undefined : 'Delete Shift+Delete B T S'}
        className="flex min-w-0 flex-1 cursor-default gap-2.5 rounded-input py-1 pl-2.5 text-left text-sm outline-none select-text"
      >
        <span className="w-7 shrink-0">{!isContinued && <Face person={message.sender} />}</span>
        <span className="grid min-w-0 flex-1">
          {!isContinued && <Head message={message} />}
          <Words message={message} isLeaving={isLeaving} />
        </span>
      </button>
      {!isOver && (
        <span
          data-actions
          className={
            hasSheet ? 'flex shrink-0 self-center' : classNames(TOOLS, isLeaving ? 'flex' : ON_DEMAND)
          }
        >
          <Actions {...props} />
        </span>
      )}
    </li>
  )
})

const MASKED_EDGE =
  'before:absolute before:inset-y-1 before:left-0 before:w-0.75 before:rounded-full before:bg-warning forced-colors:before:bg-[Mark]'
const TOOLS =
  'absolute top-0.5 right-1.5 items-center rounded-input border border-border bg-surface shadow-lift empty:hidden'
// Not only transparent: the buttons of a busy chat would be drawn again with every message.
const ON_DEMAND = 'hidden group-focus-within:flex group-hover:flex'

function Face({ person }: { person: Person }) {
  const look = speaksForStation(person) ? 'bg-primary! text-on-primary!' : 'bg-surface-2! text-text-muted!'
  return <Avatar initials={initialsOf(person.name)} className={`size-7 text-[0.65rem] ${look}`} />
}

function Head({ message: { sender, timestamp } }: { message: LogEntry }) {
  const at = new Date(timestamp)
  return (
    <span className="flex items-baseline gap-2">
      <bdi className="truncate font-semibold">{sender.name}</bdi>
      <RoleMark role={sender.role} />
      <time
        dateTime={timestamp}
        title={formatTimestamp(at)}
        className="ml-auto shrink-0 text-xs text-text-muted"
      >
        {formatTime(at)}
      </time>
    </span>
  )
}

function Words({ message, isLeaving }: { message: LogEntry; isLeaving: boolean }) {
  if (message.isRemoved) return <span className="text-text-muted italic">Message removed by a moderator</span>
  return (
    <span
      dir="auto"
      className={classNames('whitespace-pre-wrap wrap-anywhere', isLeaving && 'text-text-muted line-through')}
    >
      {isLeaving && <span className="sr-only">Removed: </span>}
      <MaskedText content={message.content} />
    </span>
  )
}

function Actions({ removal, hasSheet, isOver, isContinued, ...props }: ModerationRowProps) {
  // A colleague may have been faster.
  const isThere = !props.message.isRemoved
  if (isThere && removal === 'sent') return null
  if (isThere && removal === 'waiting') return <KeepAction {...props} />
  return hasSheet ? <MessageSheet {...props} /> : <MessageActions {...props} />
}
