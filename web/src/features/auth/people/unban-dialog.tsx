import type { User } from '@carillon/contract/auth/schemas'
import { messageOf } from '../../../api/api-error.ts'
import { useCommand } from '../../../lib/use-command.ts'
import { AlertDialog } from '../../../ui/alert-dialog.tsx'
import { banWords } from './ban-term.ts'
import { Problem } from './problem.tsx'

export type UnbanDialogProps = {
  person: User
  /** Rejects with the reason of a refusal. */
  onConfirm(givenUp: AbortSignal): Promise<void>
  onClose(): void
}

/** Asks before a ban is lifted, and says what it was for. */
export function UnbanDialog({ person, onConfirm, onClose }: UnbanDialogProps) {
  const command = useCommand((error) => messageOf(error, 'The ban could not be lifted. Please try again.'))
  return (
    <AlertDialog
      open
      title={`Lift ${person.name}'s ban?`}
      confirmLabel="Lift the ban"
      command={command}
      onConfirm={() => void command.run(onConfirm)}
      onCancel={onClose}
    >
      <p>
        Banned {banWords(person)}
        {person.banReason ? `: “${person.banReason}”` : ', with no reason given.'}
      </p>
      <p>{person.firstname} can sign in again right away.</p>
      <Problem words={command.problem} />
    </AlertDialog>
  )
}
