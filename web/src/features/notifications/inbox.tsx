import type { Notification } from '@carillon/contract/notifications/schemas'
import { ChevronUp } from 'lucide-react'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { announce } from '../../lib/announce.ts'
import { useClock } from '../../lib/use-clock.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { type DayGroup, dayGroups } from './day-groups.ts'
import { EmptyInbox, MoreNotifications } from './inbox-states.tsx'
import { type InboxFilter, InboxToolbar } from './inbox-toolbar.tsx'
import { pagedItems } from './notification-list.ts'
import { NotificationRow } from './notification-row.tsx'
import { useFocusStays } from './use-focus-stays.ts'
import { useNotifications } from './use-notifications.ts'

const EVERYTHING: InboxFilter = { unread: null, type: null }

/** All that one was told, by day, with its filters. The bell above it keeps it up to date. */
export function Inbox() {
  const { store, state } = useNotifications()
  const [filter, setFilter] = useState(EVERYTHING)
  const topRef = useRef<HTMLDivElement>(null)
  const now = useClock()
  const paged = pagedItems(state.list, state.isEnabled)
  const shown = paged.filter((item) => isShown(item, filter))
  useInboxPages()
  const retry = () => void store.refreshPages()
  // Before what was pressed goes.
  const keepFocus = () => topRef.current?.focus({ preventScroll: true })
  const toTop = () => {
    store.lookAtNew()
    topRef.current?.scrollIntoView({ block: 'end' })
    keepFocus()
  }
  return (
    <div ref={topRef} tabIndex={-1} className="grid gap-5 outline-none">
      <InboxToolbar
        filter={filter}
        onFilter={setFilter}
        unreadCount={state.list.unreadCount}
        isEmpty={paged.length === 0}
        onMarkAll={() => {
          store.markAllRead()
          announce('All notifications marked as read')
        }}
        onClear={store.clear}
      />
      {state.beforeClear && (
        <Cleared
          onUndo={() => {
            keepFocus()
            store.undoClear()
          }}
        />
      )}
      {state.newCount > 0 && <NewPill count={state.newCount} onPress={toTop} />}
      {shown.length > 0 ? (
        <Days groups={dayGroups(shown, now)} now={now} onEmpty={() => topRef.current?.focus()} />
      ) : (
        <EmptyInbox
          state={state}
          isFiltered={paged.length > 0}
          onRetry={() => {
            keepFocus()
            retry()
          }}
        />
      )}
      {(shown.length > 0 || state.paging !== 'failed') && (
        <MoreNotifications state={state} onMore={() => void store.loadMore()} onRetry={retry} />
      )}
    </div>
  )
}

/** The pages are asked for when the inbox is first in view, and what came before is nothing new in it. */
function useInboxPages(): void {
  const { store, state } = useNotifications()
  const isUnasked = state.paging === 'none' && state.phase !== 'loading'
  useEffect(() => store.lookAtNew(), [store])
  useEffect(() => {
    if (isUnasked) void store.refreshPages()
  }, [store, isUnasked])
}

function isShown(item: Notification, filter: InboxFilter): boolean {
  if (filter.unread !== null && item.read) return false
  return filter.type === null || item.type === filter.type
}

function Days({ groups, now, onEmpty }: { groups: DayGroup[]; now: Date; onEmpty(): void }) {
  const { store } = useNotifications()
  const listRef = useRef<HTMLDivElement>(null)
  const keepFocus = useFocusStays(listRef, onEmpty)
  return (
    <div ref={listRef} className="grid gap-6">
      {groups.map(({ day, items }) => (
        <Day key={day} day={day}>
          {items.map((item) => (
            <NotificationRow
              key={item.id}
              entry={item}
              now={now}
              time="clock"
              onOpen={() => store.markRead(item.id)}
              onRead={() => {
                keepFocus()
                store.markRead(item.id)
              }}
            />
          ))}
        </Day>
      ))}
    </div>
  )
}

function Day({ day, children }: { day: string; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="mb-2 font-sans text-sm font-semibold tracking-normal text-text-muted">
        {day}
      </h2>
      <ul className="overflow-hidden rounded-card border border-border bg-surface">{children}</ul>
    </section>
  )
}

function Cleared({ onUndo }: { onUndo(): void }) {
  return (
    <Banner
      role="status"
      action={
        <Button variant="outline" size="sm" onClick={onUndo}>
          Undo
        </Button>
      }
    >
      The list is cleared. They come back when you reload.
    </Banner>
  )
}

/** Stays in view while one reads further down. */
function NewPill({ count, onPress }: { count: number; onPress(): void }) {
  return (
    <Button
      variant="accent"
      size="sm"
      icon={<ChevronUp aria-hidden="true" className="size-4" />}
      onClick={onPress}
      className="sticky top-3 z-10 justify-self-center rounded-full! shadow-lift"
    >
      {`${count} new`}
    </Button>
  )
}
