import { DueWork } from '../../db/due-work.ts'
import { createAlerts } from './alerts.ts'
import { createDelivery } from './delivery.ts'
import { createNotificationWriter } from './notification-writer.ts'
import type { NotificationsContext } from './ports.ts'
import { createPush } from './push/create-push.ts'
import { nextReminder, writeReminders } from './reminders.ts'
import { notificationRoutes } from './routes.ts'
import { createNotificationService } from './service.ts'
import { createShowReminders } from './show-reminders.ts'
import { hasUndelivered } from './store.ts'
import { countSettled, nextSettled } from './tallies.ts'

/** Reminders are due at most this much late, and what nobody delivered waits no longer. */
export const TICK_MS = 5_000

/** The notifications of the station. The caller starts and closes them. */
export function createNotifications(context: NotificationsContext) {
  const { db, changes, clock, timeZone, onError } = context
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

  async function findNext(): Promise<Date | null> {
    if (await hasUndelivered(db)) return now()
    const [reminder, settled] = [await nextReminder(db, now()), await nextSettled(db)]
    if (!reminder || !settled) return reminder ?? settled
    return reminder < settled ? reminder : settled
  }

  const due = new DueWork({ changes, clock, work, findNext })

  return {
    routes: notificationRoutes(db, {
      service: createNotificationService(context, delivery),
      push,
      reminders: createShowReminders(context),
    }),
    ...createNotificationWriter(context),
    ...createAlerts(context, delivery),
    /** Delivers what has been committed to those who are connected. Returns at once; the next tick delivers what is left. */
    deliver(): void {
      delivery.deliver().catch(onError)
    },
    /** Counters of pushes since the process began. */
    pushMetrics: push.metrics,
    /** Writes the reminders that are due, delivers what waits and tallies what has settled. */
    work: (): Promise<void> => due.run(),
    /** Makes the keys of pushes when there are none yet, tallies what came in a dump, and begins to remind. */
    async start(): Promise<void> {
      await push.publicKey()
      await countSettled(db, now())
      ticker ??= setInterval(() => {
        ticking = due.run().catch(onError)
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
