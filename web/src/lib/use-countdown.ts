import { useEffect, useState } from 'react'

/** Seconds that remain of a wait, and the way to begin one. It follows the clock, so a sleeping tab does not stretch it. */
export function useCountdown(): [remainingSeconds: number, start: (seconds: number) => void] {
  const [endsAt, setEndsAt] = useState(0)
  const [now, setNow] = useState(0)
  const remaining = Math.max(0, Math.ceil((endsAt - now) / 1000))
  useEffect(() => {
    if (remaining === 0) return
    const timer = setTimeout(() => setNow(Date.now()), 1000)
    return () => clearTimeout(timer)
  }, [remaining])
  const start = (seconds: number) => {
    setNow(Date.now())
    setEndsAt(Date.now() + seconds * 1000)
  }
  return [remaining, start]
}
