import { AHEAD_MS, formatDate, toStationTime } from '../../../lib/station-time.ts'
import type { AgendaItem } from './agenda.ts'

const DAY_MS = 24 * 60 * 60_000
/** Day 0 of the epoch was a Thursday: three days after a Monday. */
const EPOCH_WEEKDAY = 3

/** A week of Manila, from Monday's midnight to the next one. */
export type Week = { start: Date; end: Date }
/** Where a show stands by the clock; `live`, `over` and `cancelled` are also what the station says. */
export type Phase = 'over' | 'live' | 'now' | 'next' | 'later' | 'cancelled'

/** The week in which an instant lies. */
export function weekOf(instant: Date): Week {
  const day = Math.floor((instant.getTime() + AHEAD_MS) / DAY_MS)
  const monday = day - ((((day + EPOCH_WEEKDAY) % 7) + 7) % 7)
  return weekFrom(monday * DAY_MS - AHEAD_MS)
}

/** So many weeks later, or earlier. */
export function shiftWeek({ start }: Week, weeks: number): Week {
  return weekFrom(start.getTime() + weeks * 7 * DAY_MS)
}

/** The seven midnights at which its days begin. */
export function daysOf({ start }: Week): Date[] {
  return Array.from({ length: 7 }, (_, day) => new Date(start.getTime() + day * DAY_MS))
}

/** `Nov 16 – 22, 2026`; month and year are named twice where they differ. */
export function weekLabel(week: Week): string {
  const [first, last] = [formatDate(week.start), formatDate(new Date(week.end.getTime() - DAY_MS))]
  if (first.slice(-4) !== last.slice(-4)) return `${first} – ${last}`
  return `${first.slice(0, 6)} – ${first.slice(0, 3) === last.slice(0, 3) ? last.slice(4) : last}`
}

/** The day of Manila as text, `2026-11-20`: what an address names a week by. */
export function dayText(instant: Date): string {
  return toStationTime(instant).slice(0, 10)
}

/** The week that an address names by one of its days, else the week of `now`. */
export function weekNamed(text: string | null, now: Date): Week {
  const midnight = new Date(/^\d{4}-\d{2}-\d{2}$/.test(text ?? '') ? `${text}T00:00:00+08:00` : Number.NaN)
  return weekOf(Number.isNaN(midnight.getTime()) ? now : midnight)
}

/** The shows that begin in a week: one that crosses its end is there once. */
export function itemsIn(week: Week, items: readonly AgendaItem[]): AgendaItem[] {
  return items.filter(({ start }) => start >= week.start && start < week.end)
}

/** The show that begins next. */
export function nextOf(items: readonly AgendaItem[], now: Date): AgendaItem | undefined {
  return items.find(({ status, start }) => (status === 'SCHEDULED' || status === 'TESTING') && start > now)
}

/** Where a show stands at `now`; `next` is what `nextOf` found. */
export function phaseOf(item: AgendaItem, next: AgendaItem | undefined, now: Date): Phase {
  if (item.status === 'LIVE') return 'live'
  if (item.status === 'CANCELLED') return 'cancelled'
  if (item.status === 'ENDED' || item.end <= now) return 'over'
  if (item.start <= now) return 'now'
  return item.id === next?.id ? 'next' : 'later'
}

function weekFrom(startMs: number): Week {
  return { start: new Date(startMs), end: new Date(startMs + 7 * DAY_MS) }
}
