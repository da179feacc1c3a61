import { BellOff, CheckCheck, CircleCheck, CloudOff } from 'lucide-react'
import { type RefObject, useEffect, useRef } from 'react'
import { announce } from '../../lib/announce.ts'
import { Link } from '../../lib/router/link.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import type { BellEntry } from './bell-entries.ts'
import { EmptyState } from './empty-state.tsx'
import { NotificationRow } from './notification-row.tsx'
import type { NotificationsState } from './notification-session.ts'
import { useFocusStays } from './use-focus-stays.ts'
import { useNotifications } from './use-notifications.ts'
import { useSteadyRows } from './use-steady-rows.ts'

export type BellPanelProps = {
  isSignedIn: boolean
  /** At most ten, all unread. */
  entries: readonly BellEntry[]
  now: Date
  onClose(): void
}

/** Panel of the bell: the newest unread, and the way to all. Opening it marks nothing read. */
export function BellPanel({ isSignedIn, entries, now, onClose }: BellPanelProps) {
  const { store } = useNotifications()
  const headingRef = useRef<HTMLHeadingElement>(null)
  useEffect(() => headingRef.current?.focus(), [])
  const markAll = () => {
    store.markAllRead()
    announce('All notifications marked as read')
    headingRef.current?.focus()
  }
  return (
    <>
      <div className="flex min-h-14 shrink-0 items-center justify-between gap-3 border-b border-border py-2 pr-2 pl-4">
        <h2 ref={headingRef} tabIndex={-1}>
          Notifications
        </h2>
        {isSignedIn && entries.length > 0 && (
          <Button
            variant="ghost"
            size="sm"
            icon={<CheckCheck aria-hidden="true" className="size-4" />}
            onClick={markAll}
          >
            Mark all read
          </Button>
        )}
      </div>
      {isSignedIn ? (
        <Entries entries={entries} now={now} onClose={onClose} onEmpty={() => headingRef.current?.focus()} />
      ) : (
        <SignIn onClose={onClose} />
      )}
      <div className="shrink-0 border-t border-border">
        <Link
          to="/notifications"
          onClick={onClose}
          className="flex min-h-12 items-center justify-center text-sm font-semibold text-link no-underline -outline-offset-2 hover:bg-surface-2 hover:underline"
        >
          View all notifications →
        </Link>
      </div>
    </>
  )
}

type EntriesProps = Pick<BellPanelProps, 'entries' | 'now' | 'onClose'> & { onEmpty(): void }

function Entries({ entries, now, onClose, onEmpty }: EntriesProps) {
  const { store, state } = useNotifications()
  const listRef = useRef<HTMLUListElement>(null)
  const keepFocus = useFocusStays(listRef, onEmpty)
  const isFailed = state.phase === 'failed'
  useEffect(() => {
    if (isFailed) void store.refresh()
  }, [isFailed, store])
  if (entries.length === 0) return <NoEntries phase={state.phase} />
  return (
    <>
      {isFailed && (
        <p className="shrink-0 bg-surface-2 px-4 py-1.5 text-xs text-text-muted">Not up to date</p>
      )}
      <Rows
        listRef={listRef}
        entries={entries}
        now={now}
        onRead={(id) => {
          keepFocus()
          store.markRead(id)
        }}
        onOpen={(id) => {
          store.markRead(id)
          onClose()
        }}
      />
    </>
  )
}

type RowsProps = Pick<BellPanelProps, 'entries' | 'now'> & {
  listRef: RefObject<HTMLUListElement | null>
  onRead(id: BellEntry['id']): void
  onOpen(id: BellEntry['id']): void
}

function Rows({ listRef, entries, now, onRead, onOpen }: RowsProps) {
  useSteadyRows(listRef)
  return (
    <ul ref={listRef} className="scroll-area min-h-0">
      {entries.map((entry) => (
        <NotificationRow
          key={entry.id}
          entry={entry}
          now={now}
          time="ago"
          onRead={() => onRead(entry.id)}
          onOpen={() => onOpen(entry.id)}
        />
      ))}
    </ul>
  )
}

function NoEntries({ phase }: Pick<NotificationsState, 'phase'>) {
  if (phase === 'loading') return <Waiting />
  return phase === 'failed' ? <Unknown /> : <Nothing />
}

function Waiting() {
  return (
    <div role="status" aria-label="Loading notifications" className="grid gap-3 p-4">
      <Skeleton className="h-11" />
      <Skeleton className="h-11" />
      <Skeleton className="h-11" />
    </div>
  )
}

/** Nobody is called caught up before it is known. */
function Unknown() {
  return (
    <EmptyState icon={<CloudOff />}>
      <p className="font-semibold">Not up to date</p>
      <p className="text-sm text-text-muted">Your notifications come as soon as the station answers.</p>
    </EmptyState>
  )
}

function Nothing() {
  return (
    <EmptyState icon={<CircleCheck />}>
      <p className="font-semibold">No unread notifications</p>
      <p className="text-sm text-text-muted">You're all caught up! New notifications will appear here.</p>
    </EmptyState>
  )
}

function SignIn({ onClose }: { onClose(): void }) {
  return (
    <EmptyState icon={<BellOff />}>
      <p className="font-semibold">Sign in to view notifications</p>
      <ButtonLink to="/login" size="sm" className="mt-2" onClick={onClose}>
        Login
      </ButtonLink>
    </EmptyState>
  )
}
