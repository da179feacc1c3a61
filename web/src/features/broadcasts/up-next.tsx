import type { Broadcast } from '@carillon/contract/broadcasts/schemas'
import { ChevronRight } from 'lucide-react'
import { classNames } from '../../lib/class-names.ts'
import { Link } from '../../lib/router/link.tsx'
import { formatDate, formatTime, fromStationTime } from '../../lib/station-time.ts'
import { Button } from '../../ui/button.tsx'
import { Card, CardHead } from '../../ui/card.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { LATENESS_WORDS, latenessOf, stillExpected } from './lateness.ts'
import { useUpcoming } from './queries.ts'
import { useSeconds } from './use-seconds.ts'

const MOST_SHOWN = 3

type UpNextProps = {
  /** The show the page already talks about. */
  exceptId?: number | undefined
  /** The stage presents the very next one: begin with the one after. */
  skipsFirst?: boolean
}

/** The next three shows and the way to all of them. */
export function UpNext({ exceptId, skipsFirst = false }: UpNextProps) {
  const upcoming = useUpcoming()
  const now = useSeconds()
  const expected = upcoming.data && stillExpected(upcoming.data, now)
  const shows = expected?.filter(({ id }) => id !== exceptId).slice(skipsFirst ? 1 : 0)
  return (
    <Card aria-labelledby="up-next">
      <CardHead
        id="up-next"
        title="Up next"
        aside={
          <Link
            to="/schedule"
            className="inline-flex items-center gap-0.5 font-medium text-link hover:underline"
          >
            Full schedule
            <ChevronRight aria-hidden="true" className="size-4" />
          </Link>
        }
      />
      {shows ? (
        <ShowList shows={shows.slice(0, MOST_SHOWN)} now={now} />
      ) : (
        <NoAnswer isError={upcoming.isError} onRetry={() => void upcoming.refetch()} />
      )}
    </Card>
  )
}

function ShowList({ shows, now }: { shows: Broadcast[]; now: Date }) {
  if (shows.length === 0) {
    return <p className="text-sm text-text-muted">Nothing else is planned yet. New shows appear here.</p>
  }
  return (
    <ul className="-my-3 divide-y divide-border">
      {shows.map((show) => (
        <li key={show.id}>
          <Link
            to={`/broadcast/${show.id}`}
            className="group grid grid-cols-[5.5rem_1fr] items-center gap-3 py-3 text-text no-underline"
          >
            <ShowDay start={fromStationTime(show.scheduledStart)} now={now} />
            <span className="min-w-0">
              <span className="block truncate font-semibold group-hover:underline">{show.title}</span>
              <span className="block truncate text-sm text-text-muted">with {show.createdBy.name}</span>
            </span>
          </Link>
        </li>
      ))}
    </ul>
  )
}

function ShowDay({ start, now }: { start: Date; now: Date }) {
  const lateness = latenessOf(start, now)
  return (
    <time dateTime={start.toISOString()} className="text-sm leading-snug">
      <span className="block font-semibold whitespace-nowrap">{formatTime(start)}</span>
      <span className={classNames('block text-xs text-text-muted', !lateness && 'whitespace-nowrap')}>
        {lateness ? LATENESS_WORDS[lateness] : formatDate(start)}
      </span>
    </time>
  )
}

function NoAnswer({ isError, onRetry }: { isError: boolean; onRetry: () => void }) {
  if (isError) {
    return (
      <div className="flex items-center justify-between gap-3 text-sm text-text-muted">
        <p>The schedule could not be loaded.</p>
        <Button variant="outline" size="sm" onClick={onRetry}>
          Retry
        </Button>
      </div>
    )
  }
  return (
    <div className="grid gap-4" aria-busy="true">
      {[1, 2, 3].map((row) => (
        <Skeleton key={row} className="h-10 w-full" />
      ))}
    </div>
  )
}
