import { type RefObject, useCallback, useEffect, useRef } from 'react'

export type FocusKeeper = {
  /** Put it on what stays. */
  ref: RefObject<HTMLHeadingElement | null>
  /** Keeps the focus: its element may be gone with one of the next answers. */
  keep(): void
}

/** Keeps the focus in the list when the row or the button that had it goes: it moves to the heading. */
export function useFocusKeeper(): FocusKeeper {
  const ref = useRef<HTMLHeadingElement>(null)
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
