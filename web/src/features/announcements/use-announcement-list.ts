import { ANNOUNCEMENTS_PAGE_SIZE, type Announcement } from '@carillon/contract/announcements/schemas'
import { MAX_PAGE_SIZE, type Page } from '@carillon/contract/page'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useKept } from '../../lib/use-kept.ts'
import { ANNOUNCEMENTS_KEY } from './announcements-key.ts'

/** Asks the station for one page of a list. */
export type AskPage = (
  query: { page: number; size: number },
  signal: AbortSignal,
) => Promise<Page<Announcement>>

/** The beginning of a list, and what is known about the rest. */
export type ListView = {
  /** Undefined before the first answer. */
  items: readonly Announcement[] | undefined
  total: number
  isError: boolean
  isLoadingMore: boolean
  more(): void
  retry(): void
}

/** A list from its beginning, ten more at each `more`. `name` tells it from the other lists. */
export function useAnnouncementList(name: string, ask: AskPage): ListView {
  const [count, setCount] = useState(ANNOUNCEMENTS_PAGE_SIZE)
  const query = useQuery({
    queryKey: [...ANNOUNCEMENTS_KEY, name, count],
    queryFn: ({ signal }) => askBeginning(ask, count, signal),
  })
  const data = useKept(name, query.data)
  const isAwaited = query.data === undefined
  const retry = () => void query.refetch()
  return {
    items: data?.items,
    total: data?.total ?? 0,
    // Also while it is tried again: the words about it do not come and go.
    isError: query.errorUpdatedAt > query.dataUpdatedAt,
    isLoadingMore: isAwaited && query.isFetching,
    // Those that did not come are asked for again, not more of them.
    more: () => (isAwaited ? retry() : setCount(count + ANNOUNCEMENTS_PAGE_SIZE)),
    retry,
  }
}

/** One call up to the largest page, then page by page: what moves between two pages meanwhile is kept once. */
async function askBeginning(ask: AskPage, count: number, signal: AbortSignal) {
  const size = Math.min(count, MAX_PAGE_SIZE)
  const numbers = Array.from({ length: Math.ceil(count / size) }, (_, page) => page)
  const pages = await Promise.all(numbers.map((page) => ask({ page, size }, signal)))
  const known = new Map(pages.flatMap(({ content }) => content).map((item) => [item.id, item]))
  return { items: [...known.values()].slice(0, count), total: pages[0]?.totalElements ?? 0 }
}
