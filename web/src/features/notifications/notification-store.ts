import { announcementEventSchema } from '@carillon/contract/announcements/topics'
import type { Notification } from '@carillon/contract/notifications/schemas'
import { notificationEventSchema } from '@carillon/contract/notifications/topics'
import type { Call } from '../../api/client.ts'
import type { Preferences } from '../../session/preferences.ts'
import type { BellEntry } from './bell-entries.ts'
import { enabledBy } from './is-enabled.ts'
import { NotificationFetcher } from './notification-fetcher.ts'
import * as lists from './notification-list.ts'
import { NotificationReads } from './notification-reads.ts'
import { NotificationSession } from './notification-session.ts'

export type NotificationStore = ReturnType<typeof createNotificationStore>

/** Notifications of whoever is signed in. Nothing here rejects: failures are logged, and what one did stays done here. */
export function createNotificationStore(call: Call) {
  const session = new NotificationSession()
  const reads = new NotificationReads(session, call)
  const fetcher = new NotificationFetcher(session, reads, call)
  const { state } = session
  return {
    state,
    refresh: () => fetcher.refresh(),
    refreshPages: () => fetcher.refreshPages(),
    loadMore: () => fetcher.loadMore(),
    markRead: (id: BellEntry['id']) => reads.markRead(id),
    markAllRead: () => reads.markAllRead(),
    /** From now on it is this person's. */
    open(owner: number): void {
      session.person = owner
      void fetcher.refresh()
    },
    /** Nobody's: empty. */
    close: () => session.close(),
    prefer: (preferences: Preferences) => session.show({ isEnabled: enabledBy(preferences) }),
    /** Takes in what the queue says; gives it where it is a notification that is new and wanted. */
    receive: (body: unknown) => receiveNotification(session, body),
    receiveAnnouncement: (body: unknown) => receiveAnnouncement(session, body),
    /** Empties the list of this page; the station keeps it. */
    clear(): void {
      const { list } = state.get()
      session.show({ list: lists.cleared(list), beforeClear: list, newCount: 0 })
    },
    undoClear(): void {
      const { list, beforeClear } = state.get()
      if (beforeClear) session.show({ list: lists.uncleared(beforeClear, list), beforeClear: null })
    },
    /** Marks the new ones as looked at. */
    lookAtNew: () => session.show({ newCount: 0 }),
  }
}

function receiveNotification(session: NotificationSession, body: unknown): Notification | null {
  const event = notificationEventSchema.safeParse(body)
  if (!event.success) return null
  const { list, isEnabled, newCount } = session.state.get()
  const { notification } = event.data
  const next = lists.withArrival(list, notification, isEnabled)
  if (next === list) return null
  session.show({ list: next, newCount: newCount + 1 })
  return notification
}

function receiveAnnouncement(session: NotificationSession, body: unknown): void {
  const event = announcementEventSchema.safeParse(body)
  if (!event.success) return
  const { announcement } = event.data
  const others = session.state.get().announcements.filter(({ id }) => id !== announcement.id)
  session.show({ announcements: [announcement, ...others] })
}
