import { MINUTE_MS } from '@carillon/contract/durations'
import { useEffect, useState } from 'react'

/** Now, renewed every 60 seconds, when the minute turns. */
export function useClock(): Date {
  const [now, setNow] = useState(() => new Date())
  useEffect(() => {
    const timer = setTimeout(() => setNow(new Date()), MINUTE_MS - (now.getTime() % MINUTE_MS))
    return () => clearTimeout(timer)
  }, [now])
  return now
}
