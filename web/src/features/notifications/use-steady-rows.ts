import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'

type Held = { row: Element; top: number }

/** Keeps the row under the pointer where it is when others come above it, as far as the list can scroll. */
export function useSteadyRows(listRef: RefObject<HTMLElement | null>): void {
  const held = useRef<Held | null>(null)
  useEffect(() => {
    const list = listRef.current
    if (!list) return
    const closing = new AbortController()
    const { signal } = closing
    const hold = ({ target }: Event) => {
      const row = target instanceof Element ? target.closest('li') : null
      held.current = row && { row, top: topOf(row) }
    }
    const release = () => {
      held.current = null
    }
    list.addEventListener('pointermove', hold, { signal })
    list.addEventListener('pointerleave', release, { signal })
    list.addEventListener('scroll', release, { signal })
    return () => closing.abort()
  }, [listRef])
  useLayoutEffect(() => {
    const list = listRef.current
    if (!list || !held.current?.row.isConnected) return
    list.scrollTop += topOf(held.current.row) - held.current.top
  })
}

function topOf(row: Element): number {
  return row.getBoundingClientRect().top
}
