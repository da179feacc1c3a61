import { type RefObject, useEffect, useState } from 'react'

/** Whether an element that the browser may skip is laid out: it is in sight, or nearly. */
export function useInView(ref: RefObject<Element | null>): boolean {
  const [isInView, setInView] = useState(true)
  useEffect(() => {
    const element = ref.current
    const onChange = (event: Event) => setInView(!(event as ContentVisibilityAutoStateChangeEvent).skipped)
    element?.addEventListener('contentvisibilityautostatechange', onChange)
    return () => element?.removeEventListener('contentvisibilityautostatechange', onChange)
  }, [ref])
  return isInView
}
