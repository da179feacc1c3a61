import { useEffect, useState } from 'react'

const TICK_MS = 250

/** Whole seconds that remain of a wait, and the way to begin one. It follows the clock, so a sleeping tab does not stretch it. */
export function useCountdown(): [remainingSeconds: number, start: (seconds: number) => void] {
  const [endsAt, setEndsAt] = useState<number | null>(null)
  const [remaining, setRemaining] = useState(0)
  useEffect(() => {
    if (endsAt === null) return
    const timer = setInterval(() => {
      const left = secondsUntil(endsAt)
      setRemaining(left)
      if (left === 0) setEndsAt(null)
    }, TICK_MS)
    return () => clearInterval(timer)
  }, [endsAt])
  const start = (seconds: number) => {
    setRemaining(seconds)
    setEndsAt(Date.now() + seconds * 1000)
  }
  return [remaining, start]
}

function secondsUntil(endsAt: number): number {
  return Math.max(0, Math.ceil((endsAt - Date.now()) / 1000))
}
