import { memo } from 'react'
import { classNames } from '../../../lib/class-names.ts'
import { formatDate, formatTime } from '../../../lib/manila.ts'
import { roleLabel } from '../../../session/display-name.ts'
import { Avatar, initialsOf } from '../../../ui/avatar.tsx'
import { Badge } from '../../../ui/badge.tsx'
import type { LogEntry } from '../chat-log.ts'
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
  const isGone = message.isRemoved === true
  return (
    <li
      data-message={message.id}
      className={classNames(
        'group relative flex items-start gap-1 rounded-input pr-2 transition-colors duration-120 hover:bg-surface-2 focus-within:bg-surface-2',
        isContinued ? 'mt-0' : 'mt-1.5',
        isMasked(message) && !isGone && 'shadow-[inset_3px_0_0_var(--warning)]',
      )}
    >
      <button
        type="button"
        tabIndex={isCurrent ? 0 : -1}
        aria-keyshortcuts={isOver ? undefined : 'Delete Shift+Delete B S'}
        className="flex min-w-0 flex-1 cursor-default gap-2.5 rounded-input py-1 pl-2.5 text-left text-sm -outline-offset-2 select-text"
      >
        <span className="w-7 shrink-0">
          {!isContinued && (
            <Avatar initials={initialsOf(message.sender.name)} className="size-7 text-[0.65rem]" />
          )}
        </span>
        <span className="grid min-w-0 flex-1">
          {!isContinued && <Head message={message} />}
          <Words message={message} removal={removal} />
        </span>
      </button>
      {!isGone && !isOver && (
        <span
          data-actions
          className={classNames(
            'flex shrink-0 items-center',
            hasSheet || removal
              ? 'self-center'
              : 'absolute top-0.5 right-1.5 rounded-input border border-border bg-surface opacity-0 shadow-lift group-focus-within:opacity-100 group-hover:opacity-100',
          )}
        >
          <Actions {...props} />
        </span>
      )}
    </li>
  )
})

function Head({ message: { sender, timestamp } }: { message: LogEntry }) {
  const at = new Date(timestamp)
  return (
    <span className="flex items-baseline gap-2">
      <span className="truncate font-semibold">{sender.name}</span>
      {sender.role !== 'LISTENER' && <Badge className="shrink-0 py-0">{roleLabel(sender.role)}</Badge>}
      <time
        dateTime={timestamp}
        title={`${formatDate(at)}, ${formatTime(at)}`}
        className="ml-auto shrink-0 text-xs text-text-muted"
      >
        {formatTime(at)}
      </time>
    </span>
  )
}

function Words({ message, removal }: Pick<ModerationRowProps, 'message' | 'removal'>) {
  if (message.isRemoved) return <span className="text-text-muted italic">Message removed by a moderator</span>
  return (
    <>
      <span
        className={classNames('whitespace-pre-wrap wrap-anywhere', removal && 'text-text-muted line-through')}
      >
        <MaskedText content={message.content} />
      </span>
      {removal && (
        <span className="text-xs text-text-muted">{removal === 'waiting' ? 'Removed' : 'Removing…'}</span>
      )}
    </>
  )
}

function Actions({ removal, hasSheet, isOver, isContinued, ...props }: ModerationRowProps) {
  if (removal === 'sent') return null
  if (removal === 'waiting') return <KeepAction {...props} />
  return hasSheet ? <MessageSheet {...props} /> : <MessageActions {...props} />
}
