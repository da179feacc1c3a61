import { useUpcoming } from '../../features/broadcasts/queries.ts'
import { formatRelative } from '../../lib/manila.ts'
import { useClock } from '../../lib/use-clock.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Rings } from '../../ui/rings.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { PageFrame } from '../layout/page-frame.tsx'
import { type AgendaDay, type AgendaItem, agendaOf, spanOf, yourTimeOf } from './agenda.ts'

/** `/schedule`: what is coming, day by day. */
export function SchedulePage() {
  const upcoming = useUpcoming()
  const days = agendaOf(upcoming.data ?? [])
  return (
    <PageFrame
      title="Schedule"
      width="reading"
      aside={<p className="text-sm text-text-muted">Times in Manila (PHT, UTC+8)</p>}
    >
      {upcoming.isError && (
        <Banner
          tone="warning"
          role="status"
          action={
            <Button size="sm" variant="outline" onClick={() => void upcoming.refetch()}>
              Retry
            </Button>
          }
        >
          {upcoming.data ? "Couldn't refresh the schedule" : "Couldn't load the schedule"}
        </Banner>
      )}
      {upcoming.isPending && <Waiting />}
      {upcoming.data && days.length === 0 && <Nothing />}
      {days.map((day) => (
        <Day key={day.day} day={day} />
      ))}
    </PageFrame>
  )
}

function Day({ day }: { day: AgendaDay }) {
  return (
    <section className="grid gap-2">
      <h2 className="text-base text-text-muted">{day.day}</h2>
      <ul className="divide-y divide-border overflow-hidden rounded-card border border-border bg-surface">
        {day.items.map((item) => (
          <li key={item.id}>
            <Show item={item} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function Show({ item }: { item: AgendaItem }) {
  const now = useClock()
  const yours = yourTimeOf(item.start, undefined)
  return (
    <article className="grid gap-x-6 gap-y-1 p-4 sm:grid-cols-[11rem_minmax(0,1fr)] lg:px-6">
      <p className="text-sm sm:pt-0.5">
        <time dateTime={item.start.toISOString()} className="font-semibold">
          {spanOf(item)}
        </time>
        <span className="block text-text-muted">
          {yours ? `your time ${yours}` : formatRelative(item.start, now)}
        </span>
      </p>
      <div className="grid content-start gap-1">
        <h3 className="text-lg">{item.title}</h3>
        <p className="text-sm text-text-muted">with {item.host}</p>
        {item.description && <p className="max-w-[60ch] text-sm">{item.description}</p>}
      </div>
    </article>
  )
}

function Nothing() {
  return (
    <div className="relative isolate grid justify-items-center gap-1 overflow-hidden rounded-card border border-border bg-surface px-6 py-16 text-center">
      <Rings state="resting" className="calm-rings w-[36rem] text-text-muted" />
      <p className="font-display text-xl font-bold">Nothing scheduled yet</p>
      <p className="text-text-muted">The next show appears here as soon as a DJ plans it.</p>
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
