import { fromLocalDateTime, localDay } from '@carillon/contract/time'

const MS_PER_DAY = 86_400_000

/** When the day, the week and the month that `now` lies in began. */
export type Periods = { today: Date; week: Date; month: Date }

/** The beginnings by the calendar of `timeZone`: midnight, Monday's midnight, and that of the first of the month. */
export function periodsOf(now: Date, timeZone: string): Periods {
  const day = localDay(now, timeZone)
  const midnightOf = (date: string) => fromLocalDateTime(`${date}T00:00`, timeZone)
  return {
    today: midnightOf(day),
    week: midnightOf(mondayOf(day)),
    month: midnightOf(`${day.slice(0, 7)}-01`),
  }
}

function mondayOf(day: string): string {
  const noon = new Date(`${day}T12:00:00Z`)
  const daysSinceMonday = (noon.getUTCDay() + 6) % 7
  return new Date(noon.getTime() - daysSinceMonday * MS_PER_DAY).toISOString().slice(0, 10)
}
