import { classNames } from '../../../lib/class-names.ts'
import { formatDay } from '../../../lib/station-time.ts'
import type { AgendaItem } from './agenda.ts'
import { daysOf, dayText, type Week } from './week.ts'

/** The seven days of a week on a phone: each leads to its shows below, those without any lead nowhere. */
export function DayStrip({ week, items, now }: { week: Week; items: readonly AgendaItem[]; now: Date }) {
  const used = new Set(items.map(({ start }) => dayText(start)))
  return (
    <nav aria-label="Days" className="no-print -mx-1 grid grid-cols-7 sm:hidden">
      {daysOf(week).map((day) => (
        <Chip
          key={dayText(day)}
          day={day}
          isUsed={used.has(dayText(day))}
          isToday={dayText(day) === dayText(now)}
        />
      ))}
    </nav>
  )
}

function Chip({ day, isUsed, isToday }: { day: Date; isUsed: boolean; isToday: boolean }) {
  const name = formatDay(day)
  return (
    <button
      type="button"
      disabled={!isUsed}
      aria-label={name}
      aria-current={isToday ? 'date' : undefined}
      onClick={() => showDay(name)}
      className={classNames(
        'mx-auto grid h-14 w-full max-w-12 content-center justify-items-center rounded-input text-sm',
        isToday && 'bg-accent-soft',
        !isUsed && 'text-text-muted',
      )}
    >
      <span className="text-xs text-text-muted">{name.slice(0, 3)}</span>
      <span className={classNames(isUsed && 'font-semibold', isToday && 'text-accent-ink')}>
        {Number(dayText(day).slice(-2))}
      </span>
      <span className={classNames('size-1 rounded-full', isUsed && 'bg-primary')} />
    </button>
  )
}

/** Goes to a day of the agenda, unfolding what is over. */
function showDay(day: string): void {
  const section = document.querySelector(`[data-day="${day}"]`)
  const collapsed = section?.closest('details')
  if (collapsed) collapsed.open = true
  section?.scrollIntoView()
  section?.querySelector<HTMLElement>('h3')?.focus({ preventScroll: true })
}
