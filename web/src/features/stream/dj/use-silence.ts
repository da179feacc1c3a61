import { useEffect, useRef, useSyncExternalStore } from 'react'
import { announce } from '../../../lib/announce.ts'
import { useDj } from './dj-context.tsx'
import { isOnAir } from './dj-state.ts'

/** For how many seconds listeners have heard silence, as the station says; 0 while there is sound. */
export function useSilentSeconds(): number {
  const { report } = useDj()
  return useSyncExternalStore(report.subscribe, () => report.get()?.silentSeconds ?? 0)
}

/** Says once that listeners hear silence, and once that it is over. What ended with the line or the show is told by these. */
export function useSilenceAnnouncements(): void {
  const engine = useDj()
  const isSilent = useSilentSeconds() > 0
  const wasSilent = useRef(false)
  useEffect(() => {
    if (wasSilent.current === isSilent) return
    wasSilent.current = isSilent
    const state = engine.state.get()
    if (isSilent) announce('Listeners hear silence', 'assertive')
    else if (isOnAir(state) && state.name !== 'reconnecting') announce('Listeners hear you again')
  }, [engine, isSilent])
}
