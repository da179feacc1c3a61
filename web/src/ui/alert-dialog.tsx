import { type ReactNode, useId, useRef } from 'react'
import type { Command } from '../lib/use-command.ts'
import { Button } from './button.tsx'
import { ModalElement } from './dialog.tsx'

export type AlertDialogProps = {
  open: boolean
  title: string
  children: ReactNode
  confirmLabel: string
  cancelLabel?: string
  /** Danger outlines the confirming button; use it for what cannot be undone. */
  danger?: boolean
  /** Command that is asked about: while it is under way, Cancel and Escape give it up. */
  command?: Pick<Command, 'busy' | 'forget'>
  onConfirm(): void
  onCancel(): void
}

/** Asks before something with consequences. The focus starts on Cancel; Escape cancels. */
export function AlertDialog(props: AlertDialogProps) {
  const {
    open,
    title,
    children,
    confirmLabel,
    cancelLabel = 'Cancel',
    danger,
    command,
    onConfirm,
    onCancel,
  } = props
  const cancel = () => {
    command?.forget()
    onCancel()
  }
  const titleId = useId()
  const bodyId = useId()
  const cancelRef = useRef<HTMLButtonElement>(null)
  return (
    <ModalElement
      open={open}
      onClose={cancel}
      role="alertdialog"
      titleId={titleId}
      bodyId={bodyId}
      focusRef={cancelRef}
    >
      <h2 id={titleId} className="text-xl">
        {title}
      </h2>
      <div id={bodyId} className="mt-3 grid gap-3 text-text-muted">
        {children}
      </div>
      <div className="mt-6 flex flex-wrap justify-end gap-2">
        <Button ref={cancelRef} variant="outline" onClick={cancel}>
          {cancelLabel}
        </Button>
        <Button variant={danger ? 'danger' : 'primary'} busy={command?.busy ?? false} onClick={onConfirm}>
          {confirmLabel}
        </Button>
      </div>
    </ModalElement>
  )
}
