import { type RefObject, useLayoutEffect, useRef } from 'react'
import { useLocation } from '../../lib/router/router.tsx'
import { staysPut } from '../../lib/stay-put.ts'

/** After a navigation main scrolls to where it was on that entry: to the top on a new one, unless that stays put. */
export function useRouteScroll(mainRef: RefObject<HTMLElement | null>): void {
  const { key, state } = useLocation()
  const offsets = useRef(new Map<string, number>())
  // Before the next frame: where a link to a part of the page has scrolled to is not where its former entry was.
  useLayoutEffect(() => {
    const main = mainRef.current
    if (!main) return
    const known = offsets.current.get(key)
    if (known === undefined && staysPut(state)) offsets.current.set(key, main.scrollTop)
    else main.scrollTop = known ?? 0
    const remember = () => offsets.current.set(key, main.scrollTop)
    main.addEventListener('scroll', remember, { passive: true })
    return () => main.removeEventListener('scroll', remember)
  }, [key, state, mainRef])
}
