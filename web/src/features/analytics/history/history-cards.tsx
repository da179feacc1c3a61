import { formatDay } from '../../../lib/station-time.ts'
import { HistoryRowMenu } from './history-row-menu.tsx'
import type { HistoryRow } from './history-rows.ts'
import { type HistoryRowsProps, type ListedShowProps, OpenButton } from './history-table.tsx'
import { countWords, lengthOf, spanWords } from './history-words.ts'
import { StandingBadge } from './standing-badge.tsx'

/** The history day by day of the station's zone, for narrow screens. */
export function HistoryCards({ rows, openId, mayExport, onOpen }: HistoryRowsProps) {
  return Array.from(byDay(rows), ([day, shows]) => (
    <section key={day} className="border-t border-border">
      <h3 className="bg-surface-2 px-4 py-2 text-sm text-text-muted">{day}</h3>
      <ul className="divide-y divide-border">
        {shows.map((row) => (
          <li key={row.broadcast.id} className="grid gap-2 p-4">
            <Card
              row={row}
              isOpen={row.broadcast.id === openId}
              canExport={mayExport(row.broadcast)}
              onOpen={onOpen}
            />
          </li>
        ))}
      </ul>
    </section>
  ))
}

function Card({ row, isOpen, canExport, onOpen }: ListedShowProps) {
  const { broadcast, dj, numbers, standing } = row
  return (
    <>
      <div className="flex items-start gap-2">
        <div className="grid min-w-0 flex-1 gap-0.5">
          <OpenButton row={row} isOpen={isOpen} onOpen={onOpen} />
          <p className="text-sm text-text-muted">
            {spanWords(row)} ·&nbsp;{dj}
          </p>
        </div>
        <div className="flex shrink-0 items-center text-sm">
          <StandingBadge standing={standing} />
          <div className="no-print -mr-2">
            <HistoryRowMenu row={row} canExport={canExport} onOpen={onOpen} />
          </div>
        </div>
      </div>
      <dl className="grid grid-cols-[auto_1fr_1fr_1fr] gap-4 whitespace-nowrap max-xs:gap-2">
        <Fact name="Length" value={lengthOf(row)} />
        <Fact name="Peak" value={countWords(broadcast.peakListeners)} />
        <Fact name="Messages" value={countWords(numbers?.chatMessages)} />
        <Fact name="Requests" value={countWords(numbers?.songRequests)} />
      </dl>
    </>
  )
}

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt className="text-xs text-text-muted">{name}</dt>
      <dd className="text-sm font-semibold tabular-nums">{value}</dd>
    </div>
  )
}

function byDay(rows: readonly HistoryRow[]): Map<string, HistoryRow[]> {
  const days = new Map<string, HistoryRow[]>()
  for (const row of rows) {
    const day = formatDay(row.start)
    const shows = days.get(day)
    if (shows) shows.push(row)
    else days.set(day, [row])
  }
  return days
}
