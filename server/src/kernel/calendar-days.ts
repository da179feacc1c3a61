import { DAY_MS } from '@carillon/contract/durations'
import { fromLocalDateTime, localDay } from '@carillon/contract/time'

/** The first of the last `days` days by the calendar of `timeZone`, today among them: `2026-11-20`. */
export function firstOfDays(days: number, now: Date, timeZone: string): string {
  return daysAfter(localDay(now, timeZone), 1 - days)
}

/** The day that comes `days` after this one; before it for a negative number. */
export function daysAfter(day: string, days: number): string {
  return new Date(noonOf(day).getTime() + days * DAY_MS).toISOString().slice(0, 10)
}

/** UTC: no zone changes its clocks within it. */
export function noonOf(day: string): Date {
  return new Date(`${day}T12:00:00Z`)
}

/** When a day begins in `timeZone`. */
export function midnightOf(day: string, timeZone: string): Date {
  return fromLocalDateTime(`${day}T00:00`, timeZone)
}
