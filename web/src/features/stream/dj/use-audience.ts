import { getStreamStatus } from '@carillon/contract/stream'
import { useEffect, useState } from 'react'
import { call } from '../../../api/client.ts'
import { useLiveStatus } from '../listener/live-status-provider.tsx'

const POLL_MS = 10_000

export type Audience = { listenerCount: number; peak: number }

/** How many listen now, as the station pushes it, and how many did at most, as it is asked for. */
export function useAudience(): Audience {
  const { listenerCount } = useLiveStatus()
  const [peak, setPeak] = useState(0)
  useEffect(() => {
    const leaving = new AbortController()
    const ask = () =>
      call(getStreamStatus, { signal: leaving.signal }).then(
        ({ peakListenerCount }) => setPeak(peakListenerCount),
        // The line is down, which the page says elsewhere: the last peak stays.
        () => {},
      )
    void ask()
    const timer = setInterval(ask, POLL_MS)
    return () => {
      clearInterval(timer)
      leaving.abort()
    }
  }, [])
  return { listenerCount, peak: Math.max(peak, listenerCount) }
}
