import { useLayoutEffect, useRef } from 'react'
import { useLocation } from '../../../lib/router/router.tsx'
import { staysPut } from '../../../lib/stay-put.ts'

/** Brings the people into view where they are a tab, at an address that names some of them: the palette leads there. Their own changes of the address do not, and need not. */
export function usePeopleTab(select: (id: 'people') => void): void {
  const { search, key, state } = useLocation()
  const isFirst = useRef(true)
  // biome-ignore lint/correctness/useExhaustiveDependencies: at each navigation, also to the same person.
  useLayoutEffect(() => {
    const address = new URLSearchParams(search)
    const isNamed = address.has('q') || address.has('person')
    if (isNamed && (isFirst.current || !staysPut(state))) select('people')
    isFirst.current = false
  }, [key])
}
