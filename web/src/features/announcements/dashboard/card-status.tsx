import type { Announcement } from '@carillon/contract/announcements/schemas'
import { CalendarClock, CircleAlert, Hourglass } from 'lucide-react'
import type { ReactNode } from 'react'
import { Badge, type Tone } from '../../../ui/badge.tsx'
import { planWords } from '../announcement-times.ts'

const BADGES: Record<Announcement['status'], { tone: Tone; label: string }> = {
  PUBLISHED: { tone: 'success', label: 'Published' },
  DRAFT: { tone: 'warning', label: 'Draft' },
  SCHEDULED: { tone: 'info', label: 'Scheduled' },
  REJECTED: { tone: 'danger', label: 'Rejected' },
  ARCHIVED: { tone: 'neutral', label: 'Archived' },
}

type CardStatusProps = {
  announcement: Announcement
  now: Date
  /** In a list of every status also what is published says so. */
  isMixed: boolean
}

/** Status of an announcement, its times to come, and the reason of a rejection. */
export function CardStatus({ announcement, now, isMixed }: CardStatusProps) {
  const { status, scheduledFor, expiresAt, rejectionReason } = announcement
  const badge = isMixed || status !== 'PUBLISHED' ? BADGES[status] : null
  const isPlanned = status === 'SCHEDULED' && scheduledFor !== null
  const expires = status === 'ARCHIVED' ? null : expiresAt
  if (!badge && !expires) return null
  return (
    <div className="mt-3 grid gap-3">
      <p className="flex flex-wrap items-center gap-x-4 gap-y-1.5 text-sm text-text-muted">
        {badge && <Badge tone={badge.tone}>{badge.label}</Badge>}
        {isPlanned && (
          <Plan icon={<CalendarClock aria-hidden="true" className="size-4" />}>
            Publishes {planWords(scheduledFor, now)}
          </Plan>
        )}
        {expires && (
          <Plan icon={<Hourglass aria-hidden="true" className="size-4" />}>
            Expires {planWords(expires, now)}
          </Plan>
        )}
      </p>
      {status === 'REJECTED' && rejectionReason && <Reason words={rejectionReason} />}
    </div>
  )
}

/** Why an announcement came back. */
export function Reason({ words }: { words: string }) {
  return (
    <div className="flex gap-3 rounded-card border border-danger px-4 py-3 text-sm">
      <CircleAlert aria-hidden="true" className="mt-px size-5 shrink-0 text-danger" />
      <p className="min-w-0 wrap-anywhere whitespace-pre-line">
        <span className="block font-semibold">Why it was rejected</span>
        {words}
      </p>
    </div>
  )
}

function Plan({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <span className="inline-flex items-center gap-1.5">
      {icon}
      <span>{children}</span>
    </span>
  )
}
