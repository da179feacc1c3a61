import { useMemo, useRef } from 'react'
import { useRealtime } from './realtime-context.ts'

/** A view's question for what a destination then keeps current. */
export type FirstAsk = {
  /** Resolves when it is time to ask. */
  wait(signal: AbortSignal): Promise<void>
  /** Whether the view has yet to ask: then a subscription that stands is no reason to ask again. */
  isWaiting(): boolean
}

/** Lets the first question wait for the news of a destination, so that no news falls between the two. */
export function useFirstAsk(destination: string | null): FirstAsk {
  const realtime = useRealtime()
  const waiting = useRef(0)
  return useMemo(
    () => ({
      async wait(signal) {
        if (destination === null) return
        waiting.current += 1
        await realtime.subscribed(destination, signal)
        waiting.current -= 1
      },
      isWaiting: () => waiting.current > 0,
    }),
    [realtime, destination],
  )
}
