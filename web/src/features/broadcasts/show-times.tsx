import type { Broadcast } from '@carillon/contract/broadcasts/schemas'
import { formatDay, formatTime, fromStationTime } from '../../lib/station-time.ts'

/** When a show is planned, in the station's zone: `Friday, Nov 20, 2026, 3:00 PM – 5:00 PM`. */
export function PlannedTime({ broadcast }: { broadcast: Broadcast }) {
  const start = fromStationTime(broadcast.scheduledStart)
  const end = fromStationTime(broadcast.scheduledEnd)
  return (
    <time dateTime={start.toISOString()}>
      <span className="whitespace-nowrap">{formatDay(start)},</span>{' '}
      <span className="whitespace-nowrap">
        {formatTime(start)} – {formatTime(end)}
      </span>
    </time>
  )
}

/** Since when a show is on air: `on air since 2:00 PM`. Nothing when it is not. */
export function OnAirSince({ broadcast }: { broadcast: Broadcast }) {
  if (!broadcast.actualStart) return null
  const start = new Date(broadcast.actualStart)
  return (
    <time dateTime={broadcast.actualStart}>
      on air since <span className="whitespace-nowrap">{formatTime(start)}</span>
    </time>
  )
}
