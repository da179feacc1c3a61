import type { Announcement } from '@carillon/contract/announcements/schemas'
import { isStaff } from '@carillon/contract/policies'
import type { Person } from '@carillon/contract/roles'

/** Viewer of the dashboard. */
export type Viewer = Pick<Person, 'id' | 'role'>
export const PLAIN_ACTS = ['publish', 'resubmit', 'pin', 'unpin', 'archive', 'unarchive', 'delete'] as const
/** Act that needs nothing but the announcement. */
export type PlainAct = (typeof PLAIN_ACTS)[number]
/** Act on an announcement. */
export type Act = PlainAct | 'edit' | 'schedule' | 'reject'
/** Acts on the card itself, the first the plainest answer to its state, and those in its menu. */
export type Acts = { first: readonly Act[]; menu: readonly Act[] }

type Status = Announcement['status']

const STAFF_ACTS: Record<Status, Acts> = {
  DRAFT: { first: ['publish', 'schedule', 'reject'], menu: ['edit', 'archive', 'delete'] },
  SCHEDULED: { first: ['schedule', 'publish'], menu: ['edit', 'reject', 'archive', 'delete'] },
  PUBLISHED: { first: [], menu: ['pin', 'edit', 'archive', 'delete'] },
  REJECTED: { first: [], menu: ['edit', 'archive', 'delete'] },
  ARCHIVED: { first: ['unarchive'], menu: ['edit', 'delete'] },
}

const AUTHORS_ACTS: Record<Status, Acts> = {
  DRAFT: { first: ['edit'], menu: ['delete'] },
  SCHEDULED: { first: [], menu: [] },
  PUBLISHED: { first: [], menu: [] },
  REJECTED: { first: ['edit', 'resubmit'], menu: ['delete'] },
  ARCHIVED: { first: [], menu: [] },
}

const NO_ACTS: Acts = { first: [], menu: [] }

/** Acts open to this viewer now; the station decides, the page only offers. */
export function actsOn(announcement: Announcement, viewer: Viewer): Acts {
  const { status, pinned, createdBy } = announcement
  const isAuthor = createdBy.id === viewer.id
  if (!isStaff(viewer)) return isAuthor ? AUTHORS_ACTS[status] : NO_ACTS
  if (status === 'REJECTED' && isAuthor)
    return { first: AUTHORS_ACTS.REJECTED.first, menu: ['archive', 'delete'] }
  const { first, menu } = STAFF_ACTS[status]
  return { first, menu: menu.map((act) => (act === 'pin' && pinned ? 'unpin' : act)) }
}
