import { DEFAULT_START_OFFSET_MS } from '@carillon/contract/broadcasts/schemas'
import { toLocalDateTime } from '@carillon/contract/time'
import { fromStationTime, STATION_TIME_ZONE } from '../../../lib/station-time.ts'

/** Wall clocks of the station. */
export type ShowTimes = { scheduledStart: string; scheduledEnd: string }

/** Times of a show that starts now; null where the wire cannot name them. */
export function timesFromNow(now: number, lengthMs: number): ShowTimes | null {
  const startMs = now + DEFAULT_START_OFFSET_MS
  const scheduledStart = wallClock(startMs)
  const scheduledEnd = wallClock(startMs + lengthMs)
  // In an hour that the clock repeats, the wire would name its first pass.
  const isNamed = isAt(scheduledStart, startMs) && isAt(scheduledEnd, startMs + lengthMs)
  return isNamed ? { scheduledStart, scheduledEnd } : null
}

function wallClock(ms: number): string {
  return toLocalDateTime(new Date(ms), STATION_TIME_ZONE)
}

function isAt(local: string, ms: number): boolean {
  return fromStationTime(local).getTime() === ms
}
