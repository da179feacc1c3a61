import { CHAT_TIMEOUT_MINUTES } from '@carillon/contract/chat/schemas'
import { canGiveTimeout } from '@carillon/contract/policies'
import { Ban, EllipsisVertical, type LucideIcon, Timer, Trash2, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { classNames } from '../../../lib/class-names.ts'
import { Button } from '../../../ui/button.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { MENU_ROW } from '../../../ui/menu.tsx'
import { Sheet } from '../../../ui/sheet.tsx'
import type { LogEntry } from '../chat-log.ts'
import type { MessageOrders } from './message-orders.ts'

export type MessageActionsProps = MessageOrders & {
  message: LogEntry
  /** Buttons of other messages are passed over by Tab. */
  isCurrent: boolean
}

/** Ban, a timeout and Delete beside a message, for who points at it or has the focus on it. */
export function MessageActions(props: MessageActionsProps) {
  const { message, isCurrent, onRemove, onBan, onTimeout, banRightOf } = props
  const right = banRightOf(message.sender)
  const { name } = message.sender
  const tabIndex = isCurrent ? 0 : -1
  return (
    <>
      <IconButton
        label={right.allowed ? `Ban ${name}` : right.reason}
        icon={<Ban className="size-4" />}
        tabIndex={tabIndex}
        aria-disabled={right.allowed ? undefined : true}
        onClick={() => right.allowed && onBan(message.sender)}
        className="size-8 text-text-muted hover:text-text aria-disabled:cursor-not-allowed aria-disabled:opacity-40"
      />
      {canGiveTimeout(message.sender) && (
        <IconButton
          label={timeoutLabel(name)}
          icon={<Timer className="size-4" />}
          tabIndex={tabIndex}
          onClick={() => onTimeout(message.sender)}
          className="size-8 text-text-muted hover:text-text"
        />
      )}
      {!message.isRemoved && (
        <IconButton
          label={`Delete message by ${name}`}
          icon={<Trash2 className="size-4" />}
          tabIndex={tabIndex}
          onClick={() => onRemove(message)}
          className="size-8 text-danger"
        />
      )}
    </>
  )
}

/** `Time out Ana Cruz for 10 minutes`. */
function timeoutLabel(name: string): string {
  return `Time out ${name} for ${CHAT_TIMEOUT_MINUTES} minutes`
}

/** The way back for a message that waits to be removed. */
export function KeepAction({ message, isCurrent, onKeep }: MessageActionsProps) {
  return (
    <Button
      size="sm"
      variant="ghost"
      tabIndex={isCurrent ? 0 : -1}
      aria-label={`Undo: keep the message by ${message.sender.name}`}
      icon={<Undo2 aria-hidden="true" className="size-4" />}
      onClick={() => onKeep(message)}
    >
      Undo
    </Button>
  )
}

/** The same as a sheet from the bottom, behind a button of 44 px. */
export function MessageSheet(props: MessageActionsProps) {
  const { message, isCurrent } = props
  const [open, setOpen] = useState(false)
  const { name } = message.sender
  /** Closed first, so that what opens next gives the focus back to the button of this sheet. */
  const choose = (order: () => void) => {
    setOpen(false)
    order()
  }
  return (
    <>
      <IconButton
        label={`Actions for the message by ${name}`}
        tooltip={false}
        aria-haspopup="dialog"
        tabIndex={isCurrent ? 0 : -1}
        icon={<EllipsisVertical className="size-5 text-text-muted" />}
        onClick={() => setOpen(true)}
        className="-mr-2 size-11"
      />
      <Sheet open={open} onClose={() => setOpen(false)} title={name}>
        <p className="mb-4 line-clamp-3 text-text-muted wrap-anywhere">
          {message.isRemoved ? 'Message removed by a moderator' : message.content}
        </p>
        <SheetItems {...props} onChoose={choose} />
      </Sheet>
    </>
  )
}

type SheetItemsProps = MessageActionsProps & { onChoose(order: () => void): void }

function SheetItems(props: SheetItemsProps) {
  const { message, onRemove, onRemoveNow, onBan, onTimeout, banRightOf, onChoose } = props
  const right = banRightOf(message.sender)
  return (
    <div className="grid">
      {!message.isRemoved && (
        <>
          <SheetItem
            Icon={Trash2}
            label="Delete"
            note="Undo for 5 seconds"
            onChoose={() => onChoose(() => onRemove(message))}
          />
          <SheetItem
            Icon={Trash2}
            label="Delete now"
            note="For messages nobody should see a moment longer"
            onChoose={() => onChoose(() => onRemoveNow(message))}
          />
        </>
      )}
      {canGiveTimeout(message.sender) && (
        <SheetItem
          Icon={Timer}
          label={`Timeout for ${CHAT_TIMEOUT_MINUTES} minutes`}
          note="No messages and no song requests until then"
          onChoose={() => onChoose(() => onTimeout(message.sender))}
        />
      )}
      <SheetItem
        Icon={Ban}
        label={`Ban ${message.sender.name}…`}
        note={right.allowed ? 'Choose for how long and why' : right.reason}
        isRefused={!right.allowed}
        onChoose={() => right.allowed && onChoose(() => onBan(message.sender))}
      />
    </div>
  )
}

type SheetItemProps = { Icon: LucideIcon; label: string; note: string; isRefused?: boolean; onChoose(): void }

function SheetItem({ Icon, label, note, isRefused = false, onChoose }: SheetItemProps) {
  return (
    <button
      type="button"
      aria-disabled={isRefused || undefined}
      onClick={onChoose}
      className={classNames(MENU_ROW, '-mx-3 min-h-14', isRefused ? 'cursor-not-allowed' : 'text-danger')}
    >
      <Icon aria-hidden="true" className="size-5 shrink-0 opacity-80" />
      <span className="grid">
        <span className="text-base font-medium">{label}</span>
        <span className="text-sm text-text-muted">{note}</span>
      </span>
    </button>
  )
}
