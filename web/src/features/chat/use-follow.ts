import { type FocusEvent, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { isNearEnd } from './follow.ts'

type Anchor = { row: Element; top: number }

/** The feed's scroller: at the end it follows what is new; elsewhere the message in view does not move. */
export type Follow = {
  scrollerRef: RefObject<HTMLDivElement | null>
  contentRef: RefObject<HTMLDivElement | null>
  isFollowing: boolean
  onScroll(): void
  onFocus(event: FocusEvent): void
  onBlur(event: FocusEvent): void
  toEnd(): void
}

export type FollowOptions = {
  /** Tells before the feed is drawn again. */
  watch(listener: () => void): () => void
  /** There is more below than is drawn. */
  hasMore: boolean
  /** Draw some of it: the reader comes near. */
  onMore(): void
}

/** Follows the end of a feed; `isHeld` is a message with the focus, from which the reader is not carried away. */
export function useFollow({ watch, hasMore, onMore }: FollowOptions): Follow {
  const { scrollerRef, contentRef, follows } = useScrollPosition(watch)
  const isHeld = useRef(false)
  const [isFollowing, setFollowing] = useState(true)

  const settle = () => {
    const scroller = scrollerRef.current
    const isNear = scroller !== null && isNearEnd(scroller)
    if (isNear && hasMore) {
      onMore()
      return
    }
    follows.current = isNear && !isHeld.current
    setFollowing(follows.current)
  }
  const toEnd = () => {
    isHeld.current = false
    follows.current = true
    stickToEnd(scrollerRef.current)
    setFollowing(true)
  }

  return {
    scrollerRef,
    contentRef,
    isFollowing,
    onScroll: settle,
    // Who has a message in hand is not carried away from it.
    onFocus(event) {
      isHeld.current = event.target.closest('[data-message]') !== null
      settle()
    },
    onBlur(event) {
      isHeld.current = false
      if (!event.currentTarget.contains(event.relatedTarget)) settle()
    },
    toEnd,
  }
}

/** Scrolls after each drawing: to the end while it `follows`, else so that the message in view stays in place. */
function useScrollPosition(watch: FollowOptions['watch']) {
  const scrollerRef = useRef<HTMLDivElement>(null)
  const contentRef = useRef<HTMLDivElement>(null)
  const follows = useRef(true)
  const anchor = useRef<Anchor | null>(null)
  useEffect(
    () =>
      watch(() => {
        anchor.current = follows.current ? null : anchorOf(scrollerRef.current)
      }),
    [watch],
  )
  useLayoutEffect(() => {
    if (follows.current) stickToEnd(scrollerRef.current)
    else keepPlace(scrollerRef.current, anchor.current)
    anchor.current = null
  })
  useEffect(() => {
    // The keyboard opens, a line grows, a block comes in sight: the end stays the end.
    const observer = new ResizeObserver(() => follows.current && stickToEnd(scrollerRef.current))
    for (const { current } of [scrollerRef, contentRef]) if (current) observer.observe(current)
    return () => observer.disconnect()
  }, [])
  return { scrollerRef, contentRef, follows }
}

function stickToEnd(scroller: HTMLElement | null): void {
  if (scroller) scroller.scrollTop = scroller.scrollHeight
}

/** The first message in view, and where it is. */
function anchorOf(scroller: HTMLElement | null): Anchor | null {
  if (!scroller) return null
  const top = scroller.getBoundingClientRect().top
  // Block by block: a message in a block out of sight has no place until it is laid out.
  const block = firstBelow(scroller.querySelectorAll('[data-block]'), top)
  const row = block && firstBelow(block.querySelectorAll('[data-message]'), top)
  return row && { row, top: row.getBoundingClientRect().top }
}

/** The first of elements that stand below each other which is not wholly above `top`. */
function firstBelow(elements: ArrayLike<Element>, top: number): Element | null {
  let low = 0
  let high = elements.length
  while (low < high) {
    const middle = (low + high) >> 1
    const isAbove = (elements[middle]?.getBoundingClientRect().bottom ?? 0) <= top
    if (isAbove) low = middle + 1
    else high = middle
  }
  return elements[low] ?? null
}

/** Scrolls by as much as content drawn above the anchor has pushed it. */
function keepPlace(scroller: HTMLElement | null, anchor: Anchor | null): void {
  if (!scroller || !anchor?.row.isConnected) return
  const pushedPx = anchor.row.getBoundingClientRect().top - anchor.top
  if (pushedPx !== 0) scroller.scrollTop += pushedPx
}
