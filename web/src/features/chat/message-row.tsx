import { speaksForStation } from '@carillon/contract/policies'
import type { Person, Role } from '@carillon/contract/roles'
import { type KeyboardEvent, memo, type ReactNode, use, useState } from 'react'
import { classNames } from '../../lib/class-names.ts'
import { formatClock, formatRelative, formatTime } from '../../lib/station-time.ts'
import { Avatar, initialsOf } from '../../ui/avatar.tsx'
import type { LogEntry } from './chat-log.ts'
import type { Row } from './rows.ts'
import { MinuteContext } from './use-minute.ts'

/** Tools of a message, and its looks meanwhile. Must be stable: they are given to every row. */
export type RowTools = {
  /** At the right of a message, shown on hover and focus. Tab passes over those of all messages but one. */
  actions?(message: LogEntry, isTabStop: boolean): ReactNode
  /** On its way out: drawn so that it can still be told from the others. */
  isLeaving?(id: number): boolean
  /** A key pressed on a message that has the focus. */
  onKey?(event: KeyboardEvent, message: LogEntry): void
}

type MessageRowProps = { row: Row; tools: RowTools | null; isTabStop: boolean }

/** One message. What it says is text and nothing else. */
export const MessageRow = memo(function MessageRow({ row, tools, isTabStop }: MessageRowProps) {
  const { entry, startsRun } = row
  const at = new Date(entry.atMs)
  const actions = !entry.isRemoved && tools?.actions?.(entry, isTabStop)
  return (
    <article
      data-message={entry.id}
      aria-label={`${entry.sender.name}, ${formatTime(at)}`}
      tabIndex={tools ? tabIndexOf(isTabStop) : undefined}
      onKeyDown={(event) => tools?.onKey?.(event, entry)}
      title={startsRun ? undefined : formatClock(at)}
      className={classNames(
        'group grid grid-cols-[2rem_minmax(0,1fr)_auto] gap-x-2.5 px-4 lg:px-5 -outline-offset-2',
        startsRun ? 'pt-3.5' : 'pt-0.5',
        Boolean(actions) && 'relative hover:bg-surface-2 focus-within:bg-surface-2',
        tools?.isLeaving?.(entry.id) && 'opacity-45 line-through',
      )}
    >
      {startsRun && <Speaker person={entry.sender} at={at} />}
      <div className="col-start-2 min-w-0">
        {entry.isRemoved ? <Removed /> : <Words text={entry.content} />}
      </div>
      {actions && <div className={classNames(ACTIONS, startsRun ? 'top-1.5' : '-top-1.5')}>{actions}</div>}
    </article>
  )
})

/** Of a message and of what can be done to it. */
export function tabIndexOf(isTabStop: boolean): 0 | -1 {
  return isTabStop ? 0 : -1
}

// Beside the words for fingers, which hover over nothing; else above them, and out of the way. Not only transparent:
// the buttons of a busy chat would be drawn again with every message.
const ACTIONS =
  'absolute right-2 hidden rounded-input border border-border bg-surface group-focus-within:flex group-hover:flex coarse:static coarse:col-start-3 coarse:row-span-2 coarse:row-start-1 coarse:-my-2 coarse:-mr-3 coarse:flex coarse:border-0 coarse:bg-transparent coarse:text-text-muted'

function Speaker({ person, at }: { person: Person; at: Date }) {
  return (
    <>
      <Avatar
        initials={initialsOf(person.name)}
        className={classNames(
          'row-span-2 size-8 text-[0.6875rem]',
          speaksForStation(person) ? 'bg-primary! text-on-primary!' : 'bg-surface-2! text-text-muted!',
        )}
      />
      <p className="col-start-2 flex min-w-0 items-baseline gap-1.5 text-sm leading-snug">
        <bdi className="truncate font-semibold">{person.name}</bdi>
        <RoleMark role={person.role} />
        <time
          dateTime={at.toISOString()}
          title={formatClock(at)}
          className="shrink-0 text-xs text-text-muted"
        >
          <Since at={at} />
        </time>
      </p>
    </>
  )
}

const ROLE_MARKS: Record<Role, string | null> = { LISTENER: null, DJ: 'DJ', MODERATOR: 'Mod', ADMIN: 'Admin' }

/** A small word beside the name of who speaks for the station. */
export function RoleMark({ role }: { role: Role }) {
  const mark = ROLE_MARKS[role]
  return (
    mark && (
      <span className="shrink-0 rounded-sm bg-primary px-1.5 text-[0.6875rem] leading-4 font-bold text-on-primary">
        {mark}
      </span>
    )
  )
}

/** Younger than a minute is now; the page's clock may be behind the message. */
function Since({ at }: { at: Date }) {
  return formatRelative(at, new Date(Math.max(use(MinuteContext), at.getTime())))
}

function Removed() {
  return <p className="text-sm text-text-muted italic">Message removed by a moderator</p>
}

const LONG_LINES = 12
const LONG_LENGTH = 700

/** Long ones are folded: one person's wall of text leaves the others in sight. */
export function Words({ text }: { text: string }) {
  const isLong = text.length > LONG_LENGTH || text.split('\n', LONG_LINES + 1).length > LONG_LINES
  const [isCollapsed, setCollapsed] = useState(isLong)
  return (
    <>
      <p
        dir="auto"
        className={classNames(
          'text-[0.9375rem] leading-snug break-words whitespace-pre-line',
          isCollapsed && 'line-clamp-[8]',
        )}
      >
        {text}
      </p>
      {isLong && (
        <button
          type="button"
          className="text-sm font-semibold text-link hover:underline"
          onClick={() => setCollapsed(!isCollapsed)}
        >
          {isCollapsed ? 'Show more' : 'Show less'}
        </button>
      )}
    </>
  )
}
