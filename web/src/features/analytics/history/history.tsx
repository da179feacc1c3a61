import type { Broadcast } from '@carillon/contract/broadcasts/schemas'
import { type ReactNode, useEffect, useId, useMemo, useRef } from 'react'
import { toStationTime } from '../../../lib/station-time.ts'
import { useMediaQuery } from '../../../lib/use-media-query.ts'
import { Banner } from '../../../ui/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { CsvButton, PrintButton } from '../take-away.tsx'
import { HistoryByType } from './history-by-type.tsx'
import { HistoryDetails } from './history-details.tsx'
import { type HistoryFilters, useHistoryFilters } from './history-filters.ts'
import { HistoryResults, WaitingHistory } from './history-results.tsx'
import { djsOf, filterRows, type HistoryRow } from './history-rows.ts'
import { HistoryTiles } from './history-tiles.tsx'
import { HistoryToolbar } from './history-toolbar.tsx'
import { readHistoryType } from './history-types.ts'
import { broadcastWords, historyCsv } from './history-words.ts'
import { LoadError } from './load-error.tsx'
import { useHistoryView } from './use-history-view.ts'

/** Below this the shows are cards, the filters a sheet and the details a page; paper has the table. */
const WIDE = '(min-width: 64rem), print'

export type HistoryProps = {
  /** Whether this person uses single-key shortcuts. */
  areKeysOn(): boolean
  /** Whether this person may have the chat of a show as a file. */
  mayExport(broadcast: Broadcast): boolean
  /** Details of a show from other features, below its own. */
  extrasOf(broadcast: Broadcast): ReactNode
}

/** History of broadcasts: counted, found, compared, downloaded. */
export function History({ areKeysOn, mayExport, extrasOf }: HistoryProps) {
  const [filters, change] = useHistoryFilters()
  const { days, show } = filters
  const isWide = useMediaQuery(WIDE)
  const view = useHistoryView(days)
  const rows = view.rows ?? []
  useWayBack(show)
  const details = show !== null && (
    <HistoryDetails
      key={show}
      id={show}
      row={rows.find(({ broadcast }) => broadcast.id === show)}
      isPage={!isWide}
      onClose={() => change({ show: null })}
      mayExport={mayExport}
      extrasOf={extrasOf}
    />
  )
  const isPage = show !== null && !isWide
  // One tree for both: what is open in the details stays open when the window becomes narrower.
  return (
    <>
      {!isPage && <HistoryTiles stats={view.stats} isWaiting={view.isCounting} days={days} />}
      <div
        className={
          isPage
            ? 'contents'
            : details
              ? 'grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_24rem] print:block'
              : 'grid items-start gap-6 print:block'
        }
      >
        {!isPage && (
          <HistoryList
            view={view}
            filters={filters}
            onChange={change}
            isWide={isWide}
            areKeysOn={areKeysOn}
            mayExport={mayExport}
          />
        )}
        {details}
      </div>
    </>
  )
}

type HistoryListProps = Omit<HistoryProps, 'extrasOf'> & {
  view: ReturnType<typeof useHistoryView>
  filters: HistoryFilters
  onChange: ReturnType<typeof useHistoryFilters>[1]
  isWide: boolean
}

/** The shows that were found, under what finds them. */
function HistoryList({ view, filters, onChange, isWide, areKeysOn, mayExport }: HistoryListProps) {
  const { type, dj, q } = filters
  const found = useMemo(() => filterRows(view.rows ?? [], { dj, q }), [view.rows, dj, q])
  const headingId = useId()
  return (
    <section
      aria-labelledby={headingId}
      className="@container min-w-0 rounded-card border border-border bg-surface print:border-0"
    >
      <div className="grid gap-4 p-4 lg:px-6 lg:pt-5">
        <ListHead
          id={headingId}
          rows={type === '' ? found : []}
          total={type === '' && view.rows ? found.length : undefined}
        />
        <HistoryToolbar
          filters={filters}
          onChange={onChange}
          djs={djsOf(view.rows ?? [])}
          isWide={isWide}
          found={broadcastWords(found.length)}
          areKeysOn={areKeysOn}
        />
        {type === '' &&
          view.failures.map(({ words, isBusy, retry }) => (
            <LoadError key={words} words={words} isBusy={isBusy} onRetry={retry} />
          ))}
      </div>
      {type !== '' ? (
        <OfType filters={filters} onAll={() => onChange({ type: '' })} />
      ) : view.rows ? (
        <HistoryResults
          rows={found}
          filters={filters}
          isWide={isWide}
          mayExport={mayExport}
          onChange={onChange}
        />
      ) : (
        view.isWaiting && <WaitingHistory />
      )}
    </section>
  )
}

type ListHeadProps = { id: string; rows: readonly HistoryRow[]; total: number | undefined }

function ListHead({ id, rows, total }: ListHeadProps) {
  return (
    <header className="flex flex-wrap items-center justify-between gap-3">
      <div className="flex items-baseline gap-2">
        <h2 id={id}>Broadcasts</h2>
        {total !== undefined && <span className="text-sm text-text-muted tabular-nums">{total}</span>}
      </div>
      <div className="no-print flex gap-2">
        <CsvButton
          label="Download these rows as CSV"
          fileName={`broadcast-history-${toStationTime(new Date()).slice(0, 10)}.csv`}
          toCsv={rows.length === 0 ? null : () => historyCsv(rows)}
        />
        <PrintButton />
      </div>
    </header>
  )
}

/** News of one type; what is no type of broadcast says so. */
function OfType({ filters, onAll }: { filters: HistoryFilters; onAll(): void }) {
  const read = readHistoryType(filters.type)
  if (read.ok) return <HistoryByType key={read.value} type={read.value} filters={filters} />
  return (
    <div className="p-4 pt-0 lg:px-6">
      <Banner
        tone="danger"
        role="alert"
        action={
          <Button size="sm" variant="outline" onClick={onAll}>
            Show all broadcasts
          </Button>
        }
      >
        {read.error}
      </Banner>
    </div>
  )
}

/** When the details of a show are closed, the focus goes back to its title in the list. */
function useWayBack(show: number | null): void {
  const former = useRef(show)
  useEffect(() => {
    if (show === null && former.current !== null)
      document.querySelector<HTMLElement>(`[data-show="${former.current}"]`)?.focus()
    former.current = show
  }, [show])
}
