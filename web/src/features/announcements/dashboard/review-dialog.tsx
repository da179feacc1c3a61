import type { Announcement } from '@carillon/contract/announcements/schemas'
import { useState } from 'react'
import { stationClock } from '../../../lib/station-clock.ts'
import { formatTimestamp } from '../../../lib/station-time.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import type { AnnouncementCalls } from '../announcement-calls.ts'
import { planWords } from '../announcement-times.ts'
import { Markup } from '../markup/markup.tsx'
import type { Act } from './actions.ts'
import { CardFoot } from './card-actions.tsx'
import { DashboardDialogs } from './dashboard-dialogs.tsx'
import { useDashboard } from './use-dashboard.ts'

/** Reach for those who have no pointer: whatever scrolls is a tab stop. */
const REACHABLE = { tabIndex: 0 }
/** The answers to a draft; all else is done where all drafts are. */
const ANSWERS = ['publish', 'schedule', 'reject', 'edit'] as const

export type ReviewDialogProps = {
  announcement: Announcement
  calls: AnnouncementCalls
  editPath: string
  onClose(): void
}

/** A draft as it would be read, with what can be answered. It stays until its draft has left the list, or is closed. */
export function ReviewDialog({ announcement, calls, editPath, onClose }: ReviewDialogProps) {
  const dashboard = useDashboard(calls)
  const [asked, setAsked] = useState<'publish' | 'schedule' | 'reject' | null>(null)
  const { id, title, content, createdBy, updatedAt, expiresAt, imageUrl, imageAlt } = announcement
  const ask = (act: Act) => {
    if (act === 'publish' || act === 'schedule' || act === 'reject') setAsked(act)
  }
  return (
    <>
      <Dialog open onClose={onClose} title={<span className="wrap-anywhere">{title}</span>} className={BOX}>
        <p className="-mt-2 text-sm text-text-muted wrap-anywhere">
          {createdBy.name} ·&nbsp;{formatTimestamp(new Date(updatedAt))}
          {expiresAt && ` ·\u00a0expires ${planWords(expiresAt, new Date(stationClock.now()))}`}
        </p>
        <section aria-label="Text" {...REACHABLE} className="scroll-area mt-4 max-h-[50dvh] rounded-sm">
          {imageUrl && (
            <img
              src={imageUrl}
              alt={imageAlt ?? ''}
              className="mb-4 aspect-video w-full rounded-input border border-border bg-surface-2 object-cover"
            />
          )}
          <Markup text={content} />
        </section>
        <CardFoot
          announcement={announcement}
          acts={ANSWERS}
          editPath={editPath}
          {...dashboard.stateOf(id)}
          onAct={ask}
        />
      </Dialog>
      {asked && (
        <DashboardDialogs
          asked={{ act: asked, announcement }}
          calls={calls}
          dashboard={dashboard}
          onClose={() => setAsked(null)}
        />
      )}
    </>
  )
}

const BOX =
  'dialog m-auto w-[min(40rem,calc(100vw-2rem))] rounded-hero border border-border bg-surface p-6 text-text shadow-lift'
