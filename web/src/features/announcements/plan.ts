import { formatRelative, formatTimestamp, fromStationTime } from '../../lib/station-time.ts'
import { STATION_PLACE } from '../../lib/station-zone.ts'
import type { PlanBody } from './announcement-calls.ts'

/** Values of the two fields: `2026-11-20T15:00`, or nothing. */
export type PlanValues = { scheduledFor: string; expiresAt: string }
export type PlanErrors = Partial<Record<keyof PlanValues, string>>

/** Errors of the times, in the station's words; they are in the station's zone. */
export function planErrors({ scheduledFor, expiresAt }: PlanValues, nowMs: number): PlanErrors {
  const start = fromStationTime(scheduledFor).getTime()
  const errors: PlanErrors = {}
  if (Number.isNaN(start)) errors.scheduledFor = 'Please choose a date and time'
  else if (start <= nowMs) errors.scheduledFor = 'Choose a time in the future'
  if (expiresAt !== '' && fromStationTime(expiresAt).getTime() <= start)
    errors.expiresAt = 'It must expire after it is published'
  return errors
}

/** The plan as the station takes it. */
export function planBody({ scheduledFor, expiresAt }: PlanValues): PlanBody {
  return { scheduledFor, expiresAt: expiresAt || null }
}

/** A time of the wire as a field shows it: to the minute. */
export function fieldTime(local: string | null): string {
  return local?.slice(0, 16) ?? ''
}

/** Reading of the chosen time: `Nov 21, 2026, 8:00 AM in Manila, in 16 hours`; empty while it is none. */
export function meaningOf(local: string, nowMs: number): string {
  const instant = fromStationTime(local)
  if (Number.isNaN(instant.getTime())) return ''
  return `${formatTimestamp(instant)} in ${STATION_PLACE}, ${formatRelative(instant, new Date(nowMs))}`
}
