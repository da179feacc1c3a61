import { CalendarPlus, ChevronLeft, ChevronRight, Printer } from 'lucide-react'
import { type KeyboardEvent, Suspense } from 'react'
import { lazyPart } from '../../../lib/load-part.ts'
import { Button, buttonClasses } from '../../../ui/button.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Popover } from '../../../ui/popover.tsx'
import type { View, WeekInView } from './use-week-in-view.ts'
import { shiftWeek, type Week, weekLabel } from './week.ts'

const Subscribe = lazyPart(async () => (await import('./subscribe.tsx')).Subscribe)

type WeekBarProps = {
  inView: WeekInView
  /** There is room for the grid. */
  isWide: boolean
  /** Some of the shows may be the viewer's own. */
  hasOwn: boolean
}

/** The week in view, the ways to another, and how it is looked at. */
export function WeekBar({ inView, isWide, hasOwn }: WeekBarProps) {
  const { view, isMineOnly, go } = inView
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <Weeks {...inView} />
      <div className="no-print flex grow items-center justify-end gap-1 max-sm:order-3 max-sm:-mr-3">
        {hasOwn && (
          <Button
            size="sm"
            variant={isMineOnly ? 'outline' : 'ghost'}
            aria-pressed={isMineOnly}
            onClick={() => go({ isMineOnly: !isMineOnly })}
          >
            My shows
          </Button>
        )}
        {isWide && <Views view={view} onView={(to) => go({ view: to })} />}
        <Popover
          label="Add it to your calendar"
          className="w-88 p-5"
          trigger={(props) => (
            <button type="button" className={buttonClasses('ghost', 'sm')} {...props}>
              <CalendarPlus aria-hidden="true" className="size-4.5" />
              Subscribe
            </button>
          )}
        >
          {() => (
            <Suspense fallback={<div className="h-36" />}>
              <Subscribe />
            </Suspense>
          )}
        </Popover>
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

/** Arrows move on its buttons, T goes to today. On phones the name of the week stands between them. */
function Weeks({ week, today, isThisWeek, go }: WeekInView) {
  const moves: Record<string, Week> = {
    ArrowLeft: shiftWeek(week, -1),
    ArrowRight: shiftWeek(week, 1),
    t: today,
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const to = moves[event.key.length === 1 ? event.key.toLowerCase() : event.key]
    if (!to || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    go({ week: to })
  }
  return (
    <>
      <div
        role="toolbar"
        aria-label="Week"
        onKeyDown={onKeyDown}
        className="no-print flex items-center gap-1 max-sm:contents"
      >
        <IconButton
          label="Previous week"
          icon={<ChevronLeft className="size-5" />}
          onClick={() => go({ week: shiftWeek(week, -1) })}
          className="max-sm:-ml-3"
        />
        <Button
          size="sm"
          variant="outline"
          aria-pressed={isThisWeek}
          onClick={() => go({ week: today })}
          className="max-sm:order-2"
        >
          Today
        </Button>
        <IconButton
          label="Next week"
          icon={<ChevronRight className="size-5" />}
          onClick={() => go({ week: shiftWeek(week, 1) })}
          className="max-sm:order-1 max-sm:-mr-3"
        />
      </div>
      <h2
        aria-live="polite"
        className="max-sm:basis-[calc(100%-6rem)] max-sm:text-center max-sm:text-base sm:mr-auto sm:text-xl sm:whitespace-nowrap"
      >
        {weekLabel(week)}
      </h2>
    </>
  )
}

function Views({ view, onView }: { view: View; onView(view: View): void }) {
  return (
    <fieldset aria-label="View" className="mx-1 flex rounded-input bg-surface-2 p-0.5">
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
  )
}
