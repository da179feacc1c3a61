import { useCallback, useMemo } from 'react'
import { useSearchParams } from '../../../lib/router/router.tsx'
import { STAY_PUT } from '../../../lib/stay-put.ts'
import { addressOf, type PeopleFilters, readFilters } from './people-filters.ts'

export type ChangeFilters = (change: Partial<PeopleFilters>, replace?: boolean) => void

/** The filters in the address bar. A change leads to the first page; only another page is a step of the history. */
export function usePeopleFilters(): [PeopleFilters, ChangeFilters] {
  const [address, setAddress] = useSearchParams()
  const filters = useMemo(() => readFilters(address), [address])
  const change = useCallback<ChangeFilters>(
    (changed, replace = changed.page === undefined) =>
      setAddress((before) => addressOf({ ...readFilters(before), page: 0, ...changed }), {
        replace,
        state: STAY_PUT,
      }),
    [setAddress],
  )
  return [filters, change]
}
