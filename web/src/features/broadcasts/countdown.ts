import { DAY_MS, HOUR_MS, MINUTE_MS } from '@carillon/contract/durations'
import { durationWords } from '../../lib/duration.ts'
import { fromStationTime } from '../../lib/station-time.ts'

/** A show that is due is expected for this long; then it is late, and after the second it is not expected any more. */
const EXPECTED_MS = 10 * MINUTE_MS
const LATE_MS = 30 * MINUTE_MS

/** How soon a show begins, after `word`: "Next in 1 h 05 min", "Starting any moment", "Running late". */
export function startWords(word: string, start: Date, now: Date): string {
  const lateMs = now.getTime() - start.getTime()
  if (lateMs < 0) return `${word} in ${countdownWords(-lateMs)}`
  return lateMs < EXPECTED_MS ? 'Starting any moment' : 'Running late'
}

/** The first of these, by their starts, that may still begin. */
export function nextExpected<Show extends { scheduledStart: string }>(
  shows: readonly Show[],
  now: Date,
): Show | undefined {
  return shows.find(
    ({ scheduledStart }) => now.getTime() - fromStationTime(scheduledStart).getTime() < LATE_MS,
  )
}

/** The time left: `2 days 3 h`, `1 h 05 min`, `4 min 09 s`. */
function countdownWords(leftMs: number): string {
  if (leftMs >= DAY_MS) return daysAndHours(leftMs)
  if (leftMs >= HOUR_MS) return pair(leftMs, HOUR_MS, 'h', MINUTE_MS, 'min')
  return pair(leftMs, MINUTE_MS, 'min', 1000, 's')
}

/** How long a show lasted: `1 h 25 min`, `12 min`, `under a minute`. */
export function lengthWords(start: Date, end: Date): string {
  return durationWords(end.getTime() - start.getTime())
}

function daysAndHours(leftMs: number): string {
  const days = Math.floor(leftMs / DAY_MS)
  const hours = Math.floor((leftMs % DAY_MS) / HOUR_MS)
  return `${days} ${days === 1 ? 'day' : 'days'}${hours > 0 ? ` ${hours} h` : ''}`
}

function pair(leftMs: number, bigMs: number, big: string, smallMs: number, small: string): string {
  const rest = Math.floor((leftMs % bigMs) / smallMs)
  return `${Math.floor(leftMs / bigMs)} ${big} ${two(rest)} ${small}`
}

function two(value: number): string {
  return String(value).padStart(2, '0')
}
