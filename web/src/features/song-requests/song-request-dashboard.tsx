import type { SongRequest } from '@carillon/contract/song-requests/schemas'
import { useMemo, useRef, useState } from 'react'
import { classNames } from '../../lib/class-names.ts'
import { useClock } from '../../lib/use-clock.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { type DashboardFilter, DashboardFilterChips } from './dashboard-filter.tsx'
import { DashboardSong } from './dashboard-song.tsx'
import { groupBySong, isOpen, type SongGroup } from './song-request-state.ts'
import { type Settled, useSettling } from './use-settling.ts'
import { type SongRequestsView, useSongRequests } from './use-song-requests.ts'

const SHOWN_AT_ONCE = 50

export type SongRequestDashboardProps = {
  broadcastId: number
  isLive: boolean
  /** Classes of the list, to bound its height where other things stand below it. */
  listClassName?: string
}

/** The requests of a broadcast for its DJ and for staff, the longest waiting first, one row for each song. */
export function SongRequestDashboard({ broadcastId, isLive, listClassName }: SongRequestDashboardProps) {
  const view = useSongRequests(broadcastId, true)
  const headingRef = useRef<HTMLHeadingElement>(null)
  const open = view.requests && countsOf(view.requests).open
  return (
    <Card aria-labelledby="requests">
      <header className="mb-4 flex items-center justify-between gap-3">
        <h2 id="requests" ref={headingRef} tabIndex={-1}>
          Requests
        </h2>
        {open !== undefined && <p className="text-sm text-text-muted tabular-nums">{open} open</p>}
      </header>
      {view.isError && <NotLoaded view={view} />}
      {view.requests ? (
        <Queue
          requests={view.requests}
          view={view}
          isLive={isLive}
          listClassName={listClassName}
          onRowGone={() => headingRef.current?.focus()}
        />
      ) : (
        !view.isError && <Loading />
      )}
    </Card>
  )
}

type QueueProps = {
  requests: SongRequest[]
  view: SongRequestsView
  isLive: boolean
  listClassName: string | undefined
  onRowGone(): void
}

function Queue({ requests, view, isLive, listClassName, onRowGone }: QueueProps) {
  const [filter, setFilter] = useState<DashboardFilter>('open')
  const [limit, setLimit] = useState(SHOWN_AT_ONCE)
  const settling = useSettling(view)
  const now = useClock().getTime()
  const rows = useMemo(() => rowsOf(requests, filter, settling.settled), [requests, filter, settling.settled])
  const choose = (next: DashboardFilter) => {
    settling.forgetAll()
    setLimit(SHOWN_AT_ONCE)
    setFilter(next)
  }
  if (requests.length === 0) return <Empty isLive={isLive} />
  return (
    <div className="grid gap-4">
      <DashboardFilterChips value={filter} counts={countsOf(requests)} onChange={choose} />
      {rows.length === 0 ? (
        <p className="text-sm text-text-muted">{NONE[filter]}</p>
      ) : (
        <ul
          className={classNames('divide-y divide-border', listClassName)}
          aria-label="Songs, longest waiting first"
        >
          {rows.slice(0, limit).map(({ group, settled }) => (
            <DashboardSong
              key={group.id}
              group={group}
              now={now}
              settled={settled}
              problem={settling.problems.get(group.id)}
              onSettle={(status) => void settling.settle(group, status)}
              onUndo={() => settled && void settling.undo(settled)}
              onLeave={(hadFocus) => {
                settling.forget(group.id)
                if (hadFocus) onRowGone()
              }}
            />
          ))}
        </ul>
      )}
      {rows.length > limit && (
        <Button variant="outline" size="sm" onClick={() => setLimit(limit + SHOWN_AT_ONCE)}>
          Show {Math.min(SHOWN_AT_ONCE, rows.length - limit)} more
        </Button>
      )}
    </div>
  )
}

type Row = { group: SongGroup; settled?: Settled | undefined }

/** Rows of the filter, and in their places the songs that were dealt with a moment ago. */
function rowsOf(
  requests: readonly SongRequest[],
  filter: DashboardFilter,
  settled: readonly Settled[],
): Row[] {
  const held = new Set(settled.flatMap(({ group }) => group.requests.map(({ id }) => id)))
  const shown = requests.filter((request) => !held.has(request.id) && filterOf(request) === filter)
  const rows: Row[] = [
    ...groupBySong(shown).map((group) => ({ group })),
    ...settled.map((each) => ({ group: each.group, settled: each })),
  ]
  return rows.sort((a, b) => a.group.id - b.group.id)
}

function filterOf(request: SongRequest): DashboardFilter {
  if (isOpen(request)) return 'open'
  return request.status === 'PLAYED' ? 'played' : 'declined'
}

function countsOf(requests: readonly SongRequest[]): Record<DashboardFilter, number> {
  const countOf = (filter: DashboardFilter) =>
    groupBySong(requests.filter((request) => filterOf(request) === filter)).length
  return { open: countOf('open'), played: countOf('played'), declined: countOf('declined') }
}

const NONE: Record<DashboardFilter, string> = {
  open: 'All done. New requests appear here.',
  played: 'No requests played yet.',
  declined: 'No requests declined.',
}

function Empty({ isLive }: { isLive: boolean }) {
  return (
    <p className="text-sm text-text-muted">
      {isLive
        ? 'No requests yet. Tell your listeners they can request a song.'
        : 'Nobody requested a song in this show.'}
    </p>
  )
}

function NotLoaded({ view }: { view: SongRequestsView }) {
  const action = (
    <Button variant="outline" size="sm" onClick={view.retry}>
      Retry
    </Button>
  )
  return (
    <Banner tone="warning" action={action} className="mb-4">
      {view.requests ? 'The requests could not be refreshed.' : 'The requests could not be loaded.'}
    </Banner>
  )
}

function Loading() {
  return (
    <div className="grid gap-3" role="status" aria-label="Loading requests">
      <Skeleton className="h-11 w-full" />
      <Skeleton className="h-11 w-full" />
    </div>
  )
}
