import { useEffect, useState } from 'react'

/** Now, renewed every second while the caller is shown. */
export function useSeconds(): Date {
  const [now, setNow] = useState(() => new Date())
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), 1_000)
    return () => clearInterval(timer)
  }, [])
  return now
}
