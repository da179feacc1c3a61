import type { Broadcast } from '@carillon/contract/broadcasts/schemas'
import { DAY_MS } from '@carillon/contract/durations'
import { beganAt } from './history-rows.ts'

/** Specification, section 9. */
export const RECENT_DAYS = 30

/** Specification, section 3: what the page counts by itself. */
export type HistoryStats = {
  /** On air at some time: what Analytics counts as well. */
  totalBroadcasts: number
  /** Due, and never on air. */
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
  const startedCount = shown.filter(({ actualStart }) => actualStart !== null).length
  const since = now.getTime() - RECENT_DAYS * DAY_MS
  return {
    totalBroadcasts: startedCount,
    scheduledCount: shown.length - startedCount,
    startedCount,
    endedCount: shown.filter(({ status }) => status === 'ENDED').length,
    recentActivity: recent.filter((broadcast) => beganAt(broadcast).getTime() >= since).length,
  }
}
