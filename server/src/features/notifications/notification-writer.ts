import {
  type BroadcastEventName,
  broadcastNotification,
  type NotifiedBroadcast,
} from './broadcast-notifications.ts'
import { type Answered, answerNotification, registrationNotification } from './other-notifications.ts'
import type { NotificationsContext } from './ports.ts'
import { paceOf, wasAnnounced } from './show-pace.ts'
import { gatherNotification, insertNotification } from './store.ts'
import type { Executor, NewNotification } from './table.ts'
import { withdrawOfAnnouncements, withdrawOfBroadcast } from './withdraw.ts'

/** Writes notifications in the transactions of other features, so that each exists exactly if its cause does. */
export function createNotificationWriter({
  clock,
  timeZone,
}: Pick<NotificationsContext, 'clock' | 'timeZone'>) {
  const now = () => new Date(clock.now())
  return {
    /** Writes one row for all it is for, in the transaction in which it happened; `deliver` after its commit. */
    async notify(trx: Executor, notification: NewNotification): Promise<void> {
      await insertNotification(trx, notification, now())
    },
    /** Withdraws what people were told of announcements, in the transaction that makes it untrue. */
    async withdraw(trx: Executor, announcementIds: readonly number[]): Promise<void> {
      await withdrawOfAnnouncements(trx, announcementIds, now())
    },
    /**
     * Writes the notification of a broadcast's event, in its transaction. A broadcast that was never announced, or is
     * long over, is cancelled silently; of a DJ with many shows at once, some are gathered into one notification. Earlier ones that hold no more are withdrawn.
     */
    async notifyBroadcast(
      trx: Executor,
      eventName: BroadcastEventName,
      broadcast: NotifiedBroadcast,
    ): Promise<void> {
      const isSilent = async () => broadcast.scheduledEnd <= now() || !(await wasAnnounced(trx, broadcast.id))
      const notification = broadcastNotification(eventName, broadcast, timeZone)
      await withdrawOfBroadcast(trx, eventName, { id: broadcast.id, now: now() })
      if (eventName === 'cancelled' && (await isSilent())) return
      const pace = await paceOf(trx, eventName, broadcast, now())
      if (!pace.isPaced) await insertNotification(trx, notification, now())
      else if (pace.gathered) await gatherNotification(trx, pace.gathered, now())
    },
    /** Withdraws what people were told of a broadcast that starts later now, in the transaction that moves it. */
    async withdrawPostponed(trx: Executor, id: number): Promise<void> {
      await withdrawOfBroadcast(trx, 'postponed', { id, now: now() })
    },
    /** An account that was made, in its transaction. */
    async notifyRegistered(trx: Executor, registered: { id: number; name: string }): Promise<void> {
      await insertNotification(trx, registrationNotification(registered), now())
    },
    /** A song request that was answered, in its transaction. */
    async notifyAnswered(trx: Executor, request: Answered): Promise<void> {
      const notification = answerNotification(request)
      if (notification) await insertNotification(trx, notification, now())
    },
  }
}
