import type { Poll } from '@carillon/contract/polls'
import { useEffect, useReducer } from 'react'
import { stationClock } from '../../lib/station-clock.ts'
import { finalUntil, pollInView } from './poll-facts.ts'

/** The poll that listeners see now; a final one leaves by itself when its time is over. */
export function usePollInView(polls: readonly Poll[] | undefined): Poll | null {
  const [, look] = useReducer((looks: number) => looks + 1, 0)
  const poll = polls ? pollInView(polls, stationClock.now()) : null
  const until = poll ? finalUntil(poll) : 0
  useEffect(() => {
    if (until === 0) return
    const timer = setTimeout(look, until - stationClock.now() + 1)
    return () => clearTimeout(timer)
  }, [until])
  return poll
}
