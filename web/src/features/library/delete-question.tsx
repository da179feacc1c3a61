import { messageOf } from '../../api/api-error.ts'
import { useCommand } from '../../lib/use-command.ts'
import { AlertDialog } from '../../ui/alert-dialog.tsx'

export type DeleteQuestionProps = {
  name: string
  /** Consequences, in words. */
  result: string
  onDelete(givenUp: AbortSignal): Promise<void>
  /** Called once its row has left the list. */
  onGone(): void
  onClose(): void
}

/** Question before something is deleted, and what the station had against it. */
export function DeleteQuestion({ name, result, onDelete, onGone, onClose }: DeleteQuestionProps) {
  const command = useCommand((error) => messageOf(error, "Couldn't delete it."))
  const confirm = async () => {
    if (!(await command.run(onDelete))) return
    onGone()
    onClose()
  }
  return (
    <AlertDialog
      open
      title={`Delete “${name}”?`}
      confirmLabel="Delete"
      danger
      command={command}
      onConfirm={() => void confirm()}
      onCancel={onClose}
    >
      <p>{result}</p>
      {command.problem && <p className="text-danger">{command.problem}</p>}
    </AlertDialog>
  )
}
