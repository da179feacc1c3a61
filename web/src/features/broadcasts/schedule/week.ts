import { DAY_MS } from '@carillon/contract/durations'
import { isWithinYears } from '@carillon/contract/time'
import { formatDate, fromStationTime, toStationTime, wallClockMs } from '../../../lib/station-time.ts'
import { type Lateness, latenessOf } from '../lateness.ts'
import type { AgendaItem } from './agenda.ts'

/** Day 0 of the epoch was a Thursday: three days after a Monday. */
const EPOCH_WEEKDAY = 3

/** A week of the station's zone, from Monday's midnight to the next one. */
export type Week = { start: Date; end: Date }
/**
 * Phase of a show by the clock; `live`, `over` and `cancelled` are also the station's own words. `playing` is a replay in
 * its time.
 */
export type Phase = 'over' | 'live' | 'playing' | 'next' | 'later' | 'cancelled' | Lateness

/** The week in which an instant lies. */
export function weekOf(instant: Date): Week {
  const day = dayNumber(instant)
  return weekFrom(day - ((((day + EPOCH_WEEKDAY) % 7) + 7) % 7))
}

/** Some weeks later, or earlier. */
export function shiftWeek({ start }: Week, weeks: number): Week {
  return weekFrom(dayNumber(start) + weeks * 7)
}

/** The seven instants at which its days begin: midnight, or when the clock skips it, the time after the gap. */
export function daysOf({ start }: Week): Date[] {
  return Array.from({ length: 7 }, (_, day) => dayStart(dayNumber(start) + day))
}

/** `Nov 16 – 22, 2026`; month and year are named twice where they differ. */
export function weekLabel(week: Week): string {
  const [first = '', last = ''] = daysOf(week)
    .filter((_, day) => day % 6 === 0)
    .map(formatDate)
  if (first.slice(-4) !== last.slice(-4)) return `${first} – ${last}`
  return `${first.slice(0, 6)} – ${first.slice(0, 3) === last.slice(0, 3) ? last.slice(4) : last}`
}

/** The day of the station's zone as text, `2026-11-20`: what an address names a week by. */
export function dayText(instant: Date): string {
  return toStationTime(instant).slice(0, 10)
}

/** The day of the station's zone as a number: days since the first of 1970. */
export function dayNumber(instant: Date): number {
  return Math.floor(wallClockMs(instant) / DAY_MS)
}

/** The week that an address names by one of its days, else the week of `now`. */
export function weekNamed(text: string | null, now: Date): Week {
  const midnight = fromStationTime(`${text}T00:00`)
  const isDay = !Number.isNaN(midnight.getTime()) && isWithinYears(text ?? '')
  return weekOf(isDay ? midnight : now)
}

/** The shows that begin in a week: one that crosses its end is there once. */
export function itemsIn(week: Week, items: readonly AgendaItem[]): AgendaItem[] {
  return items.filter(({ start }) => start >= week.start && start < week.end)
}

/** The show that begins next. */
export function nextOf(items: readonly AgendaItem[], now: Date): AgendaItem | undefined {
  return items.find(
    ({ status, start, replay }) => !replay && (status === 'SCHEDULED' || status === 'TESTING') && start > now,
  )
}

/** Phase of a show at `now`; `next` is the result of `nextOf`. */
export function phaseOf(item: AgendaItem, next: AgendaItem | undefined, now: Date): Phase {
  if (item.status === 'LIVE') return 'live'
  if (item.status === 'CANCELLED') return 'cancelled'
  if (item.status === 'ENDED' || item.end <= now) return 'over'
  if (item.replay) return item.start > now ? 'later' : 'playing'
  return latenessOf(item.start, now) ?? (item.id === next?.id ? 'next' : 'later')
}

function weekFrom(monday: number): Week {
  return { start: dayStart(monday), end: dayStart(monday + 7) }
}

function dayStart(day: number): Date {
  return fromStationTime(new Date(day * DAY_MS).toISOString().slice(0, 16))
}
