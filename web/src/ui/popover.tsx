import { type ReactElement, type ReactNode, useId, useLayoutEffect, useRef, useState } from 'react'
import { classNames } from '../lib/class-names.ts'
import { type Align, placeBy } from '../lib/place.ts'

const GAP_PX = 10

/** Attributes of the trigger: spread them on one button. */
export type PopoverTriggerProps = {
  popoverTarget: string
  'aria-expanded': boolean
  'aria-controls': string
  ref: (element: HTMLButtonElement | null) => void
}

export type PopoverProps = {
  trigger: (props: PopoverTriggerProps) => ReactElement
  /** Makes the box a named non-modal dialog; leave it out where the content has a role of its own, as a Menu has. */
  label?: string
  align?: Align
  className?: string
  /** Gets `close`, to call when a choice was made. */
  children: (close: () => void) => ReactNode
  onOpenChange?: (open: boolean) => void
}

/** A box by its button on the native popover: light dismiss, Escape and the way back are the browser's. */
export function Popover({ trigger, label, align = 'end', className, children, onOpenChange }: PopoverProps) {
  const id = useId()
  const boxRef = useRef<HTMLDivElement>(null)
  const anchorRef = useRef<HTMLButtonElement>(null)
  const [open, setOpen] = useState(false)

  // Before other effects: what is hidden cannot take the focus that the content wants.
  useLayoutEffect(() => {
    if (!open) return
    const place = () => anchorRef.current && boxRef.current && putBy(anchorRef.current, boxRef.current, align)
    place()
    addEventListener('resize', place)
    // What comes later may be higher than the room below.
    const observer = globalThis.ResizeObserver && new ResizeObserver(place)
    if (boxRef.current) observer?.observe(boxRef.current)
    return () => {
      observer?.disconnect()
      removeEventListener('resize', place)
    }
  }, [open, align])

  return (
    <>
      {trigger({
        popoverTarget: id,
        'aria-expanded': open,
        'aria-controls': id,
        ref: (element) => {
          anchorRef.current = element
        },
      })}
      <div
        ref={boxRef}
        id={id}
        popover="auto"
        {...(label ? { role: 'dialog', 'aria-label': label } : {})}
        onBeforeToggle={(event) => {
          // Unseen until it stands in its place.
          if (event.newState === 'open') event.currentTarget.style.visibility = 'hidden'
        }}
        onToggle={(event) => {
          const isOpen = event.newState === 'open'
          setOpen(isOpen)
          onOpenChange?.(isOpen)
        }}
        className={classNames(
          'popover fixed inset-auto m-0 max-w-[calc(100vw-16px)] rounded-card border border-border bg-surface text-text shadow-lift',
          className,
        )}
      >
        {open && children(() => boxRef.current?.hidePopover())}
      </div>
    </>
  )
}

function putBy(anchor: HTMLElement, box: HTMLElement, align: Align): void {
  const viewport = { width: document.documentElement.clientWidth, height: innerHeight }
  const { left, top } = placeBy(
    anchor.getBoundingClientRect(),
    box.getBoundingClientRect(),
    viewport,
    align,
    GAP_PX,
  )
  box.style.left = `${left}px`
  box.style.top = `${top}px`
  box.style.visibility = ''
}
