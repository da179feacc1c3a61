import { deleteBroadcast } from '@carillon/contract/broadcasts/endpoints'
import { messageOf } from '../../../api/api-error.ts'
import { formatDay } from '../../../lib/station-time.ts'
import { useCommand } from '../../../lib/use-command.ts'
import { useCall } from '../../../session/session.ts'
import { AlertDialog } from '../../../ui/alert-dialog.tsx'
import { Banner } from '../../../ui/banner.tsx'
import { toast } from '../../../ui/toast.ts'
import { type AgendaItem, spanOf } from './agenda.ts'
import { PlanDialog } from './plan-dialog.tsx'
import type { Planning } from './show-actions.tsx'

export type PlanningDialogsProps = {
  opened: Planning
  items: readonly AgendaItem[]
  onClose(): void
  /** The schedule is not what it was. */
  onChanged(): void
}

/** Dialogs of planners: the form of a show, or the question about cancelling it. */
export function PlanningDialogs({ opened, items, onClose, onChanged }: PlanningDialogsProps) {
  if (opened.what === 'cancel') {
    return <CancelDialog item={opened.item} onClose={onClose} onChanged={onChanged} />
  }
  const item = opened.what === 'edit' ? opened.item : null
  return <PlanDialog item={item} items={items} onClose={onClose} onChanged={onChanged} />
}

type CancelDialogProps = { item: AgendaItem; onClose(): void; onChanged(): void }

function CancelDialog({ item, onClose, onChanged }: CancelDialogProps) {
  const call = useCall()
  const command = useCommand((error) => messageOf(error, 'The show could not be cancelled.'))
  const cancel = async (givenUp: AbortSignal) => {
    await call(deleteBroadcast, { params: { id: item.id }, givenUp })
    toast(`${item.title} was cancelled`, { tone: 'success' })
    onChanged()
    if (!givenUp.aborted) onClose()
  }
  return (
    <AlertDialog
      open
      danger
      title="Cancel this show?"
      confirmLabel="Cancel the show"
      cancelLabel="Keep it"
      command={command}
      onConfirm={() => void command.run(cancel)}
      onCancel={onClose}
    >
      <p>
        <strong className="text-text wrap-anywhere">{item.title}</strong>
        <br />
        {formatDay(item.start)}, {spanOf(item)}
      </p>
      <p>
        It is removed from everyone’s schedule, calendars mark it as cancelled, and listeners who were
        notified of it are told that it is off. This cannot be undone.
      </p>
      {command.problem && (
        <Banner tone="danger" role="alert">
          {command.problem}
        </Banner>
      )}
    </AlertDialog>
  )
}
