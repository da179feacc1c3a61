import { DAY_MS } from '@carillon/contract/durations'
import type { Notification } from '@carillon/contract/notifications/schemas'
import { Link } from '../../../lib/router/link.tsx'
import { formatDate, formatTime } from '../../../lib/station-time.ts'
import { useClock } from '../../../lib/use-clock.ts'
import { Skeleton } from '../../../ui/skeleton.tsx'
import type { HistoryFilters } from './history-filters.ts'
import { HISTORY_TYPES, type HistoryType } from './history-types.ts'
import { FAILURES } from './history-words.ts'
import { LoadError } from './load-error.tsx'
import { useHistoryByType } from './use-history.ts'

type HistoryByTypeProps = { type: HistoryType; filters: HistoryFilters }

/** Notifications about broadcasts, of one type, in the range and with the words searched for. */
export function HistoryByType({ type, filters }: HistoryByTypeProps) {
  const query = useHistoryByType(type)
  const since = useClock().getTime() - filters.days * DAY_MS
  const words = filters.q.trim().toLowerCase()
  const notifications = query.data?.filter(
    ({ timestamp, message }) => Date.parse(timestamp) >= since && message.toLowerCase().includes(words),
  )
  return (
    <>
      {query.errorUpdatedAt > query.dataUpdatedAt && (
        <div className="px-4 pb-4 lg:px-6">
          <LoadError words={FAILURES.byType} isBusy={query.isFetching} onRetry={() => void query.refetch()} />
        </div>
      )}
      {notifications ? (
        <Notifications notifications={notifications} type={type} filters={filters} />
      ) : (
        query.isPending && <NotificationsSkeleton />
      )}
    </>
  )
}

function Notifications({
  notifications,
  type,
  filters,
}: HistoryByTypeProps & { notifications: readonly Notification[] }) {
  if (notifications.length === 0)
    return (
      <p className="border-t border-border px-6 py-16 text-center text-text-muted">
        No “{HISTORY_TYPES[type]}” notifications{filters.q && ' matching this search'} in the last{' '}
        {filters.days} days.
      </p>
    )
  return (
    <ul
      aria-label={`${HISTORY_TYPES[type]}: notifications of the last ${filters.days} days, newest first`}
      className="divide-y divide-border border-t border-border"
    >
      {notifications.map(({ id, timestamp, message, link }) => (
        <li key={id} className="flex flex-wrap items-baseline gap-x-6 gap-y-0.5 px-4 py-3 lg:px-6">
          <time dateTime={timestamp} className="w-44 text-sm text-text-muted">
            {formatDate(new Date(timestamp))}, {formatTime(new Date(timestamp))}
          </time>
          {link ? (
            <Link to={link} className="min-w-0 flex-1 basis-60 text-inherit wrap-anywhere">
              {message}
            </Link>
          ) : (
            <span className="min-w-0 flex-1 basis-60 wrap-anywhere">{message}</span>
          )}
        </li>
      ))}
    </ul>
  )
}

function NotificationsSkeleton() {
  return (
    <div role="status" aria-label="Loading" className="grid gap-3 border-t border-border p-4 lg:px-6">
      {[0, 1, 2, 3].map((row) => (
        <Skeleton key={row} className="h-6" />
      ))}
    </div>
  )
}
