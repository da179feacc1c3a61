import { useCallback, useMemo, useState } from 'react'

/** Why a feed stands still: a message has the focus, the reader scrolled up, or the pointer is about to press. */
export type HoldReason = 'focus' | 'scroll' | 'pointer'

/** A feed that can stand still while it grows. */
export type Hold<Message> = {
  /** The messages to draw: those that were there when it was held, or all. */
  shown: readonly Message[]
  isHeld: boolean
  isScrolledUp: boolean
  /** Number of messages since then. */
  newCount: number
  hold(reason: HoldReason): void
  release(reason?: HoldReason): void
}

type State = { reasons: readonly HoldReason[]; lastId: number }
const FOLLOWING: State = { reasons: [], lastId: 0 }

/** Holds a growing list (oldest first) while there is a reason to. */
export function useHold<Message extends { id: number }>(messages: readonly Message[]): Hold<Message> {
  const [state, setState] = useState(FOLLOWING)
  const isHeld = state.reasons.length > 0
  const newestId = messages.at(-1)?.id ?? 0
  const shown = useMemo(
    () => (isHeld ? messages.filter(({ id }) => id <= state.lastId) : messages),
    [messages, isHeld, state.lastId],
  )
  const hold = useCallback(
    (reason: HoldReason) =>
      setState((was) => {
        if (was.reasons.includes(reason)) return was
        const lastId = was.reasons.length > 0 ? was.lastId : newestId
        return { reasons: [...was.reasons, reason], lastId }
      }),
    [newestId],
  )
  const release = useCallback(
    (reason?: HoldReason) =>
      setState((was) => {
        const reasons = reason ? was.reasons.filter((other) => other !== reason) : []
        return reasons.length === was.reasons.length ? was : { ...was, reasons }
      }),
    [],
  )
  return {
    shown,
    isHeld,
    isScrolledUp: state.reasons.includes('scroll'),
    newCount: messages.length - shown.length,
    hold,
    release,
  }
}
