import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import { classNames } from '../../lib/class-names.ts'
import { Link } from '../../lib/router/link.tsx'
import { formatRelative, formatTime } from '../../lib/station-time.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import type { BellEntry } from './bell-entries.ts'
import { lookOf } from './notification-looks.ts'
import { isOwnPath } from './own-path.ts'
import { HINT_PX, SWIPE_PX, useSwipe } from './use-swipe.ts'

export type NotificationRowProps = {
  entry: BellEntry
  now: Date
  /** The time of day where a heading tells the day; else how long ago. */
  time: 'clock' | 'ago'
  onRead(): void
  /** It was opened, which marks it read as well. */
  onOpen(): void
}

/** One thing that was told, as a list item: a press opens it, the tick or a swipe of 100 px marks it read. */
export function NotificationRow({ entry, now, time, onRead, onOpen }: NotificationRowProps) {
  const { offset, handlers } = useSwipe(onRead)
  const swiped = entry.read ? 0 : offset
  return (
    <li
      {...(entry.read ? {} : handlers)}
      className="group relative touch-pan-y overflow-hidden border-t border-border bg-success-soft first:border-t-0"
    >
      <SwipeHint offset={swiped} />
      <div
        style={swiped === 0 ? undefined : { transform: `translateX(${swiped}px)` }}
        className={classNames(
          'relative flex min-h-16 items-center bg-surface hover:bg-surface-2',
          swiped === 0 && 'transition-[translate,transform,background-color] duration-200 ease-out',
        )}
      >
        <Target link={entry.link} onOpen={onOpen}>
          <Look entry={entry} />
          <Words entry={entry} now={now} time={time} />
        </Target>
        {!entry.read && <ReadButton entry={entry} onRead={onRead} />}
      </div>
    </li>
  )
}

/** A path of the station leads there; what has none is only marked read. */
function Target({ link, onOpen, children }: { link: string | null; onOpen(): void; children: ReactNode }) {
  const look = 'flex min-w-0 flex-1 items-center gap-3 py-3 pl-4 text-left text-text no-underline'
  if (link === null || !isOwnPath(link))
    return (
      <button type="button" className={look} onClick={onOpen}>
        {children}
      </button>
    )
  return (
    <Link to={link} draggable={false} className={look} onClick={onOpen}>
      {children}
    </Link>
  )
}

function Look({ entry }: { entry: BellEntry }) {
  const { Icon, ink } = lookOf(entry.type)
  return (
    <span
      aria-hidden="true"
      className={classNames(
        'grid size-10 shrink-0 place-items-center self-start rounded-card bg-[color-mix(in_oklab,currentColor_12%,transparent)]',
        ink,
        entry.read && 'opacity-70',
      )}
    >
      <Icon className="size-5" />
    </span>
  )
}

function Words({ entry, now, time }: Pick<NotificationRowProps, 'entry' | 'now' | 'time'>) {
  const sentAt = new Date(entry.timestamp)
  return (
    <span className="grid min-w-0 flex-1 gap-0.5 pr-2">
      <span
        className={classNames(
          'line-clamp-2 text-sm [overflow-wrap:anywhere]',
          entry.read ? 'text-text-muted' : 'font-medium',
        )}
      >
        {entry.message}
      </span>
      <span className="text-xs text-text-muted">
        {lookOf(entry.type).label} ·&nbsp;
        <time dateTime={entry.timestamp} className="whitespace-nowrap">
          {time === 'clock' ? formatTime(sentAt) : formatRelative(sentAt, now)}
        </time>
        {!entry.read && <span className="sr-only">, unread</span>}
      </span>
    </span>
  )
}

/** The dot of what is unread; under the pointer or the focus, and always for fingers, it is the tick. */
function ReadButton({ entry, onRead }: { entry: BellEntry; onRead(): void }) {
  return (
    <span className="relative mr-2 grid size-11 shrink-0 place-items-center">
      <span
        aria-hidden="true"
        className="absolute size-2 rounded-full bg-live group-focus-within:opacity-0 group-hover:opacity-0 coarse:top-1 coarse:right-1 coarse:opacity-100!"
      />
      <IconButton
        label="Mark as read"
        aria-description={entry.message}
        tooltip={false}
        icon={<Check className="size-5" />}
        onClick={onRead}
        className="text-text-muted opacity-0 group-focus-within:opacity-100 group-hover:opacity-100 coarse:opacity-100"
      />
    </span>
  )
}

/** On the side that the row leaves free: it fades in, and is whole where letting go counts. */
function SwipeHint({ offset }: { offset: number }) {
  const moved = Math.abs(offset)
  if (moved < HINT_PX) return null
  const opacity = Math.min(1, (moved - HINT_PX + 10) / (SWIPE_PX - HINT_PX + 10))
  return (
    <span
      style={{ opacity, width: moved }}
      className={classNames(
        'absolute inset-y-0 grid place-items-center text-center text-xs font-semibold text-success',
        offset > 0 ? 'left-0' : 'right-0',
      )}
    >
      {/* Narrow enough to stand in what is free from the first. */}
      <span className="w-13">Release to mark as read</span>
    </span>
  )
}
