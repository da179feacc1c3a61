import type { BroadcastReport } from '@carillon/contract/analytics/schemas'
import { formatTime } from '../../../lib/station-time.ts'
import { type Outage, outageLength, outagesOf } from './outages.ts'

const KINDS: Record<Outage['kind'], string> = { lost: 'Sound lost', silent: 'Silence' }

/** When listeners of a show had no sound, and for how long. */
export function OutageList({ report }: { report: BroadcastReport }) {
  const { actualEnd } = report.broadcast
  const outages = outagesOf(report.events, actualEnd ? new Date(actualEnd) : new Date())
  if (outages.length === 0) return <p className="text-sm text-text-muted">None: the sound was never away.</p>
  const totalMs = outages.reduce((sum, { lengthMs }) => sum + lengthMs, 0)
  return (
    <div className="grid gap-2 text-sm">
      <p className="text-text-muted">
        {outages.length === 1 ? '1 outage' : `${outages.length} outages`}, {outageLength(totalMs)} in all
      </p>
      <ol className="grid max-h-60 gap-1.5 overflow-y-auto [scrollbar-width:thin]">
        {outages.map(({ from, lengthMs, kind }) => (
          <li key={from.getTime()} className="flex flex-wrap items-baseline gap-x-3">
            <time dateTime={from.toISOString()} className="w-18 shrink-0 text-text-muted tabular-nums">
              {formatTime(from)}
            </time>
            {KINDS[kind]} for {outageLength(lengthMs)}
          </li>
        ))}
      </ol>
    </div>
  )
}
