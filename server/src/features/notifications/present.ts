import type { Notification } from '@carillon/contract/notifications/schemas'
import type { OwnNotification } from './table.ts'

/** The wire form of a notification as one person has it. */
export function presentNotification(own: OwnNotification): Notification {
  const { id, message, type, link } = own
  return {
    id,
    message,
    type,
    timestamp: own.created_at.toISOString(),
    read: own.is_read,
    link,
    announcementId: own.announcement_id,
  }
}
