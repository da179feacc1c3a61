import { type ReactNode, useEffect, useRef, useState } from 'react'
import { placeBy } from '../lib/place.ts'

const DELAY_MS = 350

/**
 * Words that appear by a control on hover and keyboard focus. They repeat the control's name, so assistive tech skips
 * them. WCAG 1.4.13: Escape hides it.
 */
export function Tooltip({ text, children }: { text: string; children: ReactNode }) {
  const anchorRef = useRef<HTMLSpanElement>(null)
  const tipRef = useRef<HTMLSpanElement>(null)
  const [shown, setShown] = useState(false)

  useEffect(() => {
    const control = anchorRef.current?.firstElementChild
    return control ? watch(control, setShown) : undefined
  }, [])

  useEffect(() => {
    const tip = tipRef.current
    const control = anchorRef.current?.firstElementChild
    if (!shown || !tip || !control) return
    tip.showPopover?.()
    const viewport = { width: document.documentElement.clientWidth, height: innerHeight }
    const place = placeBy(control.getBoundingClientRect(), tip.getBoundingClientRect(), viewport, 'center')
    tip.style.left = `${place.left}px`
    tip.style.top = `${place.top}px`
  }, [shown])

  return (
    <span ref={anchorRef} className="contents">
      {children}
      {shown && (
        <span
          ref={tipRef}
          popover="manual"
          aria-hidden="true"
          className="popover pointer-events-none fixed inset-auto m-0 rounded-sm border-0 bg-text px-2 py-1 text-xs font-medium whitespace-nowrap text-bg"
        >
          {text}
        </span>
      )}
    </span>
  )
}

/** Tells when the words should show; gives back how to stop watching. */
function watch(control: Element, setShown: (shown: boolean) => void): () => void {
  const watching = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  const show = () => {
    clearTimeout(timer)
    timer = setTimeout(() => setShown(true), DELAY_MS)
  }
  const hide = () => {
    clearTimeout(timer)
    setShown(false)
  }
  const on = <Name extends keyof HTMLElementEventMap>(
    name: Name,
    act: (event: HTMLElementEventMap[Name]) => void,
  ) => control.addEventListener(name, act as EventListener, { signal: watching.signal })
  on('pointerenter', (event) => event.pointerType === 'mouse' && show())
  on('focus', () => control.matches(':focus-visible') && show())
  on('pointerleave', hide)
  on('pointerdown', hide)
  on('blur', hide)
  on('keydown', (event) => event.key === 'Escape' && hide())
  return () => {
    hide()
    watching.abort()
  }
}
