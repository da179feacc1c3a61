import { useEffect, useState, useSyncExternalStore } from 'react'
import { behindMs } from './place.ts'
import { usePlayer, usePlayerControls } from './player-context.ts'

/** Distance behind what is live, in ms, kept current; null for who hears it live. */
export function useBehind(): number | null {
  const { place } = usePlayer()
  const [, tick] = useState(0)
  // While it stands still what is live goes on.
  const stands = place !== null && place.sinceMs === null
  useEffect(() => {
    if (!stands) return
    const timer = setInterval(() => tick((count) => count + 1), 1_000)
    return () => clearInterval(timer)
  }, [stands])
  return place && behindMs(place, Date.now())
}

/** Whether somebody went back in the show. Renders again when that changes, and not while it plays. */
export function useIsBehind(): boolean {
  const { snapshot } = usePlayerControls()
  return useSyncExternalStore(snapshot.subscribe, () => snapshot.get().place !== null)
}

/** When that was sent which sounds now, by the browser's clock, to the second; null live, or unless it is asked for. */
export function useSentAt(isAsked: boolean): number | null {
  const { snapshot } = usePlayerControls()
  const [atMs, setAtMs] = useState<number | null>(null)
  useEffect(() => {
    if (!isAsked) return
    const look = () => {
      const { place } = snapshot.get()
      const now = Date.now()
      setAtMs(place && now - behindMs(place, now))
    }
    look()
    const timer = setInterval(look, 1_000)
    return () => clearInterval(timer)
  }, [isAsked, snapshot])
  return isAsked ? atMs : null
}
