import type { RealtimeStats } from '@carillon/contract/analytics/schemas'
import type { Broadcast } from '@carillon/contract/broadcasts/schemas'
import type { ReactNode } from 'react'
import type { StationNumbers } from '../../../features/analytics/control/use-station-numbers.ts'
import type { Live } from '../../../features/stream/listener/live-status-context.ts'
import { classNames } from '../../../lib/class-names.ts'
import { durationWords } from '../../../lib/duration.ts'
import { formatTime, formatTimestamp, fromStationTime } from '../../../lib/station-time.ts'
import { useIsOlder } from '../../../lib/use-is-older.ts'
import { LiveBadge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'

/** A number of now that is older than this is grey and says its time. */
const STALE_MS = 60_000

/** An answer of its own: awaited, there, or failed; what was there once stays. */
type Asked<Data> = {
  data: Data | undefined
  errorUpdatedAt: number
  isFetching: boolean
  refetch(): Promise<unknown>
}

export type AdminTilesProps = {
  numbers: StationNumbers
  live: Live
  onAir: Asked<Broadcast | null>
  /** Next planned broadcast. */
  next: Broadcast | undefined
}

/** Tiles that an administrator reads in a second: is everything fine, who listens, who is here, how much goes on. */
export function AdminTiles({ numbers, live, onAir, next }: AdminTilesProps) {
  const { realtime, users, broadcasts, engagement } = numbers
  const isStale = useIsOlder(realtime.data?.lastUpdated, STALE_MS)
  const asOf = isStale && realtime.data && `as of ${formatTime(new Date(realtime.data.lastUpdated))}`
  return (
    <dl className="grid grid-cols-2 gap-px overflow-hidden rounded-card border border-border bg-border md:grid-cols-3 xl:grid-cols-6">
      <Tile
        label="Stream"
        asked={realtime}
        waiting={<span className="text-lg text-text-muted">Checking…</span>}
        value={({ serverStatus }) => <ServerStatus status={serverStatus} isStale={isStale} />}
        note={({ streamLive }) => asOf || (streamLive ? 'on air' : 'off air')}
      />
      <Tile
        label="Listeners now"
        asked={realtime}
        value={({ currentListeners }) => countWords(currentListeners)}
        note={({ streamLive }) => asOf || (streamLive ? 'right now' : 'off air')}
        isQuiet={isStale}
      />
      <Tile
        label="Live broadcast"
        asked={live.station === 'off-air' ? { ...onAir, data: null } : onAir}
        value={(show) => <ShowState show={show} isRecovering={live.isRecoveringShown} />}
        note={(show) => (show ? showWords(show) : next ? nextWords(next) : 'nothing planned')}
      />
      <Tile
        label="People"
        asked={users}
        value={({ totalUsers }) => countWords(totalUsers)}
        note={({ newUsersThisMonth }) => `${countWords(newUsersThisMonth)} new this month`}
      />
      <Tile
        label="Broadcasts"
        asked={broadcasts}
        value={({ totalBroadcasts }) => countWords(totalBroadcasts)}
        note={({ averageDuration, upcomingBroadcasts }) =>
          averageDuration === 0
            ? `${countWords(upcomingBroadcasts)} planned`
            : `${countWords(upcomingBroadcasts)} planned ·\u00a0${durationWords(averageDuration * 60_000)} on average`
        }
      />
      <Tile
        label="Song requests"
        asked={engagement}
        value={({ totalSongRequests }) => countWords(totalSongRequests)}
        note={({ averageRequestsPerBroadcast }) => `${countWords(averageRequestsPerBroadcast)} per broadcast`}
      />
    </dl>
  )
}

function ServerStatus({ status, isStale }: { status: RealtimeStats['serverStatus']; isStale: boolean }) {
  const colour = status === 'UP' ? 'text-success' : 'text-live-ink'
  return <span className={isStale ? 'text-text-muted' : colour}>{status}</span>
}

function ShowState({ show, isRecovering }: { show: Broadcast | null; isRecovering: boolean }) {
  if (!show) return <span className="text-lg">Off air</span>
  if (isRecovering) return <span className="text-lg text-warning">Recovering…</span>
  return (
    <>
      <LiveBadge className="text-sm" />
      {show.actualStart && (
        <span className="ml-1.5 font-sans text-xs font-normal text-text-muted md:text-sm">
          <span className="sr-only">since </span>
          {formatTime(new Date(show.actualStart))}
        </span>
      )}
    </>
  )
}

/** The title gives way, the DJ never does. */
function showWords({ title, startedBy, createdBy }: Broadcast): Note {
  return [title, `with ${(startedBy ?? createdBy).name}`]
}

/** The title gives way, the time never does. */
function nextWords({ title, scheduledStart }: Broadcast): Note {
  return [`next: ${title}`, formatTimestamp(fromStationTime(scheduledStart))]
}

function countWords(count: number): string {
  return count.toLocaleString('en-US', { maximumFractionDigits: 1 })
}

/** Words of up to two rows, or what has a row of its own: the first gives way, the last is whole. */
type Note = string | readonly string[]

type TileProps<Data> = {
  label: string
  asked: Asked<Data>
  value(data: Data): ReactNode
  note(data: Data): Note
  /** Shown until the first answer. */
  waiting?: ReactNode
  isQuiet?: boolean
}

function Tile<Data>({ label, asked, value, note, waiting, isQuiet = false }: TileProps<Data>) {
  const { data, errorUpdatedAt, isFetching, refetch } = asked
  const hasFailed = data === undefined && errorUpdatedAt > 0
  return (
    <div className="grid min-w-0 content-start gap-0.5 bg-surface px-4 py-2.5 md:py-3 lg:px-5 lg:py-4">
      <dt className="text-sm text-text-muted">{label}</dt>
      {/* As high as with all its words, so that nothing moves when they come. */}
      <dd className="min-h-16 min-w-0 md:min-h-18">
        <span
          className={classNames(
            'flex h-8 items-center font-display text-xl font-bold whitespace-nowrap tabular-nums md:text-2xl',
            isQuiet && 'text-text-muted',
          )}
        >
          {data !== undefined
            ? value(data)
            : hasFailed
              ? '—'
              : (waiting ?? <Skeleton className="h-6 w-16" />)}
        </span>
        {data !== undefined && <TileNote of={note(data)} />}
        {hasFailed && (
          <Button
            size="sm"
            variant="outline"
            aria-label={`Retry: ${label}`}
            busy={isFetching}
            onClick={() => void refetch()}
          >
            Retry
          </Button>
        )}
      </dd>
    </div>
  )
}

function TileNote({ of }: { of: Note }) {
  const look = 'text-sm text-text-muted max-md:text-xs'
  if (typeof of === 'string')
    return (
      <span title={of} className={`line-clamp-2 ${look}`}>
        {of}
      </span>
    )
  return of.map((line, row) => (
    <span
      key={line}
      title={line}
      className={`block ${row === of.length - 1 ? 'wrap-anywhere' : 'truncate'} ${look}`}
    >
      {line}
    </span>
  ))
}
