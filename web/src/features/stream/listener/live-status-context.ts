import type { ListenerMessage } from '@carillon/contract/stream/topics'
import { createContext, useContext, useEffect, useMemo, useState } from 'react'
import { type Store, useStore } from '../../../lib/store.ts'
import { type LiveStatus, RECOVERING_SHOWN_AFTER_MS, showsRecovering } from './live-status.ts'

export type Live = LiveStatus & {
  /** The studio has been away for four seconds or more: say so. */
  isRecoveringShown: boolean
}

/** The line to the station: what it says, and a way to say something. */
export type Line = {
  status: Store<LiveStatus>
  /** Says something on /ws/listener now, and again whenever the socket opens again. */
  say: (message: ListenerMessage) => void
}

/** Holds the line that LiveStatusProvider opens. */
export const LineContext = createContext<Line | null>(null)

/** Whether the station is live, kept current by the pushes of /ws/listener and the health poll. */
export function useLiveStatus(): Live {
  const status = useStore(useLine().status)
  const [now, setNow] = useState(Date.now)
  const { recoveringSince } = status
  useEffect(() => {
    if (recoveringSince === null) return
    const left = recoveringSince + RECOVERING_SHOWN_AFTER_MS - Date.now()
    const timer = setTimeout(() => setNow(Date.now()), Math.max(0, left))
    return () => clearTimeout(timer)
  }, [recoveringSince])
  return useMemo(() => ({ ...status, isRecoveringShown: showsRecovering(status, now) }), [status, now])
}

/** The line to the station itself, for the player. */
export function useLine(): Line {
  const line = useContext(LineContext)
  if (!line) throw new Error('useLiveStatus outside LiveStatusProvider')
  return line
}
