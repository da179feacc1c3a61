import { listBroadcasts, upcomingBroadcasts } from '@carillon/contract/broadcasts/endpoints'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { useKept } from '../../../lib/use-kept.ts'
import { useCall } from '../../../session/session.ts'
import { type AgendaItem, byStart, itemsOf } from './agenda.ts'
import { itemsIn, type Week } from './week.ts'

/** A change of title or time reaches an open page within this long. */
const REFRESH_MS = 30_000
/** More than a week of shows can be. */
const WHOLE_WEEK = { page: 0, size: 100 }

export type Shows = {
  /** The week's shows and whatever is planned, earliest first; undefined while nobody knows. */
  items: AgendaItem[] | undefined
  isError: boolean
  refetch(): void
}

/**
 * The shows of a week, whenever it is, and all that are planned; asked again when `liveId` goes on or off the air. What
 * is cancelled meanwhile stays in view as such.
 */
export function useShows(week: Week, liveId: number | null): Shows {
  const call = useCall()
  const from = week.start.toISOString()
  const until = week.end.toISOString()
  const upcoming = useQuery({
    queryKey: ['broadcasts', 'upcoming', liveId],
    queryFn: ({ signal }) => call(upcomingBroadcasts, { signal }),
    refetchInterval: REFRESH_MS,
  })
  const ofWeek = useQuery({
    queryKey: ['broadcasts', 'week', from, liveId],
    queryFn: ({ signal }) => call(listBroadcasts, { query: { ...WHOLE_WEEK, from, until }, signal }),
    refetchInterval: REFRESH_MS,
  })
  const planned = useKept('upcoming', upcoming.data)
  const shown = useKept(from, ofWeek.data)
  const items = useMemo(() => {
    if (!planned || !shown) return undefined
    const known = [...shown.content, ...planned]
    return itemsOf([...new Map(known.map((show) => [show.id, show])).values()])
  }, [planned, shown])
  const gone = itemsIn(week, useGone(items))
  return {
    items: items && [...items, ...gone].sort(byStart),
    isError: upcoming.isError || ofWeek.isError,
    refetch: () => void Promise.all([upcoming.refetch(), ofWeek.refetch()]),
  }
}

/** Shows that were planned and are gone, though no clock or DJ has begun them. */
function useGone(items: readonly AgendaItem[] | undefined): AgendaItem[] {
  const [seen, setSeen] = useState<ReadonlyMap<number, AgendaItem>>(new Map())
  useEffect(() => {
    if (items) setSeen((before) => new Map([...before, ...items.map((item) => [item.id, item] as const)]))
  }, [items])
  if (!items) return []
  const present = new Set(items.map(({ id }) => id))
  return [...seen.values()]
    .filter(({ id, status }) => status === 'SCHEDULED' && !present.has(id))
    .map((item) => ({ ...item, status: 'CANCELLED' }))
}
