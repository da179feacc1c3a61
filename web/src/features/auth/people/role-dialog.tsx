import type { User } from '@carillon/contract/auth/schemas'
import type { Role } from '@carillon/contract/roles'
import { ArrowRight } from 'lucide-react'
import { messageOf } from '../../../api/api-error.ts'
import { useCommand } from '../../../lib/use-command.ts'
import { roleLabel } from '../../../session/display-name.ts'
import { AlertDialog } from '../../../ui/alert-dialog.tsx'
import { consequencesOf } from './consequences.ts'
import { RoleBadge } from './person-badges.tsx'
import { Problem } from './problem.tsx'

export type RoleDialogProps = {
  person: User
  role: Role
  /** Rejects with the reason of a refusal. */
  onConfirm(givenUp: AbortSignal): Promise<void>
  onClose(): void
}

/** Asks before a role changes: before, after, and what that means. */
export function RoleDialog({ person, role, onConfirm, onClose }: RoleDialogProps) {
  const command = useCommand((error) => messageOf(error, 'The role could not be changed. Please try again.'))
  return (
    <AlertDialog
      open
      title={`Change ${person.name}'s role?`}
      confirmLabel={`Make ${roleLabel(role)}`}
      command={command}
      onConfirm={() => void command.run(onConfirm)}
      onCancel={onClose}
    >
      <p className="flex flex-wrap items-center gap-2.5">
        <RoleBadge role={person.role} />
        <ArrowRight aria-hidden="true" className="size-4" />
        <span className="sr-only">becomes</span>
        <RoleBadge role={role} />
      </p>
      {consequencesOf(person, role).map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
      <Problem words={command.problem} />
    </AlertDialog>
  )
}
