import type { BroadcastReport } from '@carillon/contract/analytics/schemas'
import { classNames } from '../../../lib/class-names.ts'
import { durationWords } from '../../../lib/duration.ts'
import { stationClock } from '../../../lib/station-clock.ts'
import { rowOf } from './history-rows.ts'
import { countWords, lengthOf } from './history-words.ts'

type ReportNumbersProps = { report: BroadcastReport; className?: string }

/** Results of a show, in numbers: in its details, and to its DJ as soon as it is over. */
export function ReportNumbers({ report, className = 'grid-cols-2' }: ReportNumbersProps) {
  const { broadcast, averageListeningMinutes } = report
  const row = rowOf(broadcast, report, new Date(stationClock.now()))
  const details = [
    ['Length', lengthOf(row)],
    ['Peak listeners', countWords(report.peakListeners)],
    ['Total listeners', countWords(report.totalListeners)],
    [
      'Average time listened',
      report.totalListeners === 0 ? '—' : durationWords(averageListeningMinutes * 60_000),
    ],
    ['Messages', countWords(report.chatMessages)],
    ['Requests', countWords(report.songRequests)],
    ['Polls', countWords(report.polls)],
    ['Votes', countWords(report.pollVotes)],
  ] as const
  return (
    <dl
      className={classNames(
        'grid gap-px overflow-hidden rounded-input border border-border bg-border',
        className,
      )}
    >
      {details.map(([name, value]) => (
        <div key={name} className="bg-surface px-3 py-2">
          <dt className="text-xs text-text-muted">{name}</dt>
          <dd className="font-semibold tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
