import { MINUTE_MS } from '@carillon/contract/durations'
import { wallClockMs } from '../../../lib/station-time.ts'
import type { AgendaItem } from './agenda.ts'
import { dayNumber, itemsIn, type Week } from './week.ts'

const DAY_MINUTES = 24 * 60
/** A shorter show takes as much room, so that its name can be read. */
const MIN_SHOWN_MINUTES = 30
/** Hours of an empty week. */
const USUAL_HOURS: Hours = { from: 8, until: 20 }
const FEWEST_HOURS = 8

/** A show in the grid: its day (0 is Monday), its minutes of that day, and which of how many lanes side by side. */
export type Placed = {
  item: AgendaItem
  day: number
  fromMinute: number
  untilMinute: number
  lane: number
  lanes: number
}
/** The rows of the grid, `until` not included. */
export type Hours = { from: number; until: number }

/** Every show of a week at its place; those that overlap stand side by side, one that crosses midnight ends with its day. */
export function placeInWeek(items: readonly AgendaItem[], week: Week): Placed[] {
  const placed = itemsIn(week, items).map((item) => place(item, week))
  return [...Map.groupBy(placed, ({ day }) => day).values()].flatMap((ofDay) =>
    clusters(ofDay).flatMap(inLanes),
  )
}

/** The label of now is centred on its line: so much of the day above it keeps it whole. */
const NOW_ABOVE_MINUTES = 12

/** The hours from the first to the last that is used, and that of `now` in minutes of its day. */
export function hoursOf(placed: readonly Placed[], nowMinute: number | null): Hours {
  if (placed.length === 0) return USUAL_HOURS
  const minutes = nowMinute === null ? [] : [nowMinute]
  const first = Math.min(
    ...placed.map(({ fromMinute }) => fromMinute),
    ...minutes.map((minute) => Math.max(0, minute - NOW_ABOVE_MINUTES)),
  )
  const from = Math.floor(first / 60)
  const last = Math.max(
    ...placed.map(({ untilMinute }) => untilMinute),
    ...minutes.map((minute) => minute + 1),
  )
  const until = Math.max(Math.ceil(last / 60), Math.min(24, from + FEWEST_HOURS))
  return { from: Math.min(from, Math.max(0, until - FEWEST_HOURS)), until }
}

/** The day of a week, and the minute that the station's clock reads on it; null outside of the week. */
export function minuteIn(week: Week, instant: Date): { day: number; minute: number } | null {
  if (instant < week.start || instant >= week.end) return null
  const minutes = Math.floor(wallClockMs(instant) / MINUTE_MS)
  return { day: dayNumber(instant) - dayNumber(week.start), minute: minutes % DAY_MINUTES }
}

function place(item: AgendaItem, week: Week): Placed {
  const at = minuteIn(week, item.start) ?? { day: 0, minute: 0 }
  // By the clock, as the rows are: over a change of the clock that is not how long the show lasts.
  const lasts = Math.ceil((wallClockMs(item.end) - wallClockMs(item.start)) / MINUTE_MS)
  const untilMinute = Math.min(DAY_MINUTES, at.minute + Math.max(lasts, MIN_SHOWN_MINUTES))
  const fromMinute = Math.min(at.minute, untilMinute - MIN_SHOWN_MINUTES)
  return { item, day: at.day, fromMinute, untilMinute, lane: 0, lanes: 1 }
}

/** Runs of shows of which each overlaps one before it. */
function clusters(ofDay: readonly Placed[]): Placed[][] {
  const sorted = [...ofDay].sort((a, b) => a.fromMinute - b.fromMinute || b.untilMinute - a.untilMinute)
  const found: Placed[][] = []
  let end = -1
  for (const each of sorted) {
    if (each.fromMinute >= end) found.push([])
    found.at(-1)?.push(each)
    end = Math.max(end, each.untilMinute)
  }
  return found
}

/** Each takes the first lane that is free when it begins. */
function inLanes(cluster: readonly Placed[]): Placed[] {
  const freeFrom: number[] = []
  const laned = cluster.map((each) => {
    const free = freeFrom.findIndex((minute) => minute <= each.fromMinute)
    const lane = free === -1 ? freeFrom.length : free
    freeFrom[lane] = each.untilMinute
    return { ...each, lane }
  })
  return laned.map((each) => ({ ...each, lanes: freeFrom.length }))
}
