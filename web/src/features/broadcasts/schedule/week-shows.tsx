import { isBroadcaster, isStaff } from '@carillon/contract/policies'
import { type ReactNode, Suspense } from 'react'
import { lazyPart } from '../../../lib/load-part.ts'
import { Skeleton } from '../../../ui/skeleton.tsx'
import type { AgendaItem } from './agenda.ts'
import { AgendaList } from './agenda-list.tsx'
import { DayStrip } from './day-strip.tsx'
import { isMine, type Viewer } from './mine.ts'
import type { Opened } from './show-actions.tsx'
import type { WeekInView } from './use-week-in-view.ts'
import { itemsIn, nextOf, phaseOf, weekOf } from './week.ts'

// The agenda comes first: only wide screens have the grid, some people the actions, and some weeks nothing.
const WeekGrid = lazyPart(async () => (await import('./week-grid.tsx')).WeekGrid)
const EmptyWeek = lazyPart(async () => (await import('./empty-week.tsx')).EmptyWeek)
const ShowActions = lazyPart(async () => (await import('./show-actions.tsx')).ShowActions)

type WeekShowsProps = {
  inView: WeekInView
  items: readonly AgendaItem[]
  now: Date
  isWide: boolean
  viewer: Viewer
  onOpen(opened: Opened): void
}

/** A week: as a grid where there is room and it is wanted, else day by day; this one goes on with what comes after it. */
export function WeekShows({ inView, items: all, now, isWide, viewer, onOpen }: WeekShowsProps) {
  const { week, isThisWeek, isMineOnly, go } = inView
  const items = isMineOnly ? all.filter((item) => isMine(item, viewer)) : all
  const next = nextOf(items, now)
  const inWeek = itemsIn(week, items)
  const later = isThisWeek ? items.filter(({ start }) => start >= week.end) : []
  const isCollapsed = (item: AgendaItem) => isThisWeek && phaseOf(item, next, now) === 'over'
  const isGrid = isWide && inView.view === 'week'
  const shared = { next, now, viewer }
  const list = (shown: readonly AgendaItem[]) => (
    <AgendaList
      items={shown}
      {...shared}
      actionsOf={(item) =>
        (isBroadcaster(viewer) || isStaff(viewer)) && (
          <Suspense>
            <ShowActions item={item} viewer={viewer} now={now} onOpen={onOpen} />
          </Suspense>
        )
      }
    />
  )
  const showNext = (start: Date) => go({ week: weekOf(start) })
  return (
    <>
      {inWeek.length === 0 ? (
        <Suspense>
          <EmptyWeek next={next} isMineOnly={isMineOnly} onShow={later.length > 0 ? null : showNext} />
        </Suspense>
      ) : (
        <DayStrip week={week} items={inWeek} now={now} />
      )}
      {inWeek.length > 0 && isGrid && (
        <Suspense fallback={<Skeleton className="no-print h-[36rem] rounded-card" />}>
          <WeekGrid
            week={week}
            items={inWeek}
            {...shared}
            onOpen={(item) => onOpen({ what: 'details', item })}
          />
        </Suspense>
      )}
      <div className={isGrid ? 'hidden print:grid print:gap-4' : 'grid gap-6 empty:hidden'}>
        <Earlier count={inWeek.filter(isCollapsed).length}>{list(inWeek.filter(isCollapsed))}</Earlier>
        {list(inWeek.filter((item) => !isCollapsed(item)))}
      </div>
      <Later>{later.length > 0 && list(later)}</Later>
    </>
  )
}

/** Earlier shows of this week, folded away. */
function Earlier({ count, children }: { count: number; children: ReactNode }) {
  if (count === 0) return null
  return (
    <details className="group">
      <summary className="w-fit cursor-pointer rounded-sm py-1.5 text-sm font-semibold text-link">
        Earlier this week ({count})
      </summary>
      <div className="mt-2 grid gap-6">{children}</div>
    </details>
  )
}

/** Shows after this week, if there are any. */
function Later({ children }: { children: ReactNode }) {
  if (!children) return null
  return (
    <section className="grid gap-4">
      <h2 className="text-xl">After this week</h2>
      {children}
    </section>
  )
}
