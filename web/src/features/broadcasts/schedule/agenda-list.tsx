import { CALENDAR_PATHS } from '@carillon/contract/broadcasts/schemas'
import { CalendarPlus } from 'lucide-react'
import { type ReactNode, Suspense } from 'react'
import { classNames } from '../../../lib/class-names.ts'
import { lazyPart } from '../../../lib/load-part.ts'
import { Link } from '../../../lib/router/link.tsx'
import { formatRelative } from '../../../lib/station-time.ts'
import { Badge } from '../../../ui/badge.tsx'
import { ButtonLink } from '../../../ui/button.tsx'
import {
  type AgendaDay,
  type AgendaItem,
  agendaOf,
  firstAiredWords,
  showPathOf,
  spanOf,
  yourTimeOf,
} from './agenda.ts'
import { isMine, type Viewer } from './mine.ts'
import { PhaseBadge } from './phase-badge.tsx'
import { type Phase, phaseOf } from './week.ts'

// The words come first: faces are drawn a moment later, in the room that is kept for them.
const ShowArt = lazyPart(async () => (await import('../../../ui/show-art.tsx')).ShowArt)

type AgendaProps = {
  items: readonly AgendaItem[]
  next: AgendaItem | undefined
  now: Date
  viewer: Viewer
  /** Actions of the viewer on a show, beside the calendar. */
  actionsOf(item: AgendaItem): ReactNode
}

/** Shows by day of the station's zone; the base of the schedule, and its printed form. */
export function AgendaList({ items, ...rest }: AgendaProps) {
  return agendaOf(items).map((day) => <Day key={day.day} day={day} {...rest} />)
}

function Day({ day, ...rest }: Omit<AgendaProps, 'items'> & { day: AgendaDay }) {
  return (
    <section data-day={day.day} className="grid gap-2 break-inside-avoid">
      <h3 tabIndex={-1} className="sticky top-0 z-1 bg-bg py-1.5 text-base text-text-muted">
        {day.day}
      </h3>
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
  const isPast = phase === 'over' || phase === 'cancelled'
  return (
    <article className={classNames('relative grid gap-2 p-4 lg:px-6', COLUMNS, LOOKS[phase])}>
      <When item={item} phase={phase} now={now} />
      <div className="flex gap-3 max-sm:col-span-2">
        <span className="size-11 shrink-0">
          <Suspense>
            <ShowArt title={item.replay?.showTitle ?? item.title} className="size-11 rounded-input" />
          </Suspense>
        </span>
        <div className="grid min-w-0 content-start gap-1">
          <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
            <Title item={item} phase={phase} />
            <PhaseBadge phase={phase} />
            {isMine(item, viewer) && <Badge tone="info">Yours</Badge>}
          </div>
          <p className="text-sm text-text-muted">
            with {[item.host, firstAiredWords(item)].filter(Boolean).join(', ')}
          </p>
          {item.description && !isPast && (
            <p className="max-w-[60ch] text-sm wrap-anywhere">{item.description}</p>
          )}
        </div>
      </div>
      <div className="no-print -mt-2 -mr-2.5 flex items-start max-sm:col-start-2 max-sm:row-start-1">
        {!isPast && !item.replay && <AddToCalendar item={item} />}
        {item.isRecorded && (
          <ButtonLink
            to={showPathOf(item)}
            variant="outline"
            size="sm"
            className="m-2.5"
            aria-label={`Listen again to ${item.replay?.showTitle ?? item.title}`}
          >
            Listen again
          </ButtonLink>
        )}
        {actionsOf(item)}
      </div>
      {phase === 'live' && <Progress item={item} now={now} />}
    </article>
  )
}

/** Times and actions share the first row on phones, and stand left and right elsewhere. */
const COLUMNS = 'grid-cols-[minmax(0,1fr)_auto] gap-x-6 sm:grid-cols-[11rem_minmax(0,1fr)_auto]'
const LOOKS: Partial<Record<Phase, string>> = {
  live: 'bg-live-soft',
  due: 'bg-accent-soft',
  late: 'bg-accent-soft',
  playing: 'bg-accent-soft',
}

type ShowPartProps = { item: AgendaItem; phase: Phase }

function When({ item, phase, now }: ShowPartProps & { now: Date }) {
  const yours = yourTimeOf(item.start, undefined)
  return (
    <p className="text-sm sm:pt-0.5">
      <time
        dateTime={item.start.toISOString()}
        className={phase === 'over' || phase === 'cancelled' ? 'text-text-muted' : 'font-semibold'}
      >
        {spanOf(item)}
      </time>
      <span className="block text-text-muted">
        {yours ? `your time ${yours}` : relativeWords(item, phase, now)}
      </span>
    </p>
  )
}

function Title({ item, phase }: ShowPartProps) {
  if (phase === 'cancelled') {
    return <h4 className="text-lg font-medium wrap-anywhere text-text-muted line-through">{item.title}</h4>
  }
  return (
    <h4 className={classNames('text-lg wrap-anywhere', phase === 'over' && 'font-medium text-text-muted')}>
      <Link to={showPathOf(item)} className="text-inherit no-underline hover:underline">
        {item.title}
      </Link>
    </h4>
  )
}

/** Progress of a show; the words say until when. */
function Progress({ item, now }: { item: AgendaItem; now: Date }) {
  const start = item.start.getTime()
  const share = (now.getTime() - start) / (item.end.getTime() - start)
  return (
    <span
      aria-hidden="true"
      className="absolute bottom-0 left-0 h-0.75 bg-live"
      style={{ width: `${Math.min(1, Math.max(0, share)) * 100}%` }}
    />
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
  if (phase === 'playing') return 'on now'
  if (phase === 'cancelled') return 'not on'
  return formatRelative(phase === 'over' ? item.end : item.start, now)
}
