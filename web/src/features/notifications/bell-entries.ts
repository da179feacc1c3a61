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
  /** Announcements that were read on this device. */
  readHere: ReadonlySet<number>
}

export const MAX_BELL_ENTRIES = 10
const ANNOUNCEMENT_DAYS = 7

/**
 * What the bell shows: the newest ten unread, and how many there are. An announcement stands for the notification of
 * its publication: nobody is told twice of one thing.
 */
export function bellEntries(
  sources: BellSources,
  isEnabled: IsEnabled,
  now: number,
): { entries: readonly BellEntry[]; count: number } {
  const announced = announcementEntries(sources, now)
  const stoodFor = new Set(announced.map(({ announcementId }) => announcementId))
  const unread = sources.list.items.filter((item) => !item.read && isEnabled(item))
  const listed = unread.filter((item) => !isPublication(item) || !stoodFor.has(item.announcementId))
  const open = announced.filter(({ read }) => !read)
  const entries = [...listed, ...open].sort((a, b) => b.timestamp.localeCompare(a.timestamp))
  const count = sources.list.unreadCount - (unread.length - listed.length) + open.length
  return { entries: entries.slice(0, MAX_BELL_ENTRIES), count: Math.max(0, count) }
}

/** The notification that told of the publication of an announcement. */
export function publicationOf(list: NotificationList, announcementId: number): Notification | undefined {
  return list.items.find((item) => isPublication(item) && item.announcementId === announcementId)
}

function isPublication({ type }: Pick<Notification, 'type'>): boolean {
  return type === 'ANNOUNCEMENT_PUBLISHED'
}

function announcementEntries({ list, announcements, readHere }: BellSources, now: number): BellEntry[] {
  return announcements.flatMap(({ id, title, publishedAt }) => {
    if (publishedAt === null || now - Date.parse(publishedAt) > ANNOUNCEMENT_DAYS * DAY_MS) return []
    const read = readHere.has(id) || publicationOf(list, id)?.read === true
    return [
      {
        id: `ann-${id}` as const,
        type: 'ANNOUNCEMENT',
        message: title,
        timestamp: publishedAt,
        read,
        link: '/announcements',
        announcementId: id,
      },
    ]
  })
}
