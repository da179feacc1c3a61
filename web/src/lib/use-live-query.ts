import { hashKey, type QueryClient, type QueryKey, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef } from 'react'

/** News that an answer may miss on its way; with more than that it is asked for again. */
const MAX_CROSSING = 500

export type LiveQueryOptions<Data, LiveEvent> = {
  queryKey: QueryKey
  ask(signal: AbortSignal): Promise<Data>
  /** The data after a piece of news, which the data may know already: an answer and news cross on their way. */
  reduce(data: Data, liveEvent: LiveEvent): Data
  enabled?: boolean
  /** Ms after which it is asked again, for times without news; false for never. */
  refetchInterval?: number | false
}

/** A query that is made once and then kept current by events. Events that arrive before the answer are applied after it. */
export function useLiveQuery<Data, LiveEvent>(options: LiveQueryOptions<Data, LiveEvent>) {
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
      const crossing: LiveEvent[] = []
      crossingsOf(queries).set(hash, crossing)
      const answer = await latest.current.ask(signal)
      return crossing.reduce(latest.current.reduce, answer)
    },
    enabled,
    refetchInterval,
  })
  const { refetch } = query
  const receive = useCallback(
    (liveEvent: LiveEvent) => {
      const { queryKey: key, reduce } = latest.current
      const crossing = crossingsOf(queries).get(hashKey(key))
      const isAsking = queries.getQueryState(key)?.fetchStatus === 'fetching'
      if (isAsking && crossing?.push(liveEvent) === MAX_CROSSING) void refetch()
      queries.setQueryData<Data>(key, (data) => (data === undefined ? undefined : reduce(data, liveEvent)))
    },
    [queries, refetch],
  )
  const refetchMissed = useCallback(() => void refetch(), [refetch])
  return { query, receive, refetchMissed }
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
