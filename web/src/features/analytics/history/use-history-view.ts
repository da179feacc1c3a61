import { useMemo } from 'react'
import { useClock } from '../../../lib/use-clock.ts'
import { type HistoryRow, rowOf } from './history-rows.ts'
import { type HistoryStats, historyStats, RECENT_DAYS } from './history-stats.ts'
import { FAILURES } from './history-words.ts'
import { HISTORY_WINDOWS, useHistory, useNumbers } from './use-history.ts'

/** Something that could not be had. */
export type Failure = { words: string; isBusy: boolean; retry(): void }

export type HistoryView = {
  /** Latest first; undefined before they come. */
  rows: readonly HistoryRow[] | undefined
  stats: HistoryStats | undefined
  isWaiting: boolean
  /** The counts are awaited. */
  isCounting: boolean
  failures: readonly Failure[]
}

/** The shows of a range, what came of each, and their counts. Numbers that do not come leave the shows standing. */
export function useHistoryView(days: number): HistoryView {
  const now = useClock()
  const shows = useHistory(days)
  const recent = useHistory(Math.max(days, RECENT_DAYS))
  const numbers = useNumbers(days, shows.isSuccess)
  const rows = useMemo(
    () => shows.data?.map((broadcast) => rowOf(broadcast, numbers.data?.get(broadcast.id), now)),
    [shows.data, numbers.data, now],
  )
  const isRecent = days === HISTORY_WINDOWS[0]
  return {
    rows,
    stats: shows.data && recent.data && historyStats(shows.data, recent.data, now),
    isWaiting: shows.isPending,
    isCounting: isAwaited(shows) || isAwaited(recent),
    failures: [
      ...failureOf(shows, isRecent ? FAILURES.recent : FAILURES.shows),
      ...(isRecent && !hasFailed(shows) ? failureOf(recent, FAILURES.shows) : []),
      ...failureOf(numbers, FAILURES.numbers),
    ],
  }
}

type Asked = {
  isPending: boolean
  errorUpdatedAt: number
  dataUpdatedAt: number
  isFetching: boolean
  refetch(): Promise<unknown>
}

/** Also while it is tried again: the words about it do not come and go. */
function hasFailed({ errorUpdatedAt, dataUpdatedAt }: Asked): boolean {
  return errorUpdatedAt > dataUpdatedAt
}

/** Whether a first answer is awaited; tries after a failure are shown by their button. */
function isAwaited({ isPending, errorUpdatedAt }: Asked): boolean {
  return isPending && errorUpdatedAt === 0
}

function failureOf(query: Asked, words: string): Failure[] {
  if (!hasFailed(query)) return []
  return [{ words, isBusy: query.isFetching, retry: () => void query.refetch() }]
}
