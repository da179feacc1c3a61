import { localDay } from '@carillon/contract/time'
import { daysAfter, firstOfDays, midnightOf, noonOf } from '../../kernel/calendar-days.ts'

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
  const first = firstOfDays(days, now, timeZone)
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
