import { useEffect, useRef } from 'react'

/** Gives the signal that is aborted when the component leaves the page. */
export function useGone(): () => AbortSignal {
  const controller = useRef(new AbortController())
  useEffect(() => {
    // In development it leaves and comes back at once.
    if (controller.current.signal.aborted) controller.current = new AbortController()
    const { current } = controller
    return () => current.abort()
  }, [])
  return () => controller.current.signal
}
