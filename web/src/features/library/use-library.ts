import {
  deleteLibraryItem,
  getLibraryQuota,
  listLibrary,
  updateLibraryItem,
} from '@carillon/contract/library/endpoints'
import type { LibraryItem, LibraryItemBody } from '@carillon/contract/library/schemas'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useKept } from '../../lib/use-kept.ts'
import { useCall } from '../../session/session.ts'

/** Items that are asked for. */
export type LibraryFilter = {
  owner: 'all' | 'me'
  kind: LibraryItem['kind'] | ''
  search: string
  page: number
}

/** Key of everything that is known of the library. */
export const LIBRARY_KEY = ['library']

/** A page of the library; the one before is kept until the next is there. */
export function useLibraryPage({ owner, kind, search, page }: LibraryFilter) {
  const call = useCall()
  const query = { owner, page, ...(kind && { kind }), ...(search.trim() && { search: search.trim() }) }
  const { data, isError, refetch } = useQuery({
    queryKey: [...LIBRARY_KEY, 'items', query],
    queryFn: ({ signal }) => call(listLibrary, { query, signal }),
  })
  return { data: useKept('items', data), isError, refetch }
}

/** Room that the library takes and may take. */
export function useLibraryQuota() {
  const call = useCall()
  return useQuery({
    queryKey: [...LIBRARY_KEY, 'quota'],
    queryFn: ({ signal }) => call(getLibraryQuota, { signal }),
  })
}

/** Ways to change the library; what is shown is asked for again after each. */
export function useLibraryChanges() {
  const call = useCall()
  const queries = useQueryClient()
  const refresh = () => queries.invalidateQueries({ queryKey: LIBRARY_KEY })
  return {
    refresh,
    async update(id: number, body: LibraryItemBody, givenUp: AbortSignal) {
      await call(updateLibraryItem, { params: { id }, body, givenUp })
      await refresh()
    },
    async remove(id: number, givenUp: AbortSignal) {
      await call(deleteLibraryItem, { params: { id }, givenUp })
      await refresh()
    },
  }
}
