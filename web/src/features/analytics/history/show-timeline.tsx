import type { ShowEvent } from '@carillon/contract/analytics/schemas'
import type { Broadcast } from '@carillon/contract/broadcasts/schemas'
import { classNames } from '../../../lib/class-names.ts'
import { formatDate, formatTime } from '../../../lib/station-time.ts'
import { outageSum } from './outages.ts'
import { timelineOf } from './timeline.ts'

type ShowTimelineProps = {
  broadcast: Broadcast
  /** Undefined until they are known. */
  events: readonly ShowEvent[] | undefined
}

/** Timeline of a show, an event a line, and how long listeners had no sound: in its details, and in its debrief. */
export function ShowTimeline({ broadcast, events }: ShowTimelineProps) {
  const { entries, outages } = timelineOf(broadcast, events ?? [])
  const isOneDay = new Set(entries.map(({ at }) => formatDate(at))).size === 1
  return (
    <div className="grid gap-3 text-sm">
      {events && broadcast.actualStart && <p className="text-text-muted">{outageSum(outages)}</p>}
      <ol className="ml-1.5 grid gap-2.5 border-l-2 border-border">
        {entries.map(({ at, words, isProblem }) => (
          <li
            key={`${at.getTime()} ${words}`}
            className="relative flex flex-wrap items-baseline gap-x-3 pl-4 wrap-anywhere"
          >
            <span
              aria-hidden="true"
              className={classNames(
                'absolute top-1.5 -left-1.25 size-2 rounded-full ring-2 ring-surface',
                isProblem ? 'bg-live' : 'bg-border-strong',
              )}
            />
            <time dateTime={at.toISOString()} className="min-w-18 text-text-muted tabular-nums">
              {!isOneDay && `${formatDate(at)}, `}
              {formatTime(at)}
            </time>{' '}
            <span className={classNames('min-w-0 flex-1', isProblem && 'font-semibold text-live-ink')}>
              {words}
            </span>
          </li>
        ))}
      </ol>
    </div>
  )
}
