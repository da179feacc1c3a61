import type { Announcement } from '@carillon/contract/announcements/schemas'
import { isStaff } from '@carillon/contract/policies'
import type { Viewer } from './actions.ts'

export type TabId = 'published' | 'mine' | 'drafts' | 'scheduled' | 'rejected' | 'archived'
/** A list of the desk; `status` missing: one's own of every status. */
export type DashboardTab = { id: TabId; label: string; status?: Announcement['status']; empty: string }

const PUBLISHED: DashboardTab = { id: 'published', label: 'Published', status: 'PUBLISHED', empty: '' }
const DJ_TABS: readonly DashboardTab[] = [
  PUBLISHED,
  { id: 'mine', label: 'My announcements', empty: 'You haven’t written anything yet' },
]
const STAFF_TABS: readonly DashboardTab[] = [
  PUBLISHED,
  { id: 'drafts', label: 'Drafts to review', status: 'DRAFT', empty: 'No drafts to review' },
  { id: 'scheduled', label: 'Scheduled', status: 'SCHEDULED', empty: 'Nothing is scheduled' },
  { id: 'rejected', label: 'Rejected', status: 'REJECTED', empty: 'Nothing was rejected' },
  { id: 'archived', label: 'Archived', status: 'ARCHIVED', empty: 'The archive is empty' },
]

/** The lists that this viewer has, the public one first. */
export function tabsFor(viewer: Viewer): readonly DashboardTab[] {
  return isStaff(viewer) ? STAFF_TABS : DJ_TABS
}

/** The tab that an address names, else the first. */
export function tabOf(tabs: readonly DashboardTab[], name: string | null): DashboardTab {
  return tabs.find(({ id }) => id === name) ?? tabs[0] ?? PUBLISHED
}
