import { useEffect, useRef } from 'react'
import { announce } from '../../lib/announce.ts'
import { useLocation } from '../../lib/router/router.tsx'

/** After a change of page, to and from sign-in too, the focus goes to the page's h1, and its name is said. The first page has the browser's own. */
export function useRouteFocus(): void {
  const { pathname } = useLocation()
  const shownPath = useRef<string | null>(null)
  useEffect(() => {
    if (shownPath.current === pathname) return
    const leaving = new AbortController()
    const { signal } = leaving
    // An address that only led to another one showed no page.
    if (shownPath.current === null) onHeading(signal, () => (shownPath.current = pathname))
    else {
      shownPath.current = pathname
      const arrive = () => onHeading(signal, focusHeading)
      const frame = requestAnimationFrame(() => {
        // The drawer that led here lets nothing below it take the focus, and gives it to its button when it closes.
        const drawer = document.querySelector('dialog[open]')
        if (drawer) drawer.addEventListener('close', arrive, { once: true, signal })
        else arrive()
      })
      signal.addEventListener('abort', () => cancelAnimationFrame(frame))
    }
    return () => leaving.abort()
  }, [pathname])
}

/** Calls back with the heading of the page, as soon as it is there: a frame may be there before its page. */
function onHeading(signal: AbortSignal, take: (heading: HTMLElement) => void): void {
  const look = () => {
    const heading = document.querySelector<HTMLElement>('main h1')
    if (!heading) return
    watch.disconnect()
    take(heading)
  }
  const watch = new MutationObserver(look)
  watch.observe(document.body, { childList: true, subtree: true })
  signal.addEventListener('abort', () => watch.disconnect())
  look()
}

function focusHeading(heading: HTMLElement): void {
  heading.setAttribute('tabindex', '-1')
  heading.focus({ preventScroll: true })
  announce(`Page loaded: ${heading.textContent}`)
}
