import { X } from 'lucide-react'
import { type ReactNode, type RefObject, useId, useLayoutEffect, useRef } from 'react'
import { classNames } from '../lib/class-names.ts'
import { IconButton } from './icon-button.tsx'

export type DialogProps = {
  open: boolean
  /** Asked for by Escape, the close button or a click beside the dialog. */
  onClose(): void
  title: ReactNode
  children: ReactNode
  /** Element that takes the focus on opening, or the box whose first control does; otherwise the browser chooses. */
  focusRef?: RefObject<HTMLElement | null>
  className?: string
}

/** A modal dialog on the native element: the browser traps the focus and gives it back. */
export function Dialog({ open, onClose, title, children, focusRef, className }: DialogProps) {
  const titleId = useId()
  return (
    <ModalElement open={open} onClose={onClose} titleId={titleId} focusRef={focusRef} className={className}>
      <div className="mb-4 flex items-start justify-between gap-4">
        <h2 id={titleId} className="text-xl">
          {title}
        </h2>
        <IconButton
          label="Close"
          icon={<X className="size-5" />}
          onClick={onClose}
          tooltip={false}
          className="-mt-1.5 -mr-2"
        />
      </div>
      {children}
    </ModalElement>
  )
}

export type ModalElementProps = {
  open: boolean
  onClose(): void
  titleId?: string
  bodyId?: string
  label?: string
  role?: 'dialog' | 'alertdialog'
  focusRef?: RefObject<HTMLElement | null> | undefined
  className?: string | undefined
  id?: string
  children: ReactNode
}

/** The bare modal element below Dialog, AlertDialog and the drawer. */
export function ModalElement(props: ModalElementProps) {
  const { open, onClose, titleId, bodyId, label, role, focusRef, className, id, children } = props
  const ref = useRef<HTMLDialogElement>(null)
  // Closed before it leaves the page with whatever asked for it: only a dialog in the page gives the focus back.
  useLayoutEffect(() => {
    const dialog = ref.current
    if (!dialog || !open) return
    dialog.showModal()
    focusFirstOf(focusRef?.current)
    return () => dialog.close()
  }, [open, focusRef])
  return (
    <dialog
      ref={ref}
      id={id}
      role={role}
      aria-label={label}
      aria-labelledby={titleId}
      aria-describedby={bodyId}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      onPointerDown={(event) =>
        event.target === event.currentTarget && isBeside(event.currentTarget, event) && onClose()
      }
      className={className ?? classNames('dialog', DIALOG_BOX)}
    >
      {open && children}
    </dialog>
  )
}

function focusFirstOf(target: HTMLElement | null | undefined): void {
  const control = target?.querySelector<HTMLElement>('a, button, input, select, textarea')
  ;(control ?? target)?.focus()
}

const DIALOG_BOX =
  'm-auto w-[min(30rem,calc(100vw-2rem))] rounded-hero border border-border bg-surface p-6 text-text shadow-lift'

function isBeside(element: HTMLElement, point: { clientX: number; clientY: number }): boolean {
  const box = element.getBoundingClientRect()
  const inside =
    point.clientX >= box.left &&
    point.clientX <= box.right &&
    point.clientY >= box.top &&
    point.clientY <= box.bottom
  return !inside
}
