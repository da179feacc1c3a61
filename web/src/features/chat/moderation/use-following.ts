import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import { announce } from '../../../lib/announce.ts'
import type { LogEntry } from '../chat-log.ts'

/** Keeps the newest message in view while nothing holds the feed, and the one in view where it is when older ones come. */
export function useFollowing(
  scrollerRef: RefObject<HTMLElement | null>,
  drawn: readonly LogEntry[],
  isHeld: boolean,
): void {
  const before = useRef({ firstId: 0, height: 0 })
  const firstId = drawn[0]?.id ?? 0
  // After every drawing: a row may also have grown.
  useLayoutEffect(() => {
    const scroller = scrollerRef.current
    if (!scroller) return
    if (!isHeld) scroller.scrollTop = scroller.scrollHeight
    else if (firstId !== before.current.firstId)
      scroller.scrollTop += scroller.scrollHeight - before.current.height
    before.current = { firstId, height: scroller.scrollHeight }
  })
}

/** Tells anyone who keeps the messages; the newest listener is called. */
export function useReportedHold(isHeld: boolean, onHold: ((isHeld: boolean) => void) | undefined): void {
  const newest = useRef(onHold)
  useEffect(() => {
    newest.current = onHold
  })
  useEffect(() => newest.current?.(isHeld), [isHeld])
}

/** Says once that there is something new below. */
export function useNewWords(newCount: number): void {
  const hasNew = newCount > 0
  useEffect(() => {
    if (hasNew) announce('New messages below')
  }, [hasNew])
}
