import { useEffect, useRef, useSyncExternalStore } from 'react'
import { announce } from '../../../lib/announce.ts'
import type { AirStatus } from './air-status.ts'
import { useAirStatus, useDj } from './dj-context.tsx'

/** For how many seconds listeners have heard silence, as the station says; 0 while there is sound. */
export function useSilentSeconds(): number {
  const { report } = useDj().line
  return useSyncExternalStore(report.subscribe, () => report.get()?.silentSeconds ?? 0)
}

/** Says once that listeners hear silence, and once that it is over. What ended with the line or the show is told by these. */
export function useSilenceAnnouncements(): void {
  const status = useAirStatus()
  const before = useRef<AirStatus>('off-air')
  useEffect(() => {
    const was = before.current
    before.current = status
    if (status === was) return
    if (status === 'silence') announce('Listeners hear silence', 'assertive')
    else if (was === 'silence' && isAudible(status)) announce('Listeners hear you again')
  }, [status])
}

/** A mute that the station has not noticed yet is told by the mute itself. */
function isAudible(status: AirStatus): boolean {
  return status === 'on-air' || status === 'muted'
}
