import { TEST_NOTIFICATION_PAUSE_SECONDS } from '@carillon/contract/notifications/schemas'
import type { Person } from '@carillon/contract/roles'
import { AppError } from '../../kernel/app-error.ts'
import type { Delivery } from './delivery.ts'
import type { NotificationsContext } from './ports.ts'
import {
  countUnread,
  findOwn,
  insertNotification,
  lastSentBy,
  markAllRead,
  markDeleted,
  markRead,
} from './store.ts'
import type { NewNotification, OwnNotification } from './table.ts'

export type NotificationService = ReturnType<typeof createNotificationService>

const PAUSE_MS = TEST_NOTIFICATION_PAUSE_SECONDS * 1_000

/** Creates the service of notifications: people's own, and those that staff send by hand. */
export function createNotificationService(
  { db, clock, onError }: Pick<NotificationsContext, 'db' | 'clock' | 'onError'>,
  delivery: Pick<Delivery, 'deliver'>,
) {
  const now = () => new Date(clock.now())

  return {
    /** Throws NOT_FOUND for what is not theirs, or is off their list. */
    async read({ id: userId }: Person, id: number): Promise<OwnNotification> {
      const found = await findOwn(db, userId, id)
      if (!found || found.is_deleted) throw new AppError('NOT_FOUND')
      await markRead(db, userId, id)
      return { ...found, is_read: true }
    },
    /** Gives how many are unread then: none, but what has come meanwhile. */
    readAll: ({ id }: Person): Promise<number> =>
      db.transaction().execute(async (trx) => {
        await markAllRead(trx, id, now())
        return countUnread(trx, id)
      }),
    /** Throws NOT_FOUND for what is not theirs; again is as good as once. */
    async remove({ id: userId }: Person, id: number): Promise<void> {
      if (!(await findOwn(db, userId, id))) throw new AppError('NOT_FOUND')
      await markDeleted(db, userId, id)
    },
    /** Tells everyone. Throws TOO_MANY_REQUESTS within a minute of one's last. */
    async sendByHand(
      { id: sentBy }: Person,
      { message, type }: Pick<NewNotification, 'message' | 'type'>,
    ): Promise<OwnNotification> {
      const sent = await db.transaction().execute(async (trx) => {
        const last = await lastSentBy(trx, sentBy)
        // Read only now: who waited for the lock is judged by when their turn came.
        requirePause(last, clock.now())
        const words = { type, message, link: null, audience: 'everyone', sentBy } as const
        return insertNotification(trx, words, now())
      })
      if (!sent) throw new Error('what has no key cannot have been told before')
      delivery.deliver().catch(onError)
      return { ...sent, is_read: false }
    },
  }
}

function requirePause(last: Date | null, nowMs: number): void {
  const leftMs = last ? last.getTime() + PAUSE_MS - nowMs : 0
  // One that lies ahead was sent before the clock was set back.
  if (leftMs <= 0 || leftMs > 2 * PAUSE_MS) return
  const retryAfterSeconds = Math.ceil(leftMs / 1_000)
  const message = `Please wait ${retryAfterSeconds} seconds before you send another.`
  throw new AppError('TOO_MANY_REQUESTS', { message, retryAfterSeconds })
}
