import type { Announcement } from '@carillon/contract/announcements/schemas'
import { DAY_MS } from '@carillon/contract/durations'
import type { Notification } from '@carillon/contract/notifications/schemas'
import type { IsEnabled, NotificationList } from './notification-list.ts'

/** One line of the bell: a notification, or an announcement, whose id begins with `ann-`. */
export type BellEntry = Omit<Notification, 'id'> & { id: number | `ann-${number}` }
export type PublishedAnnouncement = Pick<Announcement, 'id' | 'title' | 'publishedAt'>

export type BellSources = {
  list: NotificationList
  announcements: readonly PublishedAnnouncement[]
}

export const MAX_BELL_ENTRIES = 10
const ANNOUNCEMENT_DAYS = 7

/**
 * Entries of the bell: the newest ten unread, and their number. Both come from the notifications, as the inbox does: an
 * announcement is here only in place of the unread notification of its publication.
 */
export function bellEntries(
  { list, announcements }: BellSources,
  isEnabled: IsEnabled,
  now: number,
): { entries: readonly BellEntry[]; count: number } {
  const recent = new Map(announcements.filter((each) => isRecent(each, now)).map((each) => [each.id, each]))
  const entries = list.items
    .filter((item) => !item.read && isEnabled(item))
    .slice(0, MAX_BELL_ENTRIES)
    .map((item) => {
      const announcement = isPublication(item) && recent.get(item.announcementId ?? 0)
      return announcement ? announcementEntry(announcement, item) : item
    })
  return { entries, count: list.unreadCount }
}

/** The notification that told of the publication of an announcement. */
export function publicationOf(list: NotificationList, announcementId: number): Notification | undefined {
  return list.items.find((item) => isPublication(item) && item.announcementId === announcementId)
}

function isPublication({ type }: Pick<Notification, 'type'>): boolean {
  return type === 'ANNOUNCEMENT_PUBLISHED'
}

function isRecent({ publishedAt }: PublishedAnnouncement, now: number): boolean {
  return publishedAt !== null && now - Date.parse(publishedAt) <= ANNOUNCEMENT_DAYS * DAY_MS
}

function announcementEntry({ id, title }: PublishedAnnouncement, publication: Notification): BellEntry {
  return { ...publication, id: `ann-${id}`, type: 'ANNOUNCEMENT', message: title, link: '/announcements' }
}
