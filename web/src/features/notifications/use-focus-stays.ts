import { type RefObject, useCallback, useLayoutEffect, useRef } from 'react'

const TICK = 'button[aria-label="Mark as read"]'

/**
 * Keeps the focus where one is in a list whose rows leave it, or lose their tick, when they are marked: call the
 * returned function before marking. After the last row it calls `onEmpty`.
 */
export function useFocusStays(listRef: RefObject<HTMLElement | null>, onEmpty: () => void): () => void {
  const row = useRef(-1)
  useLayoutEffect(() => {
    if (row.current < 0) return
    const rows = [...(listRef.current?.querySelectorAll('li') ?? [])]
    const next = rows[Math.min(row.current, rows.length - 1)]
    row.current = -1
    const target = next?.querySelector<HTMLElement>(TICK) ?? next?.querySelector<HTMLElement>('a, button')
    if (target) target.focus()
    else onEmpty()
  })
  return useCallback(() => {
    const rows = [...(listRef.current?.querySelectorAll('li') ?? [])]
    row.current = rows.findIndex((item) => item.contains(document.activeElement))
  }, [listRef])
}
