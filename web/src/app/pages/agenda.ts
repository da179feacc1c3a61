import type { Broadcast } from '@carillon/contract/broadcasts'
import { formatDate, formatDay, formatTime, parseLocal } from '../../lib/manila.ts'

const NO_BREAK = '\u00a0'

export type AgendaItem = {
  id: number
  title: string
  description: string
  host: string
  start: Date
  end: Date
}
export type AgendaDay = { day: string; items: AgendaItem[] }

/** Scheduled broadcasts as days of Manila, earliest first. */
export function agendaOf(broadcasts: readonly Broadcast[]): AgendaDay[] {
  const items = broadcasts.map(itemOf).sort((a, b) => a.start.getTime() - b.start.getTime())
  const days = Map.groupBy(items, (item) => formatDay(item.start))
  return [...days].map(([day, ofDay]) => ({ day, items: ofDay }))
}

function itemOf(broadcast: Broadcast): AgendaItem {
  return {
    id: broadcast.id,
    title: broadcast.title,
    description: broadcast.description,
    host: broadcast.createdBy.name,
    start: parseLocal(broadcast.scheduledStart),
    end: parseLocal(broadcast.scheduledEnd),
  }
}

/** `8:00 PM – 10:00 PM`; an end on another day of Manila is dated: `11:00 PM – 1:00 AM (Nov 22)`. */
export function spanOf({ start, end }: Pick<AgendaItem, 'start' | 'end'>): string {
  const span = `${formatTime(start)} – ${formatTime(end)}`
  if (formatDay(start) === formatDay(end)) return span
  const date = formatDate(end).slice(0, 6).replace(' ', NO_BREAK)
  return `${span} (${date})`
}

/** The start on the viewer's own clock, `9:30 PM`, or null where it shows the same as Manila's. */
export function yourTimeOf(start: Date, zone: string | undefined): string | null {
  const words = new Intl.DateTimeFormat('en-US', { timeZone: zone, hour: 'numeric', minute: '2-digit' })
  const yours = words.format(start).replace(/\s+/g, ' ')
  return yours === formatTime(start) ? null : yours
}
