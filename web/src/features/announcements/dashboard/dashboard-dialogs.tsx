import type { Announcement } from '@carillon/contract/announcements/schemas'
import { formatTimestamp, fromStationTime } from '../../../lib/station-time.ts'
import { AlertDialog } from '../../../ui/alert-dialog.tsx'
import { toast } from '../../../ui/toast.ts'
import type { AnnouncementCalls, PlanBody } from '../announcement-calls.ts'
import { fieldTime } from '../plan.ts'
import { PlanDialog } from '../plan-dialog.tsx'
import { RejectDialog } from './reject-dialog.tsx'
import type { Dashboard } from './use-dashboard.ts'

/** Act that asks before it is done. */
export type Asked = { act: 'publish' | 'schedule' | 'reject' | 'delete'; announcement: Announcement }
export type DashboardDialogsProps = {
  asked: Asked
  calls: AnnouncementCalls
  dashboard: Dashboard
  onClose(): void
}

/** The question before an act that cannot be taken back, or needs words or times. */
export function DashboardDialogs({ asked, calls, dashboard, onClose }: DashboardDialogsProps) {
  const { act, announcement } = asked
  const { id, title, createdBy } = announcement
  const carryOut = async (order: Promise<unknown>, words: string, givenUp: AbortSignal) => {
    await order.catch((error: unknown) => {
      dashboard.refreshAfter(error)
      throw error
    })
    if (!givenUp.aborted) onClose()
    toast(words, { tone: 'success' })
    await dashboard.refresh()
  }
  const confirm = (sure: 'publish' | 'delete') => {
    onClose()
    dashboard.act(sure, announcement)
  }
  if (act === 'schedule')
    return (
      <PlanDialog
        title={title}
        initial={planOf(announcement)}
        onClose={onClose}
        onPlan={(plan: PlanBody, givenUp) =>
          carryOut(
            calls.schedule(id, plan, givenUp),
            `Scheduled for ${formatTimestamp(fromStationTime(plan.scheduledFor))}`,
            givenUp,
          )
        }
      />
    )
  if (act === 'reject')
    return (
      <RejectDialog
        title={title}
        authorName={createdBy.name}
        onClose={onClose}
        onReject={(reason, givenUp) =>
          carryOut(calls.reject(id, reason, givenUp), `Sent back to ${createdBy.name}`, givenUp)
        }
      />
    )
  const isDeletion = act === 'delete'
  return (
    <AlertDialog
      open
      title={isDeletion ? 'Delete this announcement?' : 'Publish now?'}
      confirmLabel={isDeletion ? 'Delete' : 'Publish'}
      danger={isDeletion}
      onConfirm={() => confirm(act)}
      onCancel={onClose}
    >
      <p className="wrap-anywhere">
        {isDeletion
          ? `“${title}” will be deleted permanently. Archive it to keep it.`
          : `“${title}” is published right away, and everyone is notified.`}
      </p>
    </AlertDialog>
  )
}

function planOf({ scheduledFor, expiresAt }: Announcement) {
  return { scheduledFor: fieldTime(scheduledFor), expiresAt: fieldTime(expiresAt) }
}
