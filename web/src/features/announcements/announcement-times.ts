import type { Announcement } from '@carillon/contract/announcements/schemas'
import { formatRelative, formatTimestamp, fromStationTime } from '../../lib/station-time.ts'

/** A time that people planned, with how far it is: `Nov 21, 2026, 8:00 AM, in 16 hours`. */
export function planWords(local: string, now: Date): string {
  const instant = fromStationTime(local)
  return `${formatTimestamp(instant)}, ${formatRelative(instant, now)}`
}

/** When it became public, or was written where it is not public yet. */
export function timestampOf({ publishedAt, createdAt }: Announcement): Date {
  return new Date(publishedAt ?? createdAt)
}
