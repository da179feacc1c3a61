import { CALENDAR_PATHS } from '@carillon/contract/broadcasts'
import { CalendarPlus } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { classNames } from '../../../lib/class-names.ts'
import { formatRelative } from '../../../lib/manila.ts'
import { Badge } from '../../../ui/badge.tsx'
import { type AgendaDay, type AgendaItem, agendaOf, spanOf, yourTimeOf } from './agenda.ts'
import { isMine, type Viewer } from './mine.ts'
import { PhaseBadge } from './phase-badge.tsx'
import { type Phase, phaseOf } from './week.ts'

type AgendaProps = {
  items: readonly AgendaItem[]
  next: AgendaItem | undefined
  now: Date
  viewer: Viewer
  /** What the viewer may do with a show, beside the calendar. */
  actionsOf(item: AgendaItem): ReactNode
}

/** Shows day by day of Manila; the base of the schedule, and its printed form. */
export function AgendaList({ items, ...rest }: AgendaProps) {
  return agendaOf(items).map((day) => <Day key={day.day} day={day} {...rest} />)
}

function Day({ day, ...rest }: Omit<AgendaProps, 'items'> & { day: AgendaDay }) {
  return (
    <section className="grid gap-2 break-inside-avoid">
      <h3 className="sticky top-0 z-1 bg-bg py-1.5 text-base text-text-muted">{day.day}</h3>
      <ul className="divide-y divide-border overflow-hidden rounded-card border border-border bg-surface">
        {day.items.map((item) => (
          <li key={item.id}>
            <Show item={item} {...rest} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function Show({ item, next, now, viewer, actionsOf }: Omit<AgendaProps, 'items'> & { item: AgendaItem }) {
  const phase = phaseOf(item, next, now)
  const yours = yourTimeOf(item.start, undefined)
  return (
    <article
      className={classNames(
        'relative grid gap-x-6 gap-y-1 p-4 sm:grid-cols-[11rem_minmax(0,1fr)_auto] lg:px-6',
        phase === 'live' && 'bg-live-soft',
        phase === 'now' && 'bg-accent-soft',
      )}
    >
      <p className="text-sm sm:pt-0.5">
        <time
          dateTime={item.start.toISOString()}
          className={phase === 'over' ? 'text-text-muted' : 'font-semibold'}
        >
          {spanOf(item)}
        </time>
        <span className="block text-text-muted">
          {yours ? `your time ${yours}` : relativeWords(item, phase, now)}
        </span>
      </p>
      <div className="grid content-start gap-1">
        <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <h4 className={classNames('text-lg', phase === 'over' && 'font-medium text-text-muted')}>
            <Link to={`/broadcast/${item.id}`} className="text-inherit no-underline hover:underline">
              {item.title}
            </Link>
          </h4>
          <PhaseBadge phase={phase} />
          {isMine(item, viewer) && <Badge tone="info">Yours</Badge>}
        </div>
        <p className="text-sm text-text-muted">with {item.host}</p>
        {item.description && phase !== 'over' && <p className="max-w-[60ch] text-sm">{item.description}</p>}
      </div>
      <div className="no-print -mb-1 -ml-2.5 flex items-center sm:mb-0 sm:ml-0 sm:-mr-2.5">
        {phase !== 'over' && <AddToCalendar item={item} />}
        {actionsOf(item)}
      </div>
    </article>
  )
}

/** The show as a file for one's own calendar. */
function AddToCalendar({ item }: { item: AgendaItem }) {
  return (
    <a
      href={CALENDAR_PATHS.show.replace(':id', String(item.id))}
      download
      title="Add to calendar"
      aria-label={`Add ${item.title} to calendar`}
      className="grid size-10 place-items-center rounded-card text-text-muted hover:bg-surface-2 hover:text-text coarse:size-11"
    >
      <CalendarPlus aria-hidden="true" className="size-5" />
    </a>
  )
}

function relativeWords(item: AgendaItem, phase: Phase, now: Date): string {
  if (phase === 'live') return 'on air'
  if (phase === 'now') return `until ${spanOf(item).split(' – ')[1]}`
  return formatRelative(phase === 'over' ? item.end : item.start, now)
}
