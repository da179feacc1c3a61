import { z } from 'zod/mini'
import { HOUR_MS } from '../durations.ts'
import { endpoint } from '../endpoint.ts'
import { countSchema, idParams } from '../fields.ts'
import { pageOf, pageQuery } from '../page.ts'
import { sentInstantSchema } from '../time.ts'
import {
  byHandSchema,
  NOTIFICATIONS_PAGE_SIZE,
  notificationSchema,
  pushSubscriptionSchema,
  reminderSchema,
  typeSchema,
} from './schemas.ts'

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
  summary: 'The newest 100 that are unread and of a type that is on',
  access: 'signed-in',
  status: 200,
  reply: z.array(notificationSchema),
})
export const countUnread = endpoint({
  method: 'GET',
  path: '/api/notifications/count-unread',
  summary: 'How many are unread and of a type that is on',
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
  summary: 'Notifications after a given time, newest first, at most 100',
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
  summary: 'Notify everyone something; once a minute',
  access: ['MODERATOR', 'ADMIN'],
  status: 200,
  isOncePerKey: true,
  query: byHandSchema,
  reply: notificationSchema,
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
  summary: 'Turn on push notifications for this browser',
  access: 'signed-in',
  rate: { limit: 60, windowMs: HOUR_MS },
  status: 200,
  body: pushSubscriptionSchema,
  reply: z.object({ subscribed: z.literal(true) }),
})
export const unsubscribePush = endpoint({
  method: 'DELETE',
  path: '/api/notifications/push',
  summary: 'Turn off push notifications for this browser',
  access: 'signed-in',
  status: 204,
  body: z.pick(pushSubscriptionSchema, { endpoint: true }),
  reply: z.null(),
})

const REMINDER = '/api/broadcasts/:id/reminder'

export const getReminder = endpoint({
  method: 'GET',
  path: REMINDER,
  summary: 'Whether one asked to be reminded of a broadcast',
  access: 'signed-in',
  status: 200,
  params: idParams,
  reply: reminderSchema,
})
export const setReminder = endpoint({
  method: 'PUT',
  path: REMINDER,
  summary: 'Ask to be reminded of a broadcast 15 minutes before it starts',
  access: 'signed-in',
  status: 200,
  params: idParams,
  reply: reminderSchema,
  refusals: ['WRONG_STATE'],
})
export const removeReminder = endpoint({
  method: 'DELETE',
  path: REMINDER,
  summary: 'Ask no longer to be reminded of a broadcast',
  access: 'signed-in',
  status: 204,
  params: idParams,
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
  getReminder,
  setReminder,
  removeReminder,
}
