import type { Broadcast } from '@carillon/contract/broadcasts/schemas'
import {
  formatDate,
  formatDay,
  formatTime,
  formatWeekday,
  fromStationTime,
} from '../../../lib/station-time.ts'

const NO_BREAK = '\u00a0'

export type AgendaItem = {
  /** Of the show; a replay has one of its own, below 0. */
  id: number
  title: string
  description: string
  host: string
  /** Anyone who made it, and anyone who has the air: it is theirs. */
  ownerIds: readonly number[]
  /** As the station says; CANCELLED is what this page saw go. */
  status: Broadcast['status'] | 'CANCELLED'
  isRecorded: boolean
  /** Of a recording that goes out again; absent for a show. */
  replay?: Replay
} & ShowTimes
type Replay = { planId: number; broadcastId: number; showTitle: string; firstAired: Date }
type ShowTimes = { start: Date; end: Date }
export type AgendaDay = { day: string; items: AgendaItem[] }

/** Broadcasts as items of the schedule, earliest first. */
export function itemsOf(broadcasts: readonly Broadcast[]): AgendaItem[] {
  return broadcasts.map(itemOf).sort(byStart)
}

/** `first aired Nov 20, 2026`; null for a show. */
export function firstAiredWords({ replay }: Pick<AgendaItem, 'replay'>): string | null {
  return replay ? `first aired ${formatDate(replay.firstAired)}` : null
}

/** Address of the show, or of the one that is played again. */
export function showPathOf({ id, replay }: Pick<AgendaItem, 'id' | 'replay'>): string {
  return `/broadcast/${replay?.broadcastId ?? id}`
}

/** The order of a schedule. */
export function byStart(a: AgendaItem, b: AgendaItem): number {
  return a.start.getTime() - b.start.getTime() || a.id - b.id
}

/** Items by day of the station's zone, in their order. */
export function agendaOf(items: readonly AgendaItem[]): AgendaDay[] {
  const days = Map.groupBy(items, (item) => formatDay(item.start))
  return [...days].map(([day, ofDay]) => ({ day, items: ofDay }))
}

function itemOf(broadcast: Broadcast): AgendaItem {
  const { createdBy, startedBy } = broadcast
  return {
    id: broadcast.id,
    title: broadcast.title,
    description: broadcast.description,
    host: createdBy.name,
    ownerIds: [createdBy.id, startedBy?.id ?? createdBy.id],
    status: broadcast.status,
    isRecorded: broadcast.recordingUrl !== null,
    ...timesOf(broadcast),
  }
}

/** Times of a show: as planned, until it ended before. One that overran leaves the next its place. */
function timesOf({ scheduledStart, scheduledEnd, actualStart, actualEnd }: Broadcast): ShowTimes {
  const planned = { start: fromStationTime(scheduledStart), end: fromStationTime(scheduledEnd) }
  const end = new Date(actualEnd ?? planned.end)
  if (end >= planned.end) return planned
  return { start: end > planned.start ? planned.start : new Date(actualStart ?? end), end }
}

/** `8:00 PM – 10:00 PM`; an end on another day is dated: `11:00 PM – 1:00 AM (Nov 22)`. */
export function spanOf({ start, end }: Pick<AgendaItem, 'start' | 'end'>): string {
  const span = `${formatTime(start)} – ${formatTime(end)}`
  if (formatDay(start) === formatDay(end)) return span
  const date = formatDate(end).slice(0, 6).replace(' ', NO_BREAK)
  return `${span} (${date})`
}

/** The start on the viewer's own clock, `9:30 PM`, on another day `Thu, 9:30 PM`; null where it shows the same as the station's. */
export function yourTimeOf(start: Date, zone: string | undefined): string | null {
  const yours = wordsIn(zone, start, { hour: 'numeric', minute: '2-digit' })
  const weekday = wordsIn(zone, start, { weekday: 'short' })
  if (weekday !== formatWeekday(start).slice(0, 3)) return `${weekday}, ${yours}`
  return yours === formatTime(start) ? null : yours
}

function wordsIn(timeZone: string | undefined, instant: Date, parts: Intl.DateTimeFormatOptions): string {
  return new Intl.DateTimeFormat('en-US', { timeZone, ...parts }).format(instant).replace(/\s+/g, ' ')
}
