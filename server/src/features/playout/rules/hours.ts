import { toLocalDateTime } from '@carillon/contract/time'
import type { Hours } from './rules.ts'

/** A moment on the station's clock. */
export type StationTime = {
  /** 0 is Sunday. */
  day: number
  /** Since midnight. */
  minute: number
  /** Names the hour, such as 2026-06-01T14. */
  hour: string
}

export function stationTime(ms: number, timeZone: string): StationTime {
  const local = toLocalDateTime(new Date(ms), timeZone)
  return {
    day: new Date(`${local.slice(0, 10)}T00:00:00Z`).getUTCDay(),
    minute: Number(local.slice(11, 13)) * 60 + Number(local.slice(14, 16)),
    hour: local.slice(0, 13),
  }
}

/** Whether a playlist with these hours plays now. None is always. */
export function isWithinHours(hours: readonly Hours[], { day, minute }: StationTime): boolean {
  return (
    hours.length === 0 || hours.some((span) => span.day === day && span.from <= minute && minute < span.to)
  )
}
