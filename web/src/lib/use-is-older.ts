import { useEffect, useState } from 'react'
import { stationClock } from './station-clock.ts'

/** Whether a moment, as the wire tells it, is longer ago than `limitMs` by the station's clock: true from then on by itself. */
export function useIsOlder(instant: string | undefined, limitMs: number): boolean {
  const [older, setOlder] = useState<string>()
  useEffect(() => {
    if (instant === undefined) return
    const leftMs = Date.parse(instant) + limitMs - stationClock.now()
    const timer = setTimeout(() => setOlder(instant), Math.max(0, leftMs))
    return () => clearTimeout(timer)
  }, [instant, limitMs])
  return instant !== undefined && older === instant
}
