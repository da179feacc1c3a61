import { Timer } from 'lucide-react'
import { formatTime } from '../../lib/station-time.ts'

/** In the place of what a listener in a timeout cannot use: since when on they can again. */
export function TimeoutNotice({ until, what }: { until: Date; what: string }) {
  return (
    <p
      role="status"
      className="flex items-start gap-2.5 rounded-input bg-warning-soft px-3 py-2.5 text-sm text-warning"
    >
      <Timer aria-hidden="true" className="mt-px size-4.5 shrink-0" />
      <span>
        You’re in a timeout. You can {what} again at{' '}
        <time dateTime={until.toISOString()} className="font-semibold whitespace-nowrap">
          {formatTime(until)}
        </time>
        .
      </span>
    </p>
  )
}
