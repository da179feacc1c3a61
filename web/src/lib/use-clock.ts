import { MINUTE_MS } from '@carillon/contract/durations'
import { useEffect, useMemo, useState } from 'react'
import { stationClock } from './station-clock.ts'
import { useStore } from './store.ts'

/** Now by the station's clock, renewed every 60 seconds, when the minute turns, and when that clock is heard of. */
export function useClock(): Date {
  const offsetMs = useStore(stationClock.offsetMs)
  const [browserMs, setBrowserMs] = useState(Date.now)
  const now = useMemo(() => new Date(browserMs + offsetMs), [browserMs, offsetMs])
  useEffect(() => {
    const timer = setTimeout(() => setBrowserMs(Date.now()), MINUTE_MS - (now.getTime() % MINUTE_MS))
    return () => clearTimeout(timer)
  }, [now])
  return now
}
