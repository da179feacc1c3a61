import {
  type BroadcastEventName,
  broadcastNotification,
  type NotifiedBroadcast,
} from './broadcast-notifications.ts'
import { createDelivery } from './delivery.ts'
import {
  type Alarm,
  type Answered,
  alarmNotification,
  answerNotification,
  type Damaged,
  damageNotification,
  dumpNotification,
  registrationNotification,
} from './other-notifications.ts'
import type { NotificationsContext } from './ports.ts'
import { createPush } from './push/create-push.ts'
import { writeReminders } from './reminders.ts'
import { notificationRoutes } from './routes.ts'
import { createNotificationService } from './service.ts'
import { paceOf, wasAnnounced } from './show-pace.ts'
import { gatherNotification, insertNotification } from './store.ts'
import type { Executor, NewNotification } from './table.ts'
import { countSettled } from './tallies.ts'

/** Reminders are due at most this much late, and what nobody delivered waits no longer. */
export const TICK_MS = 5_000

/** The notifications of the station. The caller starts and closes them. */
export function createNotifications(context: NotificationsContext) {
  const { db, clock, timeZone, onError } = context
  const now = () => new Date(clock.now())
  const push = createPush(context)
  const delivery = createDelivery(context, push.send)
  let ticker: NodeJS.Timeout | undefined
  let ticking: Promise<void> = Promise.resolve()

  async function work(): Promise<void> {
    await writeReminders(db, now(), timeZone)
    await delivery.deliver()
    await countSettled(db, now())
  }

  return {
    routes: notificationRoutes(db, createNotificationService(context, delivery), push),
    /** Writes one row for all it is for, in the transaction in which it happened; `deliver` after its commit. */
    async notify(trx: Executor, notification: NewNotification): Promise<void> {
      await insertNotification(trx, notification, now())
    },
    /**
     * What becomes of a broadcast, in its transaction. What nobody was told of, or is long over, is cancelled in silence;
     * of a DJ with many shows at once, some are told of one by one.
     */
    async notifyBroadcast(
      trx: Executor,
      eventName: BroadcastEventName,
      broadcast: NotifiedBroadcast,
    ): Promise<void> {
      const isSilent = async () => broadcast.scheduledEnd <= now() || !(await wasAnnounced(trx, broadcast.id))
      const notification = broadcastNotification(eventName, broadcast, timeZone)
      if (eventName === 'cancelled' && (await isSilent())) return
      const pace = await paceOf(trx, eventName, broadcast, now())
      if (!pace.isPaced) await insertNotification(trx, notification, now())
      else if (pace.gathered) await gatherNotification(trx, pace.gathered, now())
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
    /** Tells those who can do something that something is wrong with a broadcast. */
    async alert(alarm: Alarm, broadcast: { id: number; title: string }): Promise<void> {
      await insertNotification(db, alarmNotification(alarm, broadcast), now())
      await delivery.deliver()
    },
    /** Tells administrators that something stored cannot be shown: once, on however many instances it is met. */
    async notifyDamaged(row: Damaged): Promise<void> {
      await insertNotification(db, damageNotification(row), now())
      await delivery.deliver()
    },
    /** Reports that the database cannot be dumped, once an hour at most. */
    async alertOfDumps(): Promise<void> {
      await insertNotification(db, dumpNotification(now()), now())
      await delivery.deliver()
    },
    /** Tells those who are connected what has been committed. Returns at once; what is forgotten is told by a tick. */
    deliver(): void {
      delivery.deliver().catch(onError)
    },
    /** What became of pushes since the process began. */
    pushMetrics: push.metrics,
    /** Writes the reminders that are due, delivers what waits and tallies what has settled. */
    work,
    /** Makes the keys of pushes when there are none yet, tallies what came in a dump, and begins to remind. */
    async start(): Promise<void> {
      await push.publicKey()
      await countSettled(db, now())
      ticker ??= setInterval(() => {
        ticking = work().catch(onError)
      }, TICK_MS)
      ticker.unref()
    },
    /** Finishes what runs; what was to be pushed and was not is in everybody's list. Idempotent. */
    async close(): Promise<void> {
      clearInterval(ticker)
      await ticking
      await delivery.close()
      await push.close()
    },
  }
}
