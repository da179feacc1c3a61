import { DAY_MS } from '@carillon/contract/durations'
import { isWithinYears } from '@carillon/contract/time'

/** When a recording of this moment is deleted, unless it is kept; null: never, or beyond the years that times have. */
export function expiryOf(recordedAt: Date, recordingDays: number | null): Date | null {
  if (recordingDays === null) return null
  const expiry = new Date(recordedAt.getTime() + recordingDays * DAY_MS)
  return isWithinYears(expiry.toISOString()) ? expiry : null
}

/** Time before which recordings are to be deleted now. */
export function expiredBefore(nowMs: number, recordingDays: number): Date {
  return new Date(nowMs - recordingDays * DAY_MS)
}
