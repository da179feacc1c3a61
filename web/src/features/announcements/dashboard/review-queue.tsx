import type { Announcement } from '@carillon/contract/announcements/schemas'
import { Suspense, useEffect, useId, useMemo, useRef, useState } from 'react'
import { lazyPart } from '../../../lib/load-part.ts'
import { Link } from '../../../lib/router/link.tsx'
import { formatRelative } from '../../../lib/station-time.ts'
import { useClock } from '../../../lib/use-clock.ts'
import { useCall } from '../../../session/session.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { RetryBanner } from '../../../ui/retry-banner.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { createAnnouncementCalls } from '../announcement-calls.ts'
import { useReviewQueue } from './use-review-queue.ts'

// Fetched when a draft is opened: most visits to the page open none.
const ReviewDialog = lazyPart(async () => (await import('./review-dialog.tsx')).ReviewDialog)

export type ReviewQueueProps = {
  /** All drafts. */
  allPath: string
  editPath(id: number): string
}

/** Announcements that wait for a review, and the way to read and answer each. */
export function ReviewQueue({ allPath, editPath }: ReviewQueueProps) {
  const call = useCall()
  const calls = useMemo(() => createAnnouncementCalls(call), [call])
  const drafts = useReviewQueue()
  const [openId, setOpenId] = useState<number | null>(null)
  const headingId = useId()
  const headingRef = useRef<HTMLHeadingElement>(null)
  const waiting = drafts.data?.content
  const opened = waiting?.find(({ id }) => id === openId)
  useHeir(headingRef, waiting)
  const total = drafts.data?.totalElements ?? 0
  return (
    <Card aria-labelledby={headingId} className="grid grid-cols-[minmax(0,1fr)]">
      <header className="mb-3 flex items-baseline gap-2">
        <h2 id={headingId} ref={headingRef} tabIndex={-1}>
          To review
        </h2>
        {total > 0 && <span className="text-sm text-text-muted tabular-nums">{total}</span>}
        {total > 0 && (
          <Link to={allPath} className="ml-auto text-sm font-semibold text-link underline underline-offset-3">
            All drafts
          </Link>
        )}
      </header>
      {drafts.errorUpdatedAt > drafts.dataUpdatedAt && (
        <RetryBanner isBusy={drafts.isFetching} onRetry={() => void drafts.refetch()}>
          {waiting ? "Couldn't refresh. Showing what was loaded before." : "Couldn't load the announcements"}
        </RetryBanner>
      )}
      {waiting ? (
        <Waiting waiting={waiting} onOpen={setOpenId} />
      ) : (
        drafts.errorUpdatedAt === 0 && <Skeleton className="h-14" />
      )}
      <Suspense>
        {opened && (
          <ReviewDialog
            announcement={opened}
            calls={calls}
            editPath={editPath(opened.id)}
            onClose={() => setOpenId(null)}
          />
        )}
      </Suspense>
    </Card>
  )
}

type WaitingProps = { waiting: readonly Announcement[]; onOpen(id: number): void }

function Waiting({ waiting, onOpen }: WaitingProps) {
  const now = useClock()
  if (waiting.length === 0)
    return <p className="text-sm text-text-muted">No announcements are waiting for review.</p>
  return (
    <ul aria-label="Announcements to review" className="divide-y divide-border">
      {waiting.map(({ id, title, createdBy, updatedAt }) => (
        <li key={id} className="flex items-center gap-3 py-2.5 first:pt-0 last:pb-0">
          <div className="min-w-0 flex-1 text-sm">
            <p className="truncate font-semibold">{title}</p>
            <p className="truncate text-text-muted">
              {createdBy.name} · {formatRelative(new Date(updatedAt), now)}
            </p>
          </div>
          <Button
            size="sm"
            variant="outline"
            aria-haspopup="dialog"
            aria-label={`Review ${title}…`}
            onClick={() => onOpen(id)}
          >
            Review…
          </Button>
        </li>
      ))}
    </ul>
  )
}

/** When the one that had the focus has its answer, the heading takes it. */
function useHeir(
  headingRef: { current: HTMLElement | null },
  waiting: readonly Announcement[] | undefined,
): void {
  const before = useRef<readonly Announcement[]>([])
  useEffect(() => {
    const gone = before.current.some(({ id }) => !waiting?.some((one) => one.id === id))
    before.current = waiting ?? []
    if (gone && document.activeElement === document.body) headingRef.current?.focus()
  }, [headingRef, waiting])
}
