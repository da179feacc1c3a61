import type { Poll } from '@carillon/contract/polls/schemas'
import { useEffect, useRef, useState } from 'react'

const THROTTLE_MS = 1_000

/** The poll with numbers that change at most once a second; what else changes about it shows at once. */
export function useThrottledPoll(poll: Poll): Poll {
  const [shown, setShown] = useState(poll)
  const shownAt = useRef(0)
  const isUrgent = shown !== poll && !differsInCountOnly(shown, poll)
  useEffect(() => {
    if (shown === poll) return
    const show = () => {
      shownAt.current = performance.now()
      setShown(poll)
    }
    const waitMs = isUrgent ? 0 : shownAt.current + THROTTLE_MS - performance.now()
    if (waitMs <= 0) return show()
    const timer = setTimeout(show, waitMs)
    return () => clearTimeout(timer)
  }, [poll, shown, isUrgent])
  return isUrgent ? poll : shown
}

function differsInCountOnly(before: Poll, after: Poll): boolean {
  return before.id === after.id && before.status === after.status && before.userVote === after.userVote
}
