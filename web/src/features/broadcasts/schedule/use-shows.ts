import { listBroadcasts, upcomingBroadcasts } from '@carillon/contract/broadcasts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useCall } from '../../../session/session.tsx'
import { type AgendaItem, itemsOf } from './agenda.ts'

/** A change of title or time reaches an open page within so long. */
const REFRESH_MS = 30_000
/** Shows that the station was told of last: what is over is looked for among them. */
const RECENT = { page: 0, size: 60 }

export type Shows = {
  /** Undefined while nobody knows. */
  items: AgendaItem[] | undefined
  isError: boolean
  refetch(): void
}

/** What is planned, and what was on lately; asked anew when `liveId` goes on or off the air. */
export function useShows(liveId: number | null): Shows {
  const call = useCall()
  const often = { refetchInterval: REFRESH_MS, placeholderData: keepPreviousData }
  const upcoming = useQuery({
    queryKey: ['broadcasts', 'upcoming', liveId],
    queryFn: ({ signal }) => call(upcomingBroadcasts, { signal }),
    ...often,
  })
  const recent = useQuery({
    queryKey: ['broadcasts', 'recent', liveId],
    queryFn: ({ signal }) => call(listBroadcasts, { query: RECENT, signal }),
    ...often,
  })
  const items = useMemo(() => {
    if (!upcoming.data) return undefined
    const known = [...(recent.data?.content ?? []), ...upcoming.data]
    return itemsOf([...new Map(known.map((show) => [show.id, show])).values()])
  }, [upcoming.data, recent.data])
  return {
    items,
    isError: upcoming.isError || recent.isError,
    refetch: () => void Promise.all([upcoming.refetch(), recent.refetch()]),
  }
}
