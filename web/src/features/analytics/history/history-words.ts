import { CHAT_EXPORT_PATHS } from '@carillon/contract/chat/schemas'
import { type CsvColumn, toCsv } from '../../../lib/csv.ts'
import { durationWords } from '../../../lib/duration.ts'
import { formatDate, formatTime } from '../../../lib/station-time.ts'
import { STATION_PLACE } from '../../../lib/station-zone.ts'
import type { HistoryRow, Standing } from './history-rows.ts'

/** Messages of failed loads, to the letter of the specification, section 8. */
export const FAILURES = {
  shows: 'Failed to fetch broadcast history',
  recent: 'Failed to fetch recent broadcast history',
  byType: 'Failed to fetch broadcast history by type',
  numbers: 'Failed to fetch detailed broadcast analytics',
  report: 'Failed to fetch broadcast analytics',
} as const

export const STANDINGS: Record<Standing, string> = {
  live: 'Live',
  planned: "Hasn't started",
  missed: 'Did not start',
  early: 'Ended early',
  ended: 'Ended',
}

/** `3:00 PM – 5:00 PM`, or `since 3:00 PM` while it is on air. */
export function spanWords({ start, end }: HistoryRow): string {
  return end ? `${formatTime(start)} – ${formatTime(end)}` : `since ${formatTime(start)}`
}

/** `1 h 25 min`, or a dash where nothing was on air. */
export function lengthOf({ lengthMs }: HistoryRow): string {
  return lengthMs === null ? '—' : durationWords(lengthMs)
}

/** A count, or a dash where nobody knows it. */
export function countWords(count: number | undefined): string {
  return count === undefined ? '—' : count.toLocaleString('en-US')
}

/** `1 broadcast`, `24 broadcasts`. */
export function broadcastWords(count: number): string {
  return `${countWords(count)} ${count === 1 ? 'broadcast' : 'broadcasts'}`
}

/** Address of the download of a show's chat. */
export function chatExportAddress(broadcastId: number): string {
  return CHAT_EXPORT_PATHS[1].replace(':broadcastId', String(broadcastId))
}

const COLUMNS: readonly CsvColumn<HistoryRow>[] = [
  { head: 'Start', valueOf: ({ start }) => start.toISOString() },
  { head: `Start (${STATION_PLACE})`, valueOf: ({ start }) => `${formatDate(start)}, ${formatTime(start)}` },
  { head: 'End', valueOf: ({ end }) => end?.toISOString() ?? '' },
  { head: 'Title', valueOf: ({ broadcast }) => broadcast.title },
  { head: 'DJ', valueOf: ({ dj }) => dj },
  { head: 'Length (minutes)', valueOf: ({ lengthMs }) => (lengthMs === null ? '' : minutesOf(lengthMs)) },
  { head: 'Peak listeners', valueOf: ({ broadcast }) => String(broadcast.peakListeners) },
  { head: 'Messages', valueOf: ({ numbers }) => String(numbers?.chatMessages ?? '') },
  { head: 'Requests', valueOf: ({ numbers }) => String(numbers?.songRequests ?? '') },
  { head: 'Status', valueOf: ({ standing }) => STANDINGS[standing] },
]

/** The rows in view, in the columns of the table; moments as ISO 8601 and, beside it, as the station's clock. */
export function historyCsv(rows: readonly HistoryRow[]): string {
  return toCsv(rows, COLUMNS)
}

function minutesOf(ms: number): string {
  return String(Math.round(ms / 6_000) / 10)
}
