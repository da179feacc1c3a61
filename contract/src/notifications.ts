import { z } from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { countSchema, idParams, idSchema, writtenSchema } from './fields.ts'
import { pageOf, pageQuery } from './page.ts'
import { instantSchema, sentInstantSchema } from './time.ts'

export const NOTIFICATION_TYPES = [
  'BROADCAST_SCHEDULED',
  'BROADCAST_STARTING_SOON',
  'BROADCAST_STARTED',
  'BROADCAST_ENDED',
  'NEW_BROADCAST_POSTED',
  'ANNOUNCEMENT',
  'ANNOUNCEMENT_PUBLISHED',
  'USER_REGISTERED',
  'GENERAL',
  'ALERT',
  'INFO',
  'REMINDER',
] as const
export const NOTIFICATIONS_PAGE_SIZE = 20
/** People are told this long before a broadcast is to start. */
export const STARTING_SOON_MINUTES = 15
export const MAX_NOTIFICATION_LENGTH = 500
export const RECENT_LIMIT = 100
/** System notifications by hand: one per person in this time. */
export const TEST_NOTIFICATION_PAUSE_SECONDS = 60

const typeSchema = z.enum(NOTIFICATION_TYPES)
export type NotificationType = z.infer<typeof typeSchema>

/** `read` is the asking person's. `link` is a path of the station. */
export const notificationSchema = z.object({
  id: idSchema,
  message: z.string(),
  type: typeSchema,
  timestamp: instantSchema,
  read: z.boolean(),
  link: z.nullable(z.string()),
  announcementId: z.nullable(idSchema),
})
export type Notification = z.infer<typeof notificationSchema>

/** Which of the four preferences lets a type through; null: always. Specification, section 5. */
export const PREFERENCE_OF = {
  BROADCAST_STARTED: 'notifyBroadcastStart',
  BROADCAST_STARTING_SOON: 'notifyBroadcastReminders',
  BROADCAST_SCHEDULED: 'notifyNewSchedule',
  NEW_BROADCAST_POSTED: 'notifyNewSchedule',
  USER_REGISTERED: 'notifySystemUpdates',
  GENERAL: 'notifySystemUpdates',
  ALERT: 'notifySystemUpdates',
  INFO: 'notifySystemUpdates',
  REMINDER: 'notifySystemUpdates',
  BROADCAST_ENDED: null,
  ANNOUNCEMENT: null,
  ANNOUNCEMENT_PUBLISHED: null,
} as const satisfies Record<NotificationType, string | null>

/** What `/user/queue/notifications` carries beside SESSION_ENDED and SONG_REQUEST_UPDATED. */
export const notificationEventSchema = z.object({
  type: z.literal('NOTIFICATION'),
  notification: notificationSchema,
  unreadCount: countSchema,
})

export const listNotifications = endpoint({
  method: 'GET',
  path: '/api/notifications',
  summary: "One's notifications, newest first",
  access: 'signed-in',
  status: 200,
  query: pageQuery(NOTIFICATIONS_PAGE_SIZE),
  reply: pageOf(notificationSchema),
})
export const unreadNotifications = endpoint({
  method: 'GET',
  path: '/api/notifications/unread',
  summary: 'The newest hundred that are unread and wanted',
  access: 'signed-in',
  status: 200,
  reply: z.array(notificationSchema),
})
export const countUnread = endpoint({
  method: 'GET',
  path: '/api/notifications/count-unread',
  summary: 'How many are unread and wanted',
  access: 'signed-in',
  status: 200,
  reply: countSchema,
})
export const readNotification = endpoint({
  method: 'PUT',
  path: '/api/notifications/:id/read',
  summary: 'Mark one read',
  access: 'signed-in',
  status: 200,
  params: idParams,
  reply: notificationSchema,
})
export const readAllNotifications = endpoint({
  method: 'PUT',
  path: '/api/notifications/read-all',
  summary: 'Mark all read; answers how many are unread now: none',
  access: 'signed-in',
  status: 200,
  reply: countSchema,
})
export const notificationsByType = endpoint({
  method: 'GET',
  path: '/api/notifications/by-type/:type',
  summary: "One's notifications of one type",
  access: 'signed-in',
  status: 200,
  params: z.object({ type: typeSchema }),
  query: pageQuery(NOTIFICATIONS_PAGE_SIZE),
  reply: pageOf(notificationSchema),
})
export const recentNotifications = endpoint({
  method: 'GET',
  path: '/api/notifications/recent',
  summary: 'Those after a moment, newest first, at most a hundred',
  access: 'signed-in',
  status: 200,
  query: z.object({ since: sentInstantSchema }),
  reply: z.array(notificationSchema),
})
export const deleteNotification = endpoint({
  method: 'DELETE',
  path: '/api/notifications/:id',
  summary: "Remove one from one's own list",
  access: 'signed-in',
  status: 204,
  params: idParams,
  reply: z.null(),
})
export const sendTestNotification = endpoint({
  method: 'POST',
  path: '/api/notifications/test/broadcast',
  summary: 'Tell everybody something; once a minute',
  access: ['MODERATOR', 'ADMIN'],
  status: 200,
  isOncePerKey: true,
  query: z.object({
    message: writtenSchema(MAX_NOTIFICATION_LENGTH, 'Please enter a message'),
    type: z._default(typeSchema, 'GENERAL'),
  }),
  reply: notificationSchema,
  refusals: ['TOO_MANY_REQUESTS'],
})

/** RFC 8291 and 8292: what a browser's push service needs. `keys` are base64url. */
export const pushSubscriptionSchema = z.object({
  endpoint: z.url().check(z.maxLength(2_000)),
  keys: z.object({
    p256dh: z.string().check(z.minLength(80), z.maxLength(100)),
    auth: z.string().check(z.minLength(20), z.maxLength(30)),
  }),
})
export const pushKey = endpoint({
  method: 'GET',
  path: '/api/notifications/push/key',
  summary: "The station's VAPID public key, base64url",
  access: 'signed-in',
  status: 200,
  reply: z.string(),
})
export const subscribePush = endpoint({
  method: 'PUT',
  path: '/api/notifications/push',
  summary: 'Send what is pushed to this browser too',
  access: 'signed-in',
  rate: { limit: 60, windowMs: 60 * 60_000 },
  status: 200,
  body: pushSubscriptionSchema,
  reply: z.object({ subscribed: z.literal(true) }),
})
export const unsubscribePush = endpoint({
  method: 'DELETE',
  path: '/api/notifications/push',
  summary: 'Stop sending to this browser',
  access: 'signed-in',
  status: 204,
  body: z.pick(pushSubscriptionSchema, { endpoint: true }),
  reply: z.null(),
})

export const notificationEndpoints = {
  listNotifications,
  unreadNotifications,
  countUnread,
  readNotification,
  readAllNotifications,
  notificationsByType,
  recentNotifications,
  deleteNotification,
  sendTestNotification,
  pushKey,
  subscribePush,
  unsubscribePush,
}
