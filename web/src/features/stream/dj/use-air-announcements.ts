import { useEffect, useRef } from 'react'
import { announce } from '../../../lib/announce.ts'
import type { AirStatus } from './air-status.ts'
import { useAirStatus, useDj } from './dj-context.tsx'
import { silenceWords, useIsShow, useSilenceAlarm } from './use-silence.ts'

/**
 * Says once that listeners hear nothing or silence, and once that it is over. A pause is only shown, and a line that is
 * lost says so itself.
 */
export function useAirAnnouncements(): void {
  const engine = useDj()
  const shown = useAirStatus()
  const isAlarm = useSilenceAlarm()
  const isShow = useIsShow()
  const status = shown === 'silence' && !isAlarm ? 'on-air' : shown
  const before = useRef<AirStatus>('off-air')
  useEffect(() => {
    const was = before.current
    before.current = status
    if (status === was) return
    const { name } = engine.state.get()
    const isOpen = name === 'live' || name === 'degraded'
    if (status === 'silence') announce(silenceWords(isShow), 'assertive')
    if (status === 'not-reaching-listeners' && isOpen) announce('Not reaching listeners', 'assertive')
    if (isAudible(status) && (was === 'silence' || was === 'not-reaching-listeners'))
      announce(isShow ? 'Listeners hear you again' : 'Your sound is back')
  }, [engine, isShow, status])
}

/** A mute that the station has not noticed yet is told by the mute itself. */
function isAudible(status: AirStatus): boolean {
  return status === 'on-air' || status === 'muted'
}
