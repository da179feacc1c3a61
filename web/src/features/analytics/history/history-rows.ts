import type { DetailedBroadcast } from '@carillon/contract/analytics/schemas'
import type { Broadcast } from '@carillon/contract/broadcasts/schemas'
import { MINUTE_MS } from '@carillon/contract/durations'
import { fromStationTime } from '../../../lib/station-time.ts'

/** Standing of a past show. `missed` never came on air; `early` broke off, or had no length. */
export type Standing = 'live' | 'planned' | 'missed' | 'early' | 'ended'

/** One show of the history. `numbers` are missing until they come, or where there are none. */
export type HistoryRow = {
  broadcast: Broadcast
  dj: string
  /** On air, or as it was planned. */
  start: Date
  /** Null while it is on air. */
  end: Date | null
  /** Null where it never was on air. */
  lengthMs: number | null
  standing: Standing
  numbers: DetailedBroadcast | undefined
}

export type HistoryColumn = 'date' | 'length' | 'peak' | 'messages' | 'requests'
export type HistoryOrder = { column: HistoryColumn; descending: boolean }
export const LATEST_FIRST: HistoryOrder = { column: 'date', descending: true }

/** When a show began, or was to begin. */
export function beganAt({ actualStart, scheduledStart }: Broadcast): Date {
  return actualStart ? new Date(actualStart) : fromStationTime(scheduledStart)
}

/** A show with what is known of it at `now`. */
export function rowOf(broadcast: Broadcast, numbers: DetailedBroadcast | undefined, now: Date): HistoryRow {
  const { status, actualStart, actualEnd, scheduledEnd } = broadcast
  const start = beganAt(broadcast)
  const end = actualEnd ? new Date(actualEnd) : null
  return {
    broadcast,
    dj: (broadcast.startedBy ?? broadcast.createdBy).name,
    start,
    end: status === 'LIVE' ? null : (end ?? fromStationTime(scheduledEnd)),
    lengthMs: actualStart === null ? null : (end ?? now).getTime() - start.getTime(),
    standing: standingOf(broadcast, now),
    numbers,
  }
}

function standingOf(
  { status, actualStart, actualEnd, endReason, scheduledEnd }: Broadcast,
  now: Date,
): Standing {
  if (status === 'LIVE') return 'live'
  if (status !== 'ENDED') return fromStationTime(scheduledEnd) > now ? 'planned' : 'missed'
  if (!actualStart || !actualEnd) return 'missed'
  const isShort = Date.parse(actualEnd) - Date.parse(actualStart) < MINUTE_MS
  return endReason === 'SOURCE_LOST' || isShort ? 'early' : 'ended'
}

/** Those of one DJ, and with these words in title or DJ, whatever their case and accents. */
export function filterRows(
  rows: readonly HistoryRow[],
  by: { dj: string; q: string },
): readonly HistoryRow[] {
  const words = normalized(by.q).split(/\s+/).filter(Boolean)
  return rows.filter(({ broadcast, dj }) => {
    const text = normalized(`${broadcast.title} ${dj}`)
    return (by.dj === '' || dj === by.dj) && words.every((word) => text.includes(word))
  })
}

function normalized(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
}

const VALUES: Record<HistoryColumn, (row: HistoryRow) => number> = {
  date: ({ start }) => start.getTime(),
  length: ({ lengthMs }) => lengthMs ?? -1,
  peak: ({ broadcast }) => broadcast.peakListeners,
  messages: ({ numbers }) => numbers?.chatMessages ?? -1,
  requests: ({ numbers }) => numbers?.songRequests ?? -1,
}

/** The same rows in this order, what is on air always first; equals stand latest first. */
export function sortRows(rows: readonly HistoryRow[], order: HistoryOrder): readonly HistoryRow[] {
  const sign = order.descending ? -1 : 1
  const value = VALUES[order.column]
  return rows.toSorted(
    (a, b) =>
      Number(b.standing === 'live') - Number(a.standing === 'live') ||
      sign * (value(a) - value(b)) ||
      b.start.getTime() - a.start.getTime(),
  )
}

/** Order after a press on a column's head: the most first, or, when it is so already, the least. */
export function nextOrder(order: HistoryOrder, column: HistoryColumn): HistoryOrder {
  return { column, descending: order.column !== column || !order.descending }
}

/** Whose shows these are, by name. */
export function djsOf(rows: readonly HistoryRow[]): string[] {
  return [...new Set(rows.map(({ dj }) => dj))].toSorted((a, b) => a.localeCompare(b, 'en'))
}
