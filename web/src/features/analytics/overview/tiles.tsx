import type { Period, RealtimeStats, Summary } from '@carillon/contract/analytics/schemas'
import type { ReactNode } from 'react'
import { formatTime } from '../../../lib/station-time.ts'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { compareWords, lengthWords, meanWords } from './compare.ts'
import { NotThere } from './part.tsx'
import type { Overview } from './use-overview.ts'

/** A number of who listens now that is older than this says so. */
const STALE_MS = 60_000

export type TilesProps = Pick<Overview, 'summary' | 'realtime'> & {
  days: number
  isCompared: boolean
  now: Date
}

/** Six numbers that answer whether the station grows; a radio asks first who listens. */
export function Tiles({ summary, realtime, days, isCompared, now }: TilesProps) {
  const ranged = (
    label: string,
    key: keyof Period,
    words: (value: number) => string,
    note?: (of: Period) => string,
  ) => (
    <Tile
      label={label}
      value={wordsOf(summary, ({ current }) => words(current[key]))}
      note={summary.data && note?.(summary.data.current)}
      comparison={isCompared ? compared(summary.data, key, days) : undefined}
    />
  )
  return (
    <dl className="grid break-inside-avoid grid-cols-2 gap-px overflow-hidden rounded-card border border-border bg-border lg:grid-cols-3">
      <Now realtime={realtime} now={now} />
      {ranged(
        'Peak listeners',
        'peakListeners',
        meanWords,
        (of) => `${lengthWords(of.listeningMinutes)} of listening`,
      )}
      {ranged('Broadcasts', 'broadcasts', meanWords)}
      {ranged('Average length', 'averageDuration', lengthWords)}
      {ranged(
        'Song requests',
        'songRequests',
        meanWords,
        (of) => `${meanWords(of.requestsPerBroadcast)} per broadcast`,
      )}
      {ranged(
        'Messages',
        'chatMessages',
        meanWords,
        (of) => `${meanWords(of.messagesPerBroadcast)} per broadcast`,
      )}
    </dl>
  )
}

function Now({ realtime, now }: { realtime: Overview['realtime']; now: Date }) {
  const isStale =
    realtime.data !== undefined && now.getTime() - Date.parse(realtime.data.lastUpdated) > STALE_MS
  return (
    <Tile
      label="Listeners now"
      value={wordsOf(realtime, ({ currentListeners }) => meanWords(currentListeners))}
      note={realtime.data && (isStale ? staleWords(realtime.data) : airWords(realtime.data))}
      isQuiet={isStale}
    />
  )
}

function airWords({ streamLive, serverStatus }: RealtimeStats): string {
  if (serverStatus === 'DOWN') return 'the stream is down'
  return streamLive ? 'on air' : 'off air'
}

function staleWords({ lastUpdated }: RealtimeStats): string {
  return `as of ${formatTime(new Date(lastUpdated))}`
}

function compared(summary: Summary | undefined, key: keyof Period, days: number): string | undefined {
  return summary && compareWords(summary.current[key], summary.previous[key], days)
}

type Asked<Data> = { data: Data | undefined; errorUpdatedAt: number }

/** Undefined while it is awaited; a dash where it could not be had. */
function wordsOf<Data>(
  { data, errorUpdatedAt }: Asked<Data>,
  words: (data: Data) => string,
): string | undefined {
  if (data !== undefined) return words(data)
  return errorUpdatedAt > 0 ? '—' : undefined
}

type TileProps = {
  label: string
  value: string | undefined
  note?: ReactNode
  comparison?: string | undefined
  isQuiet?: boolean
}

function Tile({ label, value, note, comparison, isQuiet = false }: TileProps) {
  return (
    <div className="grid content-start gap-0.5 bg-surface px-4 py-3 lg:px-6 lg:py-4">
      <dt className="text-sm text-text-muted">{label}</dt>
      {/* As high as with all its words, so that nothing moves when they come. */}
      <dd className="min-h-31 md:min-h-20 print:min-h-0">
        {value === undefined ? (
          <Skeleton className="my-1 h-7 w-20" />
        ) : (
          <span
            className={`flex h-9 items-center font-display text-xl font-bold whitespace-nowrap tabular-nums sm:text-2xl ${isQuiet ? 'text-text-muted' : ''}`}
          >
            {value === '—' ? <NotThere /> : value}
          </span>
        )}
        {note && <span className="block text-sm text-text-muted">{note}</span>}
        {comparison && <span className="block text-sm">{comparison}</span>}
      </dd>
    </div>
  )
}
