import type { NotificationType } from '@carillon/contract/notifications/schemas'

/** Name of each type of notification. Without a library, for the service worker reads it too. */
export const LABELS: Record<NotificationType, string> = {
  BROADCAST_SCHEDULED: 'New on the schedule',
  BROADCAST_STARTING_SOON: 'Starting soon',
  BROADCAST_STARTED: 'On air',
  BROADCAST_ENDED: 'Off air',
  NEW_BROADCAST_POSTED: 'New broadcast',
  ANNOUNCEMENT: 'Announcement',
  ANNOUNCEMENT_PUBLISHED: 'Announcement published',
  USER_REGISTERED: 'New account',
  GENERAL: 'From the station',
  ALERT: 'Alert',
  INFO: 'Information',
  REMINDER: 'Reminder',
}
