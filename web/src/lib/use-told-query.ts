import { hashKey, type QueryClient, type QueryKey, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef } from 'react'

/** News that an answer may miss on its way; with more than that it is asked for again. */
const MAX_CROSSING = 500

export type ToldQueryOptions<Data, News> = {
  queryKey: QueryKey
  ask(signal: AbortSignal): Promise<Data>
  /** The data after a piece of news, which the data may know already: an answer and news cross on their way. */
  fold(data: Data, news: News): Data
  enabled?: boolean
  /** Ms after which it is asked again, for times without news; false for never. */
  refetchInterval?: number | false
}

/** What is asked for once and then kept true by news. What is heard while an answer is on its way counts after it. */
export function useToldQuery<Data, News>(options: ToldQueryOptions<Data, News>) {
  const queries = useQueryClient()
  const latest = useRef(options)
  useEffect(() => {
    latest.current = options
  })
  const { queryKey, enabled = true, refetchInterval = false } = options
  const hash = hashKey(queryKey)
  const query = useQuery<Data>({
    queryKey,
    queryFn: async ({ signal }) => {
      const crossing: News[] = []
      crossingsOf(queries).set(hash, crossing)
      const answer = await latest.current.ask(signal)
      return crossing.reduce(latest.current.fold, answer)
    },
    enabled,
    refetchInterval,
  })
  const { refetch } = query
  const hear = useCallback(
    (news: News) => {
      const { queryKey: key, fold } = latest.current
      const crossing = crossingsOf(queries).get(hashKey(key))
      const isAsking = queries.getQueryState(key)?.fetchStatus === 'fetching'
      if (isAsking && crossing?.push(news) === MAX_CROSSING) void refetch()
      queries.setQueryData<Data>(key, (data) => (data === undefined ? undefined : fold(data, news)))
    },
    [queries, refetch],
  )
  const missed = useCallback(() => void refetch(), [refetch])
  return { query, hear, missed }
}

/** Kept by the cache, not by a component: several may watch one question, and the one that asked may leave first. */
const crossings = new WeakMap<QueryClient, Map<string, unknown[]>>()

function crossingsOf(queries: QueryClient): Map<string, unknown[]> {
  const known = crossings.get(queries)
  if (known) return known
  const created = new Map<string, unknown[]>()
  crossings.set(queries, created)
  return created
}
