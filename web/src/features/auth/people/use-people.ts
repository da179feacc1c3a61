import type { listUsers } from '@carillon/contract/auth/people-endpoints'
import type { DataOf } from '@carillon/contract/endpoint'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { PeopleCalls } from './people-calls.ts'
import type { PeopleFilters } from './people-filters.ts'

/** The stem of every list of people. */
export const PEOPLE_KEY = ['people'] as const

/** The key of one account; not below the lists of people, whose answers have another shape. */
export const personKey = (id: number) => ['person', id] as const

export type PeoplePage = DataOf<typeof listUsers>

/** A page of people, and what is known about it. */
export type PeopleView = {
  /** The last page that came, also while another is asked for or could not be had; undefined before the first. */
  page: PeoplePage | undefined
  /** Whether `page` answers the filters asked for now. */
  isCurrent: boolean
  isLoading: boolean
  isError: boolean
  retry(): void
}

/** Asks for the people of these filters and keeps the former ones in view until they come. */
export function usePeople(calls: PeopleCalls, filters: PeopleFilters): PeopleView {
  const { q, role, status, page } = filters
  const query = useQuery({
    queryKey: [...PEOPLE_KEY, q.trim(), role, status, page],
    queryFn: ({ signal }) => calls.list(filters, signal),
  })
  const [kept, keep] = useState(query.data)
  if (query.data && query.data !== kept) keep(query.data)
  return {
    page: query.data ?? kept,
    isCurrent: query.data !== undefined,
    isLoading: query.isFetching,
    // Also while it is tried again: the words about it do not come and go.
    isError: query.errorUpdatedAt > query.dataUpdatedAt,
    retry: () => void query.refetch(),
  }
}

/** `16–30 of 240`. */
export function rangeWords({ content, page, size, totalElements }: PeoplePage): string {
  if (content.length === 0) return `0 of ${totalElements}`
  const first = page * size + 1
  const last = page * size + content.length
  return `${first === last ? first : `${first}–${last}`} of ${totalElements}`
}

/** Whether everybody found is on this page, so that an order of it is an order of all. */
export function isWhole(page: PeoplePage | undefined): boolean {
  return page !== undefined && page.content.length === page.totalElements
}
