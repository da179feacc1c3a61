import type { Announcement } from '@carillon/contract/announcements/schemas'
import { canEditAnnouncement } from '@carillon/contract/policies'
import type { Person } from '@carillon/contract/roles'
import { toLocalDateTime } from '@carillon/contract/time'
import type { StoredAnnouncement } from './table.ts'

/** Viewer, and the zone in which people plan. */
export type ViewerContext = { viewer: Person | null; timeZone: string }

/** The wire form of a stored announcement: who approved it and why it was rejected is its author's and staff's. */
export function presentAnnouncement(
  stored: StoredAnnouncement,
  { viewer, timeZone }: ViewerContext,
): Announcement {
  const { id, title, content, imageUrl, imageAlt, status, createdBy } = stored
  const sees = canEditAnnouncement(viewer, createdBy.id)
  const planned = (instant: Date | null) => instant && toLocalDateTime(instant, timeZone)
  return {
    id,
    title,
    content,
    imageUrl,
    imageAlt,
    status,
    pinned: stored.pinnedAt !== null,
    pinnedAt: stored.pinnedAt?.toISOString() ?? null,
    scheduledFor: planned(stored.scheduledFor),
    expiresAt: planned(stored.expiresAt),
    publishedAt: stored.publishedAt?.toISOString() ?? null,
    createdAt: stored.createdAt.toISOString(),
    updatedAt: stored.updatedAt.toISOString(),
    createdBy,
    approvedBy: sees ? stored.approvedBy : null,
    rejectionReason: sees ? stored.rejectionReason : null,
  }
}
