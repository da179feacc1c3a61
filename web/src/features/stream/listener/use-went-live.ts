import { useState } from 'react'
import { useLiveStatus } from './live-status-context.ts'

/** Whether the station was off air when the caller came, and is live now. */
export function useWentLive(): boolean {
  const { station } = useLiveStatus()
  const [wasOffAir, setWasOffAir] = useState(false)
  if (station === 'off-air' && !wasOffAir) setWasOffAir(true)
  return wasOffAir && station === 'live'
}
