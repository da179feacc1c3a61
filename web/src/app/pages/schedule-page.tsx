import { CalendarPlus2 } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { useSearchParams } from 'react-router'
import type { AgendaItem } from '../../features/broadcasts/schedule/agenda.ts'
import { AgendaList } from '../../features/broadcasts/schedule/agenda-list.tsx'
import { mayPlan, type Viewer } from '../../features/broadcasts/schedule/mine.ts'
import type { Opened } from '../../features/broadcasts/schedule/show-actions.tsx'
import { type Shows, useShows } from '../../features/broadcasts/schedule/use-shows.ts'
import {
  dayText,
  itemsIn,
  nextOf,
  phaseOf,
  type Week,
  weekNamed,
  weekOf,
} from '../../features/broadcasts/schedule/week.ts'
import type { View } from '../../features/broadcasts/schedule/week-bar.tsx'
import { useLiveStatus } from '../../features/stream/listener/live-status-provider.tsx'
import { formatDay, formatTime } from '../../lib/manila.ts'
import { useClock } from '../../lib/use-clock.ts'
import { useMediaQuery } from '../../lib/use-media-query.ts'
import { useSession } from '../../session/session.tsx'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Rings } from '../../ui/rings.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { PageFrame } from '../layout/page-frame.tsx'

// The agenda comes first. Only wide screens have the grid, only some people the actions, and dialogs come when asked for.
const WeekBar = lazy(async () => ({
  default: (await import('../../features/broadcasts/schedule/week-bar.tsx')).WeekBar,
}))
const WeekGrid = lazy(async () => ({
  default: (await import('../../features/broadcasts/schedule/week-grid.tsx')).WeekGrid,
}))
const ShowActions = lazy(async () => ({
  default: (await import('../../features/broadcasts/schedule/show-actions.tsx')).ShowActions,
}))
const ScheduleDialogs = lazy(async () => ({
  default: (await import('../../features/broadcasts/schedule/schedule-dialogs.tsx')).ScheduleDialogs,
}))

/** `/schedule`: a week of shows, what comes after it, and planning for those who may. */
export function SchedulePage() {
  const session = useSession()
  const viewer: Viewer = session.state === 'signed-in' ? session.user : null
  const shows = useShows(useLiveStatus().broadcastId)
  const [opened, setOpened] = useState<Opened | null>(null)
  return (
    <PageFrame
      title="Schedule"
      lead="Times in Manila (PHT, UTC+8)"
      aside={
        mayPlan(viewer) && (
          <Button
            icon={<CalendarPlus2 className="size-5" />}
            onClick={() => setOpened({ what: 'plan' })}
            className="no-print"
          >
            Schedule a broadcast
          </Button>
        )
      }
    >
      <Trouble shows={shows} />
      <Weeks items={shows.items} viewer={viewer} onOpen={setOpened} />
      <Suspense>
        {opened && (
          <ScheduleDialogs
            key={opened.what}
            opened={opened}
            items={shows.items ?? []}
            viewer={viewer}
            onOpen={setOpened}
            onChanged={shows.refetch}
          />
        )}
      </Suspense>
    </PageFrame>
  )
}

function Trouble({ shows }: { shows: Shows }) {
  if (!shows.isError) return null
  return (
    <Banner
      tone="warning"
      role="status"
      action={
        <Button size="sm" variant="outline" onClick={shows.refetch}>
          Retry
        </Button>
      }
    >
      {shows.items ? "Couldn't refresh the schedule" : "Couldn't load the schedule"}
    </Banner>
  )
}

type WeeksProps = { items: AgendaItem[] | undefined; viewer: Viewer; onOpen(opened: Opened): void }

/** The week that the address names: as a grid where there is room, else day by day. */
function Weeks({ items, viewer, onOpen }: WeeksProps) {
  const now = useClock()
  const [address, setAddress] = useSearchParams()
  const isWide = useMediaQuery('(min-width: 64rem)')
  const today = weekOf(now)
  const week = weekNamed(address.get('week'), now)
  const isThisWeek = week.start.getTime() === today.start.getTime()
  const view: View = address.get('view') === 'list' ? 'list' : 'week'
  const go = (to: Week, as: View) =>
    setAddress(
      {
        ...(to.start.getTime() !== today.start.getTime() && { week: dayText(to.start) }),
        ...(as === 'list' && { view: 'list' }),
      },
      { replace: true, preventScrollReset: true },
    )
  const next = nextOf(items ?? [], now)
  const inWeek = itemsIn(week, items ?? [])
  const later = isThisWeek ? (items ?? []).filter(({ start }) => start >= week.end) : []
  const isFolded = (item: AgendaItem) => isThisWeek && phaseOf(item, next, now) === 'over'
  const shared = {
    next,
    now,
    viewer,
    actionsOf: (item: AgendaItem) =>
      mayPlan(viewer) && (
        <Suspense>
          <ShowActions item={item} viewer={viewer} onOpen={onOpen} />
        </Suspense>
      ),
  }
  const isGrid = isWide && view === 'week'
  return (
    <>
      <Suspense fallback={<div className="h-19 sm:h-10" />}>
        <WeekBar
          week={week}
          today={today}
          onWeek={(to) => go(to, view)}
          view={isWide ? view : null}
          onView={(as) => go(week, as)}
        />
      </Suspense>
      {!items && <Waiting />}
      {items && inWeek.length === 0 && (
        <Nothing next={next} onShow={(start) => go(weekOf(start), view)} isShown={later.length > 0} />
      )}
      {inWeek.length > 0 && isGrid && (
        <Suspense fallback={<Skeleton className="no-print h-[36rem] rounded-card" />}>
          <WeekGrid
            week={week}
            items={inWeek}
            next={next}
            now={now}
            viewer={viewer}
            onOpen={(item) => onOpen({ what: 'details', item })}
          />
        </Suspense>
      )}
      <div className={isGrid ? 'hidden print:grid print:gap-4' : 'grid gap-6'}>
        <Earlier
          items={inWeek.filter(isFolded)}
          render={(earlier) => <AgendaList items={earlier} {...shared} />}
        />
        <AgendaList items={inWeek.filter((item) => !isFolded(item))} {...shared} />
      </div>
      {later.length > 0 && (
        <section className="grid gap-4">
          <h2 className="text-xl">After this week</h2>
          <AgendaList items={later} {...shared} />
        </section>
      )}
    </>
  )
}

/** What this week has behind it, folded away. */
function Earlier({ items, render }: { items: AgendaItem[]; render(items: AgendaItem[]): ReactNode }) {
  if (items.length === 0) return null
  return (
    <details className="group">
      <summary className="w-fit cursor-pointer rounded-sm py-1.5 text-sm font-semibold text-link">
        Earlier this week ({items.length})
      </summary>
      <div className="mt-2 grid gap-6">{render(items)}</div>
    </details>
  )
}

type NothingProps = {
  next: AgendaItem | undefined
  /** The next one stands on the page already. */
  isShown: boolean
  onShow(start: Date): void
}

function Nothing({ next, isShown, onShow }: NothingProps) {
  return (
    <div className="relative isolate grid justify-items-center gap-2 overflow-hidden rounded-card border border-border bg-surface px-6 py-16 text-center">
      <Rings state="resting" className="calm-rings w-[36rem] text-text-muted" />
      <p className="font-display text-xl font-bold">
        {next ? 'Nothing scheduled this week' : 'Nothing scheduled yet'}
      </p>
      {next ? (
        <p className="text-text-muted">
          Next: {next.title}, {formatDay(next.start)}, {formatTime(next.start)}
        </p>
      ) : (
        <p className="text-text-muted">The next show appears here as soon as a DJ plans it.</p>
      )}
      {next && !isShown && (
        <Button size="sm" variant="outline" onClick={() => onShow(next.start)} className="mt-2">
          Show that week
        </Button>
      )}
    </div>
  )
}

function Waiting() {
  return (
    <div className="grid gap-3" role="status" aria-label="Loading the schedule">
      {[0, 1, 2, 3, 4].map((row) => (
        <Skeleton key={row} className="h-20 rounded-card" />
      ))}
    </div>
  )
}
