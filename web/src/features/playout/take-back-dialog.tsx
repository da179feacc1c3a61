import { deleteReplay } from '@carillon/contract/playout/replays'
import { messageOf } from '../../api/api-error.ts'
import { useCommand } from '../../lib/use-command.ts'
import { useCall } from '../../session/session.ts'
import { AlertDialog } from '../../ui/alert-dialog.tsx'
import { Banner } from '../../ui/banner.tsx'
import { toast } from '../../ui/toast.ts'

type TakeBackDialogProps = {
  planId: number
  title: string
  /** Its day and time. */
  when: string
  onClose(): void
  onDone(): void
}

/** The question before a planned replay is taken back. */
export function TakeBackDialog({ planId, title, when, onClose, onDone }: TakeBackDialogProps) {
  const call = useCall()
  const command = useCommand((error) => messageOf(error, 'The replay could not be taken back.'))
  const takeBack = async (givenUp: AbortSignal) => {
    await call(deleteReplay, { params: { id: planId }, givenUp })
    toast('The replay was taken back', { tone: 'success' })
    onDone()
    if (!givenUp.aborted) onClose()
  }
  return (
    <AlertDialog
      open
      danger
      title="Take this replay back?"
      confirmLabel="Take it back"
      cancelLabel="Keep it"
      command={command}
      onConfirm={() => void command.run(takeBack)}
      onCancel={onClose}
    >
      <p>
        <strong className="text-text wrap-anywhere">{title}</strong>
        <br />
        {when}
      </p>
      <p>It leaves the schedule. If it is playing now, it stops. The recording stays.</p>
      {command.problem && (
        <Banner tone="danger" role="alert">
          {command.problem}
        </Banner>
      )}
    </AlertDialog>
  )
}
