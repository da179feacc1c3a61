import { classNames } from '../../../lib/class-names.ts'
import { formatDay, formatTime } from '../../../lib/station-time.ts'
import { STATION_PLACE } from '../../../lib/station-zone.ts'
import type { AgendaItem } from './agenda.ts'
import { isMine, type Viewer } from './mine.ts'
import { ShowBlock } from './show-block.tsx'
import { daysOf, phaseOf, type Week, weekLabel } from './week.ts'
import { type Hours, hoursOf, minuteIn, type Placed, placeInWeek } from './week-layout.ts'

const HOUR_PX = 56
const MINUTE_PX = HOUR_PX / 60

export type WeekGridProps = {
  week: Week
  items: readonly AgendaItem[]
  next: AgendaItem | undefined
  now: Date
  viewer: Viewer
  onOpen(item: AgendaItem): void
}

/** A week at a glance: a table of seven days, shows at their hours, a line where now is. */
export function WeekGrid(props: WeekGridProps) {
  const { week, items, now } = props
  const placed = placeInWeek(items, week)
  const nowAt = minuteIn(week, now)
  const hours = hoursOf(placed, nowAt?.minute ?? null)
  return (
    <table className="no-print w-full table-fixed border-separate border-spacing-0 rounded-card border border-border bg-surface">
      <caption className="sr-only">
        Shows of {weekLabel(week)}, times in {STATION_PLACE}
      </caption>
      <thead>
        <tr>
          <th scope="col" className="sticky top-0 z-2 w-18 rounded-tl-card border-b border-border bg-surface">
            <span className="sr-only">Time</span>
          </th>
          {daysOf(week).map((day, index) => (
            <DayHead key={day.getTime()} day={day} isToday={index === nowAt?.day} />
          ))}
        </tr>
      </thead>
      <tbody>
        <tr>
          <HourColumn hours={hours} nowMinute={nowAt?.minute ?? null} now={now} />
          {daysOf(week).map((day, index) => (
            <DayColumn
              key={day.getTime()}
              {...props}
              hours={hours}
              placed={placed.filter((each) => each.day === index)}
              nowMinute={index === nowAt?.day ? nowAt.minute : null}
            />
          ))}
        </tr>
      </tbody>
    </table>
  )
}

function DayHead({ day, isToday }: { day: Date; isToday: boolean }) {
  const [weekday = '', date = ''] = formatDay(day).split(', ')
  return (
    <th
      scope="col"
      aria-current={isToday ? 'date' : undefined}
      className={classNames(
        'sticky top-0 z-2 border-b border-l border-border px-2 py-2.5 text-left font-normal last:rounded-tr-card',
        isToday ? 'bg-accent-soft' : 'bg-surface',
      )}
    >
      <span className="block text-xs text-text-muted">
        <span aria-hidden="true">{weekday.slice(0, 3)}</span>
        <span className="sr-only">{weekday}</span>
      </span>
      <span className={classNames('text-base font-semibold', isToday && 'text-accent-ink')}>{date}</span>
    </th>
  )
}

type HourColumnProps = { hours: Hours; nowMinute: number | null; now: Date }

/** The hours beside the grid; the names of shows say them too. */
function HourColumn({ hours, nowMinute, now }: HourColumnProps) {
  const count = hours.until - hours.from
  const isByNow = (hour: number) => nowMinute !== null && Math.abs(hour * 60 - nowMinute) < 20
  return (
    <td aria-hidden="true" className="relative p-0 align-top" style={{ height: count * HOUR_PX }}>
      {Array.from({ length: count }, (_, index) => hours.from + index).map((hour, index) => (
        <span
          key={hour}
          className={classNames(
            'absolute right-2 text-xs text-text-muted',
            index === 0 ? 'mt-0.5' : '-mt-2',
            isByNow(hour) && 'invisible',
          )}
          style={{ top: index * HOUR_PX }}
        >
          {hour % 12 || 12} {hour < 12 ? 'AM' : 'PM'}
        </span>
      ))}
      {nowMinute !== null && (
        <span
          className="absolute right-1 z-1 -mt-2 rounded-sm bg-live px-1 text-xs font-semibold text-white"
          style={{ top: topOf(nowMinute, hours) }}
        >
          {formatTime(now)}
        </span>
      )}
    </td>
  )
}

type DayColumnProps = WeekGridProps & { hours: Hours; placed: Placed[]; nowMinute: number | null }

function DayColumn({ hours, placed, nowMinute, next, now, viewer, onOpen }: DayColumnProps) {
  const count = hours.until - hours.from
  return (
    <td
      className={classNames(
        'relative border-l border-border p-0 align-top',
        nowMinute !== null && 'bg-[color-mix(in_oklab,var(--accent-soft)_45%,transparent)]',
      )}
    >
      {Array.from({ length: count - 1 }, (_, index) => index + 1).map((row) => (
        <span
          key={row}
          aria-hidden="true"
          className="absolute inset-x-0 border-t border-border opacity-60"
          style={{ top: row * HOUR_PX }}
        />
      ))}
      <ul>
        {placed.map((each) => (
          <li
            key={each.item.id}
            className="absolute p-px"
            style={{
              top: topOf(each.fromMinute, hours),
              height: (each.untilMinute - each.fromMinute) * MINUTE_PX,
              left: `${(each.lane / each.lanes) * 100}%`,
              width: `${100 / each.lanes}%`,
            }}
          >
            <ShowBlock
              item={each.item}
              heightPx={(each.untilMinute - each.fromMinute) * MINUTE_PX}
              phase={phaseOf(each.item, next, now)}
              isMine={isMine(each.item, viewer)}
              onOpen={onOpen}
            />
          </li>
        ))}
      </ul>
      {nowMinute !== null && (
        <span
          aria-hidden="true"
          className="pointer-events-none absolute inset-x-0 z-1 border-t-2 border-live before:absolute before:-top-[5px] before:-left-1 before:size-2 before:rounded-full before:bg-live"
          style={{ top: topOf(nowMinute, hours) }}
        />
      )}
    </td>
  )
}

function topOf(minute: number, hours: Hours): number {
  return (minute - hours.from * 60) * MINUTE_PX
}
