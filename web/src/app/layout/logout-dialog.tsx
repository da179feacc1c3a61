import { AlertDialog } from '../../ui/alert-dialog.tsx'
import { useLeavingWarning } from '../slots/on-air-slot.tsx'

export type LogoutDialogProps = { open: boolean; onConfirm(): void; onCancel(): void }

/** Asks before signing out; on air it also says that the broadcast ends. */
export function LogoutDialog({ open, onConfirm, onCancel }: LogoutDialogProps) {
  const warning = useLeavingWarning()
  return (
    <AlertDialog
      open={open}
      title="Are you absolutely sure?"
      confirmLabel="Sign Out"
      onConfirm={onConfirm}
      onCancel={onCancel}
    >
      <p>This will sign you out of your account. You will need to sign in again to access your dashboard.</p>
      {warning && <p className="font-medium text-live-ink">{warning}</p>}
    </AlertDialog>
  )
}
