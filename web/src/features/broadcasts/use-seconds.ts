import { useEffect, useState } from 'react'
import { stationClock } from '../../lib/station-clock.ts'

/** Now by the station's clock, renewed every second while the caller is shown. */
export function useSeconds(): Date {
  const [now, setNow] = useState(stationDate)
  useEffect(() => {
    const timer = setInterval(() => setNow(stationDate()), 1_000)
    return () => clearInterval(timer)
  }, [])
  return now
}

function stationDate(): Date {
  return new Date(stationClock.now())
}
