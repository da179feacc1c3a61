import type { ReactNode } from 'react'
import { messageOf } from '../../../api/api-error.ts'
import { useCommand } from '../../../lib/use-command.ts'
import { AlertDialog } from '../../../ui/alert-dialog.tsx'
import type { ActWords } from './end-show-words.ts'

export type ActDialogProps = {
  words: ActWords
  /** Rejects with the reason of a refusal; the question stays then, with the station's words. */
  onConfirm(givenUp: AbortSignal): Promise<unknown>
  onClose(): void
  /** Further field of the dialog. */
  children?: ReactNode
}

/** Asks before something is started or stopped, and says what that brings about. */
export function ActDialog({ words, onConfirm, onClose, children }: ActDialogProps) {
  const command = useCommand((error) => messageOf(error, 'That didn’t work. Please try again.'))
  return (
    <AlertDialog
      open
      title={words.question}
      confirmLabel={words.confirm}
      danger={words.isGrave}
      command={command}
      onConfirm={() => void command.run(onConfirm)}
      onCancel={onClose}
    >
      {words.consequences.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
      {children}
      {command.problem && (
        <p role="alert" className="font-medium text-live-ink">
          {command.problem}
        </p>
      )}
    </AlertDialog>
  )
}
