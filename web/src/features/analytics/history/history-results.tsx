import type { Broadcast } from '@carillon/contract/broadcasts/schemas'
import { useEffect, useRef, useState } from 'react'
import { announce } from '../../../lib/announce.ts'
import { useMediaQuery } from '../../../lib/use-media-query.ts'
import { Button } from '../../../ui/button.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { HistoryCards } from './history-cards.tsx'
import type { ChangeHistory, HistoryFilters } from './history-filters.ts'
import { type HistoryRow, LATEST_FIRST, nextOrder, sortRows } from './history-rows.ts'
import { HistoryTable } from './history-table.tsx'
import { broadcastWords } from './history-words.ts'
import { HISTORY_WINDOWS } from './use-history.ts'

/** This many at first, and this many more at each press. */
const ROWS_AT_ONCE = 50

export type HistoryResultsProps = {
  /** Rows that match. */
  rows: readonly HistoryRow[]
  filters: HistoryFilters
  isWide: boolean
  mayExport(broadcast: Broadcast): boolean
  onChange: ChangeHistory
}

/** The shows that were found, as a table or as cards by day. */
export function HistoryResults({ rows, filters, isWide, mayExport, onChange }: HistoryResultsProps) {
  const [order, setOrder] = useState(LATEST_FIRST)
  const [count, setCount] = useState(ROWS_AT_ONCE)
  const isPaper = useMediaQuery('print')
  useFoundWords(rows.length, filters)
  if (rows.length === 0) return <Nothing filters={filters} onChange={onChange} />
  const shown = sortRows(rows, isWide ? order : LATEST_FIRST).slice(0, isPaper ? rows.length : count)
  const listed = {
    rows: shown,
    openId: filters.show,
    mayExport,
    onOpen: (show: number) => onChange({ show }),
  }
  return (
    <>
      {isWide ? (
        <HistoryTable
          {...listed}
          caption={`Broadcasts of the last ${filters.days} days, ${shown.length} of ${rows.length}`}
          order={order}
          onSort={(column) => setOrder(nextOrder(order, column))}
        />
      ) : (
        <HistoryCards {...listed} />
      )}
      {rows.length > count && (
        <div className="no-print grid border-t border-border p-3">
          <Button variant="ghost" size="sm" onClick={() => setCount(count + ROWS_AT_ONCE)}>
            Show {Math.min(ROWS_AT_ONCE, rows.length - count)} more
          </Button>
        </div>
      )}
    </>
  )
}

function Nothing({ filters, onChange }: Pick<HistoryResultsProps, 'filters' | 'onChange'>) {
  const { days, dj, q } = filters
  const isNarrowed = dj !== '' || q.trim() !== ''
  const wider = HISTORY_WINDOWS.find((window) => window > days)
  return (
    <div className="grid justify-items-center gap-3 border-t border-border px-6 py-16 text-center">
      <p className="font-display text-xl font-bold">
        {isNarrowed ? 'No matching broadcasts' : 'No broadcasts'} in the last {days} days
      </p>
      <div className="flex flex-wrap justify-center gap-2">
        {wider && (
          <Button variant="outline" size="sm" onClick={() => onChange({ days: wider })}>
            Show {wider} days
          </Button>
        )}
        {isNarrowed && (
          <Button variant="outline" size="sm" onClick={() => onChange({ dj: '', q: '' })}>
            Clear
          </Button>
        )}
      </div>
    </div>
  )
}

/** Says politely what a change of the filters found; the first view is not a change. */
function useFoundWords(count: number, { days, dj, q }: HistoryFilters): void {
  const asked = `${days} ${dj} ${q.trim()}`
  const said = useRef(asked)
  useEffect(() => {
    if (said.current === asked) return
    said.current = asked
    announce(broadcastWords(count))
  }, [asked, count])
}

/** Placeholder of the rows, in their height. */
export function WaitingHistory() {
  return (
    <div
      role="status"
      aria-label="Loading the history"
      className="divide-y divide-border border-t border-border"
    >
      {[0, 1, 2, 3, 4, 5, 6, 7].map((row) => (
        <div key={row} className="flex h-14 items-center gap-6 px-4 lg:px-6">
          <Skeleton className="h-4 w-24 max-w-full" />
          <Skeleton className="h-4 w-56 max-w-full" />
        </div>
      ))}
    </div>
  )
}
