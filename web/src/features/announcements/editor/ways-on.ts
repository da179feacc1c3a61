import type { Announcement } from '@carillon/contract/announcements/schemas'
import { isStaff } from '@carillon/contract/policies'
import type { Viewer } from '../dashboard/actions.ts'

/** Act that follows the saving of the words. */
export type WayOn = 'save' | 'resubmit' | 'schedule' | 'publish'
/** A button of the form; the last one is the plainest. */
export type WayButton = { way: WayOn; label: string }

const SAVE: WayButton = { way: 'save', label: 'Save changes' }
const RESUBMIT: readonly WayButton[] = [SAVE, { way: 'resubmit', label: 'Save and resubmit' }]

const STAFFS: Record<Announcement['status'], readonly WayButton[]> = {
  DRAFT: [
    { way: 'save', label: 'Save draft' },
    { way: 'schedule', label: 'Schedule…' },
    { way: 'publish', label: 'Publish now…' },
  ],
  SCHEDULED: [{ way: 'publish', label: 'Publish now…' }, { way: 'schedule', label: 'Change times…' }, SAVE],
  PUBLISHED: [SAVE],
  REJECTED: [SAVE],
  ARCHIVED: [SAVE],
}

/** The ways on that this viewer has from an announcement, null for a new one; none where it may not be edited. */
export function waysOn(announcement: Announcement | null, viewer: Viewer): readonly WayButton[] {
  const isAuthor = announcement?.createdBy.id === viewer.id
  if (announcement?.status === 'REJECTED' && isAuthor) return RESUBMIT
  if (isStaff(viewer)) return STAFFS[announcement?.status ?? 'DRAFT']
  if (!announcement) return [{ way: 'save', label: 'Send for review' }]
  return announcement.status === 'DRAFT' && isAuthor ? [SAVE] : []
}

/** The list in which the announcement stands afterwards, as the address names it. */
export function listAfter(way: WayOn, announcement: Announcement | null, viewer: Viewer): string {
  if (!isStaff(viewer)) return '?show=mine'
  const status = announcement?.status ?? 'DRAFT'
  if (way === 'publish' || (way === 'save' && status === 'PUBLISHED')) return ''
  if (way === 'schedule') return '?show=scheduled'
  if (way === 'resubmit') return '?show=drafts'
  const lists = {
    DRAFT: 'drafts',
    SCHEDULED: 'scheduled',
    REJECTED: 'rejected',
    ARCHIVED: 'archived',
    PUBLISHED: '',
  }
  return `?show=${lists[status]}`
}

/** Messages once all is done. */
export const DONE: Record<Exclude<WayOn, 'schedule'>, string> = {
  save: 'Saved',
  resubmit: 'Sent for review again',
  publish: 'Published. Everyone is being notified.',
}
