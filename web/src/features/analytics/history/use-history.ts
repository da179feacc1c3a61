import { getBroadcastReport, listDetailedBroadcasts } from '@carillon/contract/analytics/endpoints'
import { broadcastHistory } from '@carillon/contract/broadcasts/endpoints'
import { HISTORY_DAYS } from '@carillon/contract/broadcasts/schemas'
import { notificationsByType } from '@carillon/contract/notifications/endpoints'
import { MAX_PAGE_SIZE, type Page } from '@carillon/contract/page'
import { useQuery } from '@tanstack/react-query'
import { useCall } from '../../../session/session.ts'
import type { HistoryType } from './history-types.ts'

/** Ranges of the page in days. Specification, section 9: 30 at first, 7 for the recent ones. */
export const HISTORY_WINDOWS = [7, HISTORY_DAYS, 90] as const
/** Time within which changes reach an open page. */
const REFRESH_MS = 60_000
/** 2,000 shows: more are not asked for. */
const MAX_PAGES = 20

const HISTORY_KEY = ['analytics', 'history'] as const

/** Every show that began, or was to begin, within this many days, latest first. */
export function useHistory(days: number, enabled = true) {
  const call = useCall()
  return useQuery({
    queryKey: [...HISTORY_KEY, 'shows', days],
    queryFn: async ({ signal }) => {
      const all = await everyPage((page) =>
        call(broadcastHistory, { query: { days, page, size: MAX_PAGE_SIZE }, signal }),
      )
      return unique(all, ({ id }) => id)
    },
    enabled,
    refetchInterval: REFRESH_MS,
  })
}

/** Loads the results of the shows of this many days, by their id. */
export function useNumbers(days: number, enabled: boolean) {
  const call = useCall()
  return useQuery({
    queryKey: [...HISTORY_KEY, 'numbers', days],
    queryFn: async ({ signal }) => {
      const range = { days, size: MAX_PAGE_SIZE }
      const all = await everyPage((page) =>
        call(listDetailedBroadcasts, { query: { ...range, page }, signal }),
      )
      return new Map(all.map((detailed) => [detailed.broadcast.id, detailed]))
    },
    enabled,
    refetchInterval: REFRESH_MS,
  })
}

/** Loads notifications about broadcasts, of one type, newest first. */
export function useHistoryByType(type: HistoryType) {
  const call = useCall()
  return useQuery({
    queryKey: [...HISTORY_KEY, 'type', type],
    queryFn: async ({ signal }) => {
      const all = await everyPage((page) =>
        call(notificationsByType, { params: { type }, query: { page, size: MAX_PAGE_SIZE }, signal }),
      )
      return unique(all, ({ id }) => id)
    },
    refetchInterval: REFRESH_MS,
  })
}

/** Everything stored about one show. */
export function useReport(id: number) {
  const call = useCall()
  return useQuery({
    queryKey: [...HISTORY_KEY, 'report', id],
    queryFn: ({ signal }) => call(getBroadcastReport, { params: { id }, signal }),
    refetchInterval: REFRESH_MS,
  })
}

async function everyPage<Item>(ask: (page: number) => Promise<Page<Item>>): Promise<Item[]> {
  const first = await ask(0)
  const further = Math.max(0, Math.min(first.totalPages, MAX_PAGES) - 1)
  const rest = await Promise.all(Array.from({ length: further }, (_, index) => ask(index + 1)))
  return [first, ...rest].flatMap(({ content }) => content)
}

/** Keeps items once that moved from one page to the next meanwhile. */
function unique<Item>(items: readonly Item[], keyOf: (item: Item) => number): Item[] {
  return [...new Map(items.map((item) => [keyOf(item), item])).values()]
}
