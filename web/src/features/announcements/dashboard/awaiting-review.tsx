import { announcementsByStatus } from '@carillon/contract/announcements/endpoints'
import { useQuery } from '@tanstack/react-query'
import { ChevronRight, Megaphone } from 'lucide-react'
import { classNames } from '../../../lib/class-names.ts'
import { Link } from '../../../lib/router/link.tsx'
import { useCall } from '../../../session/session.ts'
import { RetryBanner } from '../../../ui/retry-banner.tsx'
import { ANNOUNCEMENTS_KEY } from '../announcements-key.ts'

/** A new draft reaches an open page within this long. */
const REFRESH_MS = 60_000

/** Link with the number of announcements that await review; it leads to `to`. */
export function AwaitingReview({ to }: { to: string }) {
  const call = useCall()
  const drafts = useQuery({
    queryKey: [...ANNOUNCEMENTS_KEY, 'awaiting'],
    queryFn: ({ signal }) =>
      call(announcementsByStatus, {
        params: { status: 'DRAFT' },
        query: { page: 0, size: 1 },
        signal,
      }),
    refetchInterval: REFRESH_MS,
  })
  if (drafts.data === undefined && drafts.errorUpdatedAt > 0)
    return (
      <RetryBanner isBusy={drafts.isFetching} onRetry={() => void drafts.refetch()}>
        Couldn't load the announcements
      </RetryBanner>
    )
  const count = drafts.data?.totalElements ?? 0
  return (
    <Link
      to={to}
      className="flex min-h-14 items-center gap-3 rounded-card border border-border bg-surface px-4 py-3 text-sm font-semibold text-text no-underline hover:bg-surface-2 lg:px-6"
    >
      <Megaphone
        aria-hidden="true"
        className={classNames('size-5 shrink-0', count > 0 ? 'text-accent-ink' : 'text-text-muted')}
      />
      <span className="flex-1">{drafts.data ? awaitingWords(count) : 'Announcements'}</span>
      <ChevronRight aria-hidden="true" className="size-4 shrink-0 text-text-muted" />
    </Link>
  )
}

function awaitingWords(count: number): string {
  if (count === 0) return 'No announcements await review'
  return count === 1 ? '1 announcement awaits review' : `${count} announcements await review`
}
