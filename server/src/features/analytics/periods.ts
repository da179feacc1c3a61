import { DAY_MS } from '@carillon/contract/durations'
import { fromLocalDateTime, localDay } from '@carillon/contract/time'

/** When the day, the week and the month that `now` lies in began. */
export type Periods = { today: Date; week: Date; month: Date }
/** A range of days that ends today: each of them, when the first began, and when as many before them began. */
export type Range = { days: string[]; since: Date; previousSince: Date }

/** The beginnings by the calendar of `timeZone`: midnight, Monday's midnight, and that of the first of the month. */
export function periodsOf(now: Date, timeZone: string): Periods {
  const day = localDay(now, timeZone)
  return {
    today: midnightOf(day, timeZone),
    week: midnightOf(mondayOf(day), timeZone),
    month: midnightOf(`${day.slice(0, 7)}-01`, timeZone),
  }
}

/** The last `days` days by the calendar of `timeZone`, today among them. */
export function rangeOf(days: number, now: Date, timeZone: string): Range {
  const first = daysAfter(localDay(now, timeZone), 1 - days)
  return {
    days: Array.from({ length: days }, (_, index) => daysAfter(first, index)),
    since: midnightOf(first, timeZone),
    previousSince: midnightOf(daysAfter(first, -days), timeZone),
  }
}

function mondayOf(day: string): string {
  const daysSinceMonday = (noonOf(day).getUTCDay() + 6) % 7
  return daysAfter(day, -daysSinceMonday)
}

function daysAfter(day: string, days: number): string {
  return new Date(noonOf(day).getTime() + days * DAY_MS).toISOString().slice(0, 10)
}

function noonOf(day: string): Date {
  return new Date(`${day}T12:00:00Z`)
}

function midnightOf(day: string, timeZone: string): Date {
  return fromLocalDateTime(`${day}T00:00`, timeZone)
}
