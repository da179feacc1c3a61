import { type MouseEvent, type PointerEvent, useRef, useState } from 'react'

/** Released so far from where it began or further, a swipe counts. */
export const SWIPE_PX = 100
/** From here on the hint says what will happen. */
export const HINT_PX = 60
/** Less is a press with an unsteady hand. */
const DRAG_PX = 8

type Drag = { pointer: number; fromX: number; fromY: number; isSideways: boolean }

/**
 * Handlers of an element that swipes: spread `handlers` on it, move it by `offset` px. Let it have `touch-action:
 * pan-y`.
 */
export type Swipe = {
  offset: number
  handlers: {
    onPointerDown(event: PointerEvent<HTMLElement>): void
    onPointerMove(event: PointerEvent<HTMLElement>): void
    onPointerUp(event: PointerEvent<HTMLElement>): void
    onPointerCancel(): void
    onClickCapture(event: MouseEvent): void
  }
}

/** A drag sideways, by finger or mouse. Up and down it is a scroll; the click that ends a drag opens nothing. */
export function useSwipe(onSwipe: () => void): Swipe {
  const drag = useRef<Drag | null>(null)
  const wasDragged = useRef(false)
  const [offset, setOffset] = useState(0)

  const stop = () => {
    drag.current = null
    setOffset(0)
  }
  const begin = (event: PointerEvent<HTMLElement>) => {
    wasDragged.current = false
    if (event.button !== 0 || !event.isPrimary) return
    drag.current = {
      pointer: event.pointerId,
      fromX: event.clientX,
      fromY: event.clientY,
      isSideways: false,
    }
  }
  const move = (event: PointerEvent<HTMLElement>) => {
    const now = drag.current
    if (now?.pointer !== event.pointerId) return
    const x = event.clientX - now.fromX
    const y = event.clientY - now.fromY
    if (!now.isSideways) {
      if (Math.hypot(x, y) < DRAG_PX) return
      if (Math.abs(y) > Math.abs(x)) return stop()
      now.isSideways = true
      wasDragged.current = true
      // The row stays under the finger that has left it.
      event.currentTarget.setPointerCapture?.(event.pointerId)
    }
    setOffset(x)
  }
  const end = (event: PointerEvent<HTMLElement>) => {
    const now = drag.current
    if (now?.pointer !== event.pointerId) return
    const isFar = now.isSideways && Math.abs(event.clientX - now.fromX) >= SWIPE_PX
    stop()
    if (isFar) onSwipe()
  }
  const swallow = (event: MouseEvent) => {
    if (!wasDragged.current) return
    wasDragged.current = false
    event.preventDefault()
    event.stopPropagation()
  }
  return {
    offset,
    handlers: {
      onPointerDown: begin,
      onPointerMove: move,
      onPointerUp: end,
      onPointerCancel: stop,
      onClickCapture: swallow,
    },
  }
}
