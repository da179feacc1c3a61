import { useEffect, useState } from 'react'
import { stationClock } from '../../lib/station-clock.ts'

const TICK_MS = 250

/** Whole seconds until a moment of the station's clock, counted down; 0 when it is past. */
export function useSecondsUntil(untilMs: number): number {
  const [, tick] = useState(0)
  const seconds = Math.max(0, Math.ceil((untilMs - stationClock.now()) / 1_000))
  const isWaiting = seconds > 0
  useEffect(() => {
    if (!isWaiting) return
    const timer = setInterval(() => tick((ticks) => ticks + 1), TICK_MS)
    return () => clearInterval(timer)
  }, [isWaiting])
  return seconds
}
