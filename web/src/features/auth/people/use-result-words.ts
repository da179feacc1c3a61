import { useEffect, useRef } from 'react'
import { announce } from '../../../lib/announce.ts'
import { emptyWords, type PeopleFilters } from './people-filters.ts'
import { type PeopleView, rangeWords } from './use-people.ts'

/** Says politely what a change of the filters found; the first view is not a change. */
export function useResultWords({ page, isCurrent }: PeopleView, filters: PeopleFilters): void {
  const said = useRef<string | null>(null)
  const asked = JSON.stringify([filters.q.trim(), filters.role, filters.status, filters.page])
  const words =
    page && isCurrent
      ? page.content.length === 0
        ? emptyWords(filters)
        : `${rangeWords(page)} people`
      : null
  useEffect(() => {
    if (words === null || said.current === asked) return
    if (said.current !== null) announce(words)
    said.current = asked
  }, [words, asked])
}
