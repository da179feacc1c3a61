import { CALENDAR_PATHS } from '@carillon/contract/broadcasts'
import { CalendarPlus, ChevronLeft, ChevronRight, Printer } from 'lucide-react'
import type { KeyboardEvent } from 'react'
import { Button, buttonClasses } from '../../../ui/button.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { shiftWeek, type Week, weekLabel } from './week.ts'

/** How a week is looked at. */
export type View = 'week' | 'list'

type WeekBarProps = {
  week: Week
  today: Week
  onWeek(week: Week): void
  /** Null where there is only the list. */
  view: View | null
  onView(view: View): void
}

/** The week in view and the ways to another; arrows move on its buttons, T goes to today. */
export function WeekBar({ week, today, onWeek, view, onView }: WeekBarProps) {
  const moves: Record<string, Week> = {
    ArrowLeft: shiftWeek(week, -1),
    ArrowRight: shiftWeek(week, 1),
    t: today,
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const move = moves[event.key.length === 1 ? event.key.toLowerCase() : event.key]
    if (!move || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    onWeek(move)
  }
  const isToday = week.start.getTime() === today.start.getTime()
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <div
        role="toolbar"
        aria-label="Week"
        onKeyDown={onKeyDown}
        className="no-print flex items-center gap-1"
      >
        <IconButton
          label="Previous week"
          icon={<ChevronLeft className="size-5" />}
          onClick={() => onWeek(shiftWeek(week, -1))}
        />
        <Button size="sm" variant="outline" aria-pressed={isToday} onClick={() => onWeek(today)}>
          Today
        </Button>
        <IconButton
          label="Next week"
          icon={<ChevronRight className="size-5" />}
          onClick={() => onWeek(shiftWeek(week, 1))}
        />
      </div>
      <h2 aria-live="polite" className="mr-auto text-lg whitespace-nowrap sm:text-xl">
        {weekLabel(week)}
      </h2>
      <div className="no-print flex items-center gap-1 max-sm:-ml-3">
        {view && (
          <fieldset aria-label="View" className="mr-1 flex rounded-input bg-surface-2 p-0.5">
            {(['week', 'list'] as const).map((each) => (
              <button
                key={each}
                type="button"
                aria-pressed={view === each}
                onClick={() => onView(each)}
                className="h-8 rounded-sm px-3 text-sm font-semibold text-text-muted aria-pressed:bg-surface aria-pressed:text-text aria-pressed:shadow-card coarse:h-10"
              >
                {each === 'week' ? 'Week' : 'List'}
              </button>
            ))}
          </fieldset>
        )}
        <a href={CALENDAR_PATHS.feed} className={buttonClasses('ghost', 'sm')}>
          <CalendarPlus aria-hidden="true" className="size-4.5" />
          Calendar feed
        </a>
        <IconButton
          label="Print the schedule"
          icon={<Printer className="size-5" />}
          onClick={() => print()}
          className="max-md:hidden"
        />
      </div>
    </div>
  )
}
