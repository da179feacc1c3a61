import { MINUTE_MS } from '@carillon/contract/durations'
import { fromStationTime } from '../../lib/station-time.ts'

/** A show that is due is expected for this long; then it is late, and after the second it is not expected any more. */
const EXPECTED_MS = 10 * MINUTE_MS
const LATE_MS = 30 * MINUTE_MS

/** Lateness after a planned start: any moment, late, or missing so far. */
export type Lateness = 'due' | 'late' | 'missing'

/** Words of every page for a show that should be on air and is not. */
export const LATENESS_WORDS: Record<Lateness, string> = {
  due: 'Starting any moment',
  late: 'Running late',
  missing: 'Hasn’t started',
}

/** Lateness of a show that has not begun; null before its start. */
export function latenessOf(start: Date, now: Date): Lateness | null {
  const lateMs = now.getTime() - start.getTime()
  if (lateMs < 0) return null
  if (lateMs < EXPECTED_MS) return 'due'
  return lateMs < LATE_MS ? 'late' : 'missing'
}

/** Those that may still begin, in their order. */
export function stillExpected<Show extends { scheduledStart: string }>(
  shows: readonly Show[],
  now: Date,
): Show[] {
  return shows.filter(({ scheduledStart }) => latenessOf(fromStationTime(scheduledStart), now) !== 'missing')
}
