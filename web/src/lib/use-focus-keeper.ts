import { type RefObject, useCallback, useEffect, useRef } from 'react'

export type FocusKeeper<Kept> = {
  /** Put it on what stays. */
  ref: RefObject<Kept | null>
  /** Keeps the focus: its element may be gone with one of the next answers. */
  keep(): void
}

/** Keeps the focus in the list when the row or the button that had it goes: it moves to what stays. */
export function useFocusKeeper<Kept extends HTMLElement = HTMLHeadingElement>(): FocusKeeper<Kept> {
  const ref = useRef<Kept>(null)
  const isKeeping = useRef(false)
  // After every render: any of them may have taken the row away.
  useEffect(() => {
    if (!isKeeping.current || document.activeElement !== document.body) return
    isKeeping.current = false
    ref.current?.focus()
  })
  const keep = useCallback(() => {
    isKeeping.current = true
    document.addEventListener('pointerdown', () => (isKeeping.current = false), { once: true })
  }, [])
  return { ref, keep }
}
