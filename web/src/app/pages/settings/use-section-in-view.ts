import { useEffect, useRef, useState } from 'react'

/**
 * The index of the section at the reading line, given the tops of all in the scrolled content. The line sinks with the
 * scrolling from the upper edge to the lower one, so that the last section has its turn as well.
 */
export function sectionAt(
  tops: readonly number[],
  scrolled: number,
  viewHeight: number,
  height: number,
): number {
  const scrollable = height - viewHeight
  const line = scrollable > 0 ? (scrolled / scrollable) * height : 0
  return Math.max(
    0,
    tops.findLastIndex((top) => top <= line),
  )
}

/** The id of the heading whose section is being read, and the way to go to another. */
export function useSectionInView(
  ids: readonly string[],
): [current: string | undefined, goTo: (id: string) => void] {
  const [current, setCurrent] = useState(ids[0])
  // Going somewhere scrolls, and what was gone to is what is read, also where it cannot reach the upper edge.
  const isGoing = useRef(false)
  const list = ids.join(' ')

  useEffect(() => {
    const names = list.split(' ')
    const main = document.getElementById(names[0] ?? '')?.closest('main')
    if (!main) return
    const onScroll = () => {
      const wasGoing = isGoing.current
      isGoing.current = false
      if (!wasGoing)
        setCurrent(
          names[sectionAt(topsOf(main, names), main.scrollTop, main.clientHeight, main.scrollHeight)],
        )
    }
    main.addEventListener('scroll', onScroll, { passive: true })
    return () => main.removeEventListener('scroll', onScroll)
  }, [list])

  const goTo = (id: string) => {
    const heading = document.getElementById(id)
    const before = heading?.closest('main')?.scrollTop
    heading?.closest('section')?.scrollIntoView({ block: 'start' })
    heading?.focus({ preventScroll: true })
    isGoing.current = heading?.closest('main')?.scrollTop !== before
    setCurrent(id)
  }
  return [current, goTo]
}

function topsOf(main: HTMLElement, ids: readonly string[]): number[] {
  const origin = main.getBoundingClientRect().top - main.scrollTop
  return ids.map((id) => (document.getElementById(id)?.getBoundingClientRect().top ?? 0) - origin)
}
