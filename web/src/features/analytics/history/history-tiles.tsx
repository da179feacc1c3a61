import { classNames } from '../../../lib/class-names.ts'
import { Skeleton } from '../../../ui/skeleton.tsx'
import type { HistoryStats } from './history-stats.ts'
import { countWords } from './history-words.ts'

export type HistoryTilesProps = {
  /** Missing while they are awaited, and where they could not be had. */
  stats: HistoryStats | undefined
  isWaiting: boolean
  days: number
}

/** Tiles with the totals of the range. */
export function HistoryTiles({ stats, isWaiting, days }: HistoryTilesProps) {
  const tile = (key: keyof HistoryStats) => (isWaiting ? undefined : countWords(stats?.[key]))
  return (
    <dl className="no-print grid grid-cols-2 gap-px overflow-hidden rounded-card border border-border bg-border lg:grid-cols-5">
      <Tile label="Broadcasts" value={tile('totalBroadcasts')} note={`last ${days} days`} isWide />
      <Tile label="Scheduled" value={tile('scheduledCount')} note="did not start" />
      <Tile label="Started" value={tile('startedCount')} note="went on air" />
      <Tile label="Ended" value={tile('endedCount')} note="finished" />
      <Tile label="Recent activity" value={tile('recentActivity')} note="last 30 days" />
    </dl>
  )
}

type TileProps = { label: string; value: string | undefined; note: string; isWide?: boolean }

/** `isWide` where two columns leave one over. */
function Tile({ label, value, note, isWide = false }: TileProps) {
  return (
    <div
      className={classNames(
        'grid content-start gap-0.5 bg-surface px-4 py-3 lg:px-5 lg:py-4',
        isWide && 'max-lg:col-span-2',
      )}
    >
      <dt className="text-sm text-text-muted">{label}</dt>
      <dd>
        {value === undefined ? (
          <Skeleton className="my-1 h-6 w-16" />
        ) : (
          <span className="flex h-8 items-center font-display text-2xl font-bold tabular-nums">{value}</span>
        )}
        <span className="text-sm text-text-muted">{note}</span>
      </dd>
    </div>
  )
}
