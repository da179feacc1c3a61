import type { Broadcast } from '@carillon/contract/broadcasts/schemas'
import { ArrowLeft, Download, X } from 'lucide-react'
import { type ReactNode, useEffect, useId, useRef } from 'react'
import { announce } from '../../../lib/announce.ts'
import { classNames } from '../../../lib/class-names.ts'
import { formatDay } from '../../../lib/station-time.ts'
import { useClock } from '../../../lib/use-clock.ts'
import { Button, ButtonLink, buttonClasses } from '../../../ui/button.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { type HistoryRow, rowOf } from './history-rows.ts'
import { chatExportAddress, FAILURES, spanWords } from './history-words.ts'
import { ListenerCurve } from './listener-curve.tsx'
import { LoadError } from './load-error.tsx'
import { ReportNumbers } from './report-numbers.tsx'
import { ShowTimeline } from './show-timeline.tsx'
import { StandingBadge } from './standing-badge.tsx'
import { useReport } from './use-history.ts'

export type HistoryDetailsProps = {
  id: number
  /** As the list knows it; a show of another range is known by its report alone. */
  row: HistoryRow | undefined
  /** On narrow screens they take the place of the list. */
  isPage: boolean
  onClose(): void
  /** Whether this person may have the chat of a show as a file. */
  mayExport(broadcast: Broadcast): boolean
  /** Details of the show from other features. */
  extrasOf(broadcast: Broadcast): ReactNode
}

/** One show: what happened, who listened, what came of it. A region beside the list, which stays at hand; keyed by `id`. */
export function HistoryDetails({ id, row, isPage, onClose, mayExport, extrasOf }: HistoryDetailsProps) {
  const report = useReport(id)
  const now = useClock()
  const headingId = useId()
  const headingRef = useRef<HTMLHeadingElement>(null)
  const known = row ?? (report.data && rowOf(report.data.broadcast, report.data, now))
  const isKnown = known !== undefined
  useEffect(() => {
    if (isKnown) headingRef.current?.focus()
  }, [isKnown])
  return (
    <section
      aria-labelledby={headingId}
      className={classNames(
        'no-print grid min-w-0 grid-cols-1 content-start gap-5 rounded-card border border-border bg-surface p-4',
        !isPage && 'scroll-area sticky top-6 max-h-[calc(100cqb-3rem)] lg:p-6',
      )}
    >
      {isPage && <BackToList onBack={onClose} />}
      <header className="flex items-start justify-between gap-3">
        <div className="min-w-0">
          <h2 id={headingId} ref={headingRef} tabIndex={-1} className="text-xl wrap-anywhere">
            {known?.broadcast.title ?? 'Broadcast'}
          </h2>
          {known && <Details row={known} />}
        </div>
        {!isPage && (
          <IconButton
            label="Close details"
            icon={<X className="size-5" />}
            onClick={onClose}
            className="-mt-1.5 -mr-2"
          />
        )}
      </header>
      {known && <Ways broadcast={known.broadcast} canExport={mayExport(known.broadcast)} />}
      {report.errorUpdatedAt > report.dataUpdatedAt && (
        <LoadError words={FAILURES.report} isBusy={report.isFetching} onRetry={() => void report.refetch()} />
      )}
      {report.data ? <ReportNumbers report={report.data} /> : report.isPending && <WaitingReport />}
      {known && (
        <div className="grid gap-3">
          <h3>What happened</h3>
          <ShowTimeline broadcast={known.broadcast} events={report.data?.events} />
        </div>
      )}
      {report.data && known?.broadcast.actualStart && <ListenerCurve report={report.data} />}
      {known?.broadcast.actualStart && extrasOf(known.broadcast)}
    </section>
  )
}

function BackToList({ onBack }: { onBack(): void }) {
  return (
    <Button
      variant="ghost"
      size="sm"
      className="-mt-1 -ml-2 w-fit"
      icon={<ArrowLeft aria-hidden="true" className="size-4" />}
      onClick={onBack}
    >
      Back to the list
    </Button>
  )
}

function Details({ row }: { row: HistoryRow }) {
  return (
    <div className="mt-1 grid gap-1 text-sm text-text-muted">
      <p>
        with {row.dj} ·&nbsp;{formatDay(row.start)},{' '}
        <span className="whitespace-nowrap">{spanWords(row)}</span>
      </p>
      <p>
        <StandingBadge standing={row.standing} />
      </p>
    </div>
  )
}

type WaysProps = { broadcast: Broadcast; canExport: boolean }

function Ways({ broadcast: { id, title, recordingUrl }, canExport }: WaysProps) {
  return (
    <div className="flex flex-wrap gap-2">
      {canExport && (
        <a
          href={chatExportAddress(id)}
          download
          aria-label={`Export chat of ${title}`}
          onClick={() => announce('Download started')}
          className={buttonClasses('outline', 'sm')}
        >
          <Download aria-hidden="true" className="size-4" />
          Export chat
        </a>
      )}
      <ButtonLink to={`/broadcast/${id}`} variant="outline" size="sm">
        {recordingUrl ? 'Listen again' : 'View show'}
      </ButtonLink>
    </div>
  )
}

function WaitingReport() {
  return (
    <div role="status" aria-label="Loading the numbers of this broadcast" className="grid gap-3">
      <Skeleton className="h-56 rounded-input" />
    </div>
  )
}
