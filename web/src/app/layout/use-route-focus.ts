import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import { announce } from '../../lib/announce.ts'
import { useLocation } from '../../lib/router/router.tsx'
import { staysPut } from '../../lib/stay-put.ts'

/** After a navigation: main scrolls to where it was on that entry (top on a new one, unless that stays put), the focus goes to the page's h1, and its name is said. */
export function useRouteFocus(mainRef: RefObject<HTMLElement | null>): void {
  const { key, pathname, state } = useLocation()
  const offsets = useRef(new Map<string, number>())
  const shownPath = useRef(pathname)

  // Before the next frame: where a link to a part of the page has scrolled to is not where its former entry was.
  useLayoutEffect(() => {
    const main = mainRef.current
    if (!main) return
    const known = offsets.current.get(key)
    if (known !== undefined || !staysPut(state)) main.scrollTop = known ?? 0
    const remember = () => offsets.current.set(key, main.scrollTop)
    main.addEventListener('scroll', remember, { passive: true })
    return () => main.removeEventListener('scroll', remember)
  }, [key, state, mainRef])

  useEffect(() => {
    if (shownPath.current === pathname) return
    shownPath.current = pathname
    const leaving = new AbortController()
    const frame = requestAnimationFrame(() => {
      const focus = () => focusHeading(mainRef.current)
      // The drawer that led here lets nothing below it take the focus, and gives it to its button when it closes.
      const drawer = document.querySelector('dialog[open]')
      if (drawer) drawer.addEventListener('close', focus, { once: true, signal: leaving.signal })
      else focus()
    })
    return () => {
      cancelAnimationFrame(frame)
      leaving.abort()
    }
  }, [pathname, mainRef])
}

function focusHeading(main: HTMLElement | null): void {
  const heading = main?.querySelector('h1')
  heading?.setAttribute('tabindex', '-1')
  const target = heading ?? main
  target?.focus({ preventScroll: true })
  if (heading) announce(`Page loaded: ${heading.textContent}`)
}
