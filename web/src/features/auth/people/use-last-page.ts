import { useEffect } from 'react'
import type { PeopleView } from './use-people.ts'

/** Leads from a page that is no longer there, as its last row left it, to the last one. */
export function useLastPage({ page, isCurrent }: PeopleView, onPage: (page: number) => void): void {
  const last = page && isCurrent && page.page >= page.totalPages ? Math.max(0, page.totalPages - 1) : null
  const target = last === page?.page ? null : last
  useEffect(() => {
    if (target !== null) onPage(target)
  }, [target, onPage])
}
