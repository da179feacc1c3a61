import { resetPasswordFor } from '@carillon/contract/auth/password-reset'
import { RESET_LIFETIME_MINUTES, type User } from '@carillon/contract/auth/schemas'
import { useRef, useState } from 'react'
import { messageOf } from '../../../api/api-error.ts'
import { useCommand } from '../../../lib/use-command.ts'
import { useCall } from '../../../session/session.ts'
import { AlertDialog } from '../../../ui/alert-dialog.tsx'
import { Button } from '../../../ui/button.tsx'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Problem } from './problem.tsx'

/** To whom the link was mailed, or the link, to be handed over. */
type Handed = { mailedTo: string | null; link: string | null }

export type ResetPasswordDialogProps = {
  person: User
  onClose(): void
}

/** Asks before somebody's password ends; then says where the link to a new one is. */
export function ResetPasswordDialog({ person, onClose }: ResetPasswordDialogProps) {
  const call = useCall()
  const [handed, setHanded] = useState<Handed | null>(null)
  const command = useCommand((error) =>
    messageOf(error, 'The password could not be reset. Please try again.'),
  )
  if (handed) return <Done person={person} handed={handed} onClose={onClose} />
  const { name, firstname } = person
  return (
    <AlertDialog
      open
      danger
      title={`Reset ${name}'s password?`}
      confirmLabel="Reset password"
      command={command}
      onConfirm={() =>
        void command.run(async (givenUp) =>
          setHanded(await call(resetPasswordFor, { params: { id: person.id }, givenUp })),
        )
      }
      onCancel={onClose}
    >
      <p>The current password stops working, and {firstname} is signed out everywhere.</p>
      <p>
        {firstname} chooses a new one with a link that works once, for {RESET_LIFETIME_MINUTES} minutes.
      </p>
      <Problem words={command.problem} />
    </AlertDialog>
  )
}

function Done({ person, handed, onClose }: { person: User; handed: Handed; onClose(): void }) {
  const doneRef = useRef<HTMLDivElement>(null)
  // A station that was not told its address gives the path alone.
  const link = handed.link && new URL(handed.link, location.origin).href
  return (
    <Dialog open onClose={onClose} title="Password reset" focusRef={doneRef}>
      <div className="grid gap-4">
        {link ? (
          <>
            <p>
              Give this link to {person.name}, privately. It works once, for {RESET_LIFETIME_MINUTES} minutes,
              and is not shown again.
            </p>
            <p className="rounded-input border border-border bg-surface-2 px-3 py-2.5 font-mono text-sm wrap-anywhere select-all">
              {link}
            </p>
          </>
        ) : (
          <p>
            A link to choose a new password is on its way to <strong>{handed.mailedTo}</strong>.
          </p>
        )}
        <div ref={doneRef} className="flex flex-wrap justify-end gap-2">
          {link && <CopyButton text={link} label="Copy link" />}
          <Button onClick={onClose}>Done</Button>
        </div>
      </div>
    </Dialog>
  )
}
