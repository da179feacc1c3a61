import { type RefObject, useEffect, useRef, useState } from 'react'
import { z } from 'zod/mini'
import { storedValue } from '../../lib/stored.ts'

const keptPin = storedValue('rail-pinned', z.enum(['yes', 'no']))

export type Rail = {
  ref: RefObject<HTMLElement | null>
  expanded: boolean
  pinned: boolean
  togglePin(): void
  /** Opens it over the page until a press elsewhere, for fingers. */
  open(): void
}

/** When the rail is wide: pinned, under the mouse, around the keyboard's focus, or opened; Escape folds it. */
export function useRail(): Rail {
  const ref = useRef<HTMLElement>(null)
  const [pinned, setPinned] = useState(() => keptPin.read() === 'yes')
  const [attended, setAttended] = useState(false)

  useEffect(() => {
    const rail = ref.current
    if (!rail) return
    const watching = new AbortController()
    const on = <Name extends keyof HTMLElementEventMap>(
      target: HTMLElement,
      name: Name,
      act: (event: HTMLElementEventMap[Name]) => void,
    ) => target.addEventListener(name, act as EventListener, { signal: watching.signal })
    const leave = () => setAttended(false)
    // A mouse that was here before the page enters nothing.
    on(rail, 'pointerover', (event) => event.pointerType === 'mouse' && setAttended(true))
    on(rail, 'pointerleave', (event) => event.pointerType === 'mouse' && leave())
    on(rail, 'focusin', (event) => (event.target as Element).matches(':focus-visible') && setAttended(true))
    on(rail, 'focusout', (event) => !rail.contains(event.relatedTarget as Node | null) && leave())
    on(document.body, 'keydown', (event) => event.key === 'Escape' && leave())
    on(document.body, 'pointerdown', (event) => !rail.contains(event.target as Node) && leave())
    return () => watching.abort()
  }, [])

  const togglePin = () => {
    keptPin.write(pinned ? 'no' : 'yes')
    setPinned(!pinned)
  }
  return { ref, expanded: pinned || attended, pinned, togglePin, open: () => setAttended(true) }
}
