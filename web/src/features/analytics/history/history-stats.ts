import type { Broadcast } from '@carillon/contract/broadcasts/schemas'
import { DAY_MS } from '@carillon/contract/durations'
import { beganAt } from './history-rows.ts'

/** Specification, section 9. */
export const RECENT_DAYS = 30

/** Specification, section 3: what the page counts by itself. */
export type HistoryStats = {
  totalBroadcasts: number
  /** Planned, and not on air yet. */
  scheduledCount: number
  /** Were on air, or still are. */
  startedCount: number
  endedCount: number
  /** Of the last 30 days, whatever the range. */
  recentActivity: number
}

/** Counts the shows of a range; `recent` are those among which the last 30 days are. */
export function historyStats(
  shown: readonly Broadcast[],
  recent: readonly Broadcast[],
  now: Date,
): HistoryStats {
  const since = now.getTime() - RECENT_DAYS * DAY_MS
  return {
    totalBroadcasts: shown.length,
    scheduledCount: shown.filter(({ actualStart }) => actualStart === null).length,
    startedCount: shown.filter(({ actualStart }) => actualStart !== null).length,
    endedCount: shown.filter(({ status }) => status === 'ENDED').length,
    recentActivity: recent.filter((broadcast) => beganAt(broadcast).getTime() >= since).length,
  }
}
