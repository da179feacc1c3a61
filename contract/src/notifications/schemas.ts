import { z } from 'zod/mini'
import { idSchema, writtenSchema } from '../fields.ts'
import { instantSchema } from '../time.ts'

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
/** A person asks to be reminded of at most this many broadcasts to come. */
export const MAX_REMINDERS = 50
export const MAX_NOTIFICATION_LENGTH = 500
export const RECENT_LIMIT = 100
/** System notifications by hand: one per person in this time. */
export const TEST_NOTIFICATION_PAUSE_SECONDS = 60

export const typeSchema = z.enum(NOTIFICATION_TYPES)
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

/** A notification that somebody writes to everybody. */
export const byHandSchema = z.object({
  message: writtenSchema(MAX_NOTIFICATION_LENGTH, 'Please enter a message'),
  type: z._default(typeSchema, 'INFO'),
})

/** Whether the person asked to be reminded of the broadcast. */
export const reminderSchema = z.object({ isSet: z.boolean() })

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

/** RFC 8291 and 8292: what a browser's push service needs. `keys` are base64url. */
export const pushSubscriptionSchema = z.object({
  endpoint: z.url().check(z.maxLength(2_000)),
  keys: z.object({
    p256dh: z.string().check(z.minLength(80), z.maxLength(100)),
    auth: z.string().check(z.minLength(20), z.maxLength(30)),
  }),
})
