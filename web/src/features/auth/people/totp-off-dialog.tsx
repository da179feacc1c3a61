import type { User } from '@carillon/contract/auth/schemas'
import { messageOf } from '../../../api/api-error.ts'
import { useCommand } from '../../../lib/use-command.ts'
import { AlertDialog } from '../../../ui/alert-dialog.tsx'
import { Problem } from './problem.tsx'

export type TotpOffDialogProps = {
  person: User
  /** Rejects with the reason of a refusal. */
  onConfirm(givenUp: AbortSignal): Promise<void>
  onClose(): void
}

/** Asks before somebody's sign-in becomes weaker, and says what follows. */
export function TotpOffDialog({ person, onConfirm, onClose }: TotpOffDialogProps) {
  const command = useCommand((error) =>
    messageOf(error, 'Two-step sign-in could not be turned off. Please try again.'),
  )
  const name = person.firstname
  return (
    <AlertDialog
      open
      danger
      title={`Turn off two-step sign-in for ${person.name}?`}
      confirmLabel="Turn off"
      command={command}
      onConfirm={() => void command.run(onConfirm)}
      onCancel={onClose}
    >
      <p>For someone who lost their phone and their recovery codes. Make sure it really is {name} asking.</p>
      <p>{name} signs in with just a password until they set it up again. The recovery codes are deleted.</p>
      <p>{name} gets an email that names you.</p>
      <Problem words={command.problem} />
    </AlertDialog>
  )
}
