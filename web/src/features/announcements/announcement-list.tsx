import type { Announcement } from '@carillon/contract/announcements/schemas'
import type { ReactNode } from 'react'
import { useClock } from '../../lib/use-clock.ts'
import { Button } from '../../ui/button.tsx'
import { RetryBanner } from '../../ui/retry-banner.tsx'
import { Rings } from '../../ui/rings.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { AnnouncementCard, type AnnouncementCardProps } from './announcement-card.tsx'
import type { ListView } from './use-announcement-list.ts'
import { useFocusHeir } from './use-focus-heir.ts'

export type CardTools = Pick<AnnouncementCardProps, 'aside' | 'head' | 'foot'>
export type AnnouncementListProps = {
  list: ListView
  /** Content in place of an empty list. */
  empty: ReactNode
  /** Tools for supervisors on each card. */
  toolsOf?(announcement: Announcement, now: Date): CardTools
}

/** A list of announcements and every state it can be in. */
export function AnnouncementList({ list, empty, toolsOf }: AnnouncementListProps) {
  const now = useClock()
  const { items, total, isError, isLoadingMore } = list
  useFocusHeir(items)
  return (
    <>
      {isError && <LoadError isStale={items !== undefined} onRetry={list.retry} />}
      {!items && !isError && <Waiting />}
      {items?.length === 0 && empty}
      {items?.map((announcement) => (
        <AnnouncementCard
          key={announcement.id}
          announcement={announcement}
          now={now}
          {...toolsOf?.(announcement, now)}
        />
      ))}
      {items && items.length < total && (
        <div className="grid justify-items-center gap-2 py-2">
          <p className="text-sm text-text-muted tabular-nums">
            {items.length} of {total}
          </p>
          <Button variant="outline" busy={isLoadingMore} busyLabel="Loading…" onClick={list.more}>
            Load more
          </Button>
        </div>
      )}
    </>
  )
}

/** Calm words where a list has nothing. */
export function Nothing({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className="relative isolate grid justify-items-center gap-1 overflow-hidden rounded-card border border-border bg-surface px-6 py-16 text-center">
      <Rings state="resting" className="calm-rings w-[36rem] text-text-muted" />
      <p className="font-display text-xl font-bold">{title}</p>
      {children}
    </div>
  )
}

function LoadError({ isStale, onRetry }: { isStale: boolean; onRetry(): void }) {
  return (
    <RetryBanner onRetry={onRetry}>
      {isStale ? "Couldn't refresh the announcements" : "Couldn't load the announcements"}
    </RetryBanner>
  )
}

function Waiting() {
  return (
    <div className="grid gap-4" role="status" aria-label="Loading the announcements">
      {[0, 1, 2].map((row) => (
        <Skeleton key={row} className="h-44 rounded-card" />
      ))}
    </div>
  )
}
