import type { Poll } from '@carillon/contract/polls/schemas'
import { useEffect, useReducer } from 'react'
import { stationClock } from '../../lib/station-clock.ts'
import { pollInView } from './poll-state.ts'

const LOOK_MS = 1_000

/** The poll that listeners see now; a final one leaves by itself when its time is over. */
export function usePollInView(polls: readonly Poll[] | undefined): Poll | null {
  const [, look] = useReducer((looks: number) => looks + 1, 0)
  const poll = polls ? pollInView(polls, stationClock.now()) : null
  const isFinal = poll?.status === 'ENDED'
  useEffect(() => {
    if (!isFinal) return
    const timer = setInterval(look, LOOK_MS)
    return () => clearInterval(timer)
  }, [isFinal])
  return poll
}
