import type { Broadcast } from '@carillon/contract/broadcasts/schemas'
import { type ReactNode, useEffect, useId } from 'react'
import { FAILURES } from '../../../features/analytics/history/history-words.ts'
import { ListenerCurve } from '../../../features/analytics/history/listener-curve.tsx'
import { LoadError } from '../../../features/analytics/history/load-error.tsx'
import { ReportNumbers } from '../../../features/analytics/history/report-numbers.tsx'
import { ShowTimeline } from '../../../features/analytics/history/show-timeline.tsx'
import { useReport } from '../../../features/analytics/history/use-history.ts'
import { useBroadcast } from '../../../features/broadcasts/use-broadcast.ts'
import { Songs } from '../../../features/plays/songs-part.tsx'
import { PollOutcomes } from '../../../features/polls/poll-outcomes.tsx'
import { RecordingVisibilitySwitch } from '../../../features/recordings/recording-visibility.tsx'
import { UnansweredRequests } from '../../../features/song-requests/unanswered.tsx'
import { COLUMN, COLUMNS, REST } from '../../../features/stream/dj/views/dashboard-layout.ts'
import { classNames } from '../../../lib/class-names.ts'
import { Card, CardHead } from '../../../ui/card.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { RecordingPanelSlot, RecordingSlot } from '../../slots/recording-slot.tsx'

/** Debrief of a DJ after a show: its recording, who listened, what went wrong, what stayed open. */
export function Debrief({ broadcast: ended }: { broadcast: Broadcast }) {
  const { data: broadcast = ended } = useBroadcast(ended.id, false)
  const report = useFinalReport(broadcast)
  return (
    <div className={classNames('grid grid-cols-[minmax(0,1fr)] gap-4 lg:gap-6', REST)}>
      {report.data ? (
        <ReportNumbers report={report.data} className="grid-cols-2 md:grid-cols-4" />
      ) : report.isError ? (
        <LoadError words={FAILURES.report} isBusy={report.isFetching} onRetry={() => void report.refetch()} />
      ) : (
        <Skeleton className="h-32 rounded-input" />
      )}
      <div
        className={classNames(
          'grid grid-cols-[minmax(0,1fr)] items-start gap-4 lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)] lg:gap-6',
          COLUMNS,
        )}
      >
        <div className={classNames(PARTS, COLUMN)}>
          <section
            aria-label="Listen to it"
            className="on-maroon overflow-hidden rounded-card bg-stage text-on-stage"
          >
            <RecordingSlot broadcast={broadcast} />
          </section>
          {report.data && (
            <Card aria-label="Listeners">
              <ListenerCurve report={report.data} />
            </Card>
          )}
          <PollOutcomes broadcastId={broadcast.id} />
        </div>
        <div className={classNames(PARTS, COLUMN)}>
          {broadcast.recordingUrl === null ? (
            <Part title="The recording">
              <RecordingVisibilitySwitch broadcastId={broadcast.id} />
            </Part>
          ) : (
            <RecordingPanelSlot broadcast={broadcast} />
          )}
          {report.data && (
            <Part title="What happened">
              <ShowTimeline broadcast={report.data.broadcast} events={report.data.events} />
            </Part>
          )}
          <Part title="Songs">
            <Songs broadcastId={broadcast.id} isOnAir={false} />
          </Part>
          <Part title="Unanswered requests">
            <UnansweredRequests broadcastId={broadcast.id} />
          </Part>
        </div>
      </div>
    </div>
  )
}

const PARTS = 'grid grid-cols-[minmax(0,1fr)] content-start gap-4 lg:gap-6 desk:gap-4'

/** The last minute and the peak are stored when the show is over: the numbers are asked for again with its recording. */
function useFinalReport({ id, recordingUrl }: Broadcast) {
  const report = useReport(id)
  const { refetch } = report
  useEffect(() => {
    if (recordingUrl !== null) void refetch()
  }, [recordingUrl, refetch])
  return report
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <Card aria-labelledby={id}>
      <CardHead id={id} title={title} />
      {children}
    </Card>
  )
}
