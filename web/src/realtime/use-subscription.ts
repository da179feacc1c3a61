import { useEffect, useRef } from 'react'
import { useRealtime } from './realtime-context.ts'
import type { Subscriber } from './subscriptions.ts'

/**
 * Hears a destination while the caller is shown; null hears nothing. The newest handlers are called: they need not be
 * stable. `onGap` is called each time the subscription stands, first and after every loss: refetch then, and nothing is
 * missed.
 */
export function useSubscription(destination: string | null, subscriber: Subscriber): void {
  const realtime = useRealtime()
  const newest = useRef(subscriber)
  useEffect(() => {
    newest.current = subscriber
  })
  useEffect(() => {
    if (destination === null) return
    return realtime.add(destination, {
      onMessage: (body) => newest.current.onMessage(body),
      onGap: () => newest.current.onGap?.(),
    })
  }, [realtime, destination])
}
