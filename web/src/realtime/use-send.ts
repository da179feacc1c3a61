import { useMemo } from 'react'
import { useRealtime } from './realtime-context.ts'

/** Sends to an inlet of the station; into a closed connection it says nothing. */
export function useSend(): (destination: string, body: object) => void {
  const realtime = useRealtime()
  return useMemo(() => (destination, body) => realtime.send(destination, body), [realtime])
}
