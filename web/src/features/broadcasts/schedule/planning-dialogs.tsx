import { deleteBroadcast } from '@carillon/contract/broadcasts'
import { useState } from 'react'
import { messageOf } from '../../../api/api-error.ts'
import { formatDay } from '../../../lib/station-time.ts'
import { useCall } from '../../../session/session.tsx'
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

/** What planners open: the form of a show, or whether to cancel it. */
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
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const cancel = async () => {
    setBusy(true)
    setFailure(null)
    try {
      await call(deleteBroadcast, { params: { id: item.id } })
      toast(`${item.title} was cancelled`, { tone: 'success' })
      onChanged()
      onClose()
    } catch (error) {
      setFailure(messageOf(error, 'The show could not be cancelled.'))
      setBusy(false)
    }
  }
  return (
    <AlertDialog
      open
      danger
      title="Cancel this show?"
      confirmLabel="Cancel the show"
      cancelLabel="Keep it"
      busy={busy}
      onConfirm={() => void cancel()}
      onCancel={onClose}
    >
      <p>
        <strong className="text-text wrap-anywhere">{item.title}</strong>
        <br />
        {formatDay(item.start)}, {spanOf(item)}
      </p>
      <p>
        It leaves the schedule for everyone, calendars mark it as cancelled, and listeners who were told of it
        are told that it is off. This cannot be undone.
      </p>
      {failure && (
        <Banner tone="danger" role="alert">
          {failure}
        </Banner>
      )}
    </AlertDialog>
  )
}
