import { useEffect } from 'react'

/** Leads from a page that is no longer there, as its last row left it, to the last one. `answer` is missing until it is about the page that is asked for. */
export function useLastPage(
  answer: { page: number; totalPages: number } | undefined,
  onPage: (page: number) => void,
): void {
  const last = answer ? Math.max(0, answer.totalPages - 1) : 0
  const isGone = answer !== undefined && answer.page > last
  useEffect(() => {
    if (isGone) onPage(last)
  }, [isGone, last, onPage])
}
