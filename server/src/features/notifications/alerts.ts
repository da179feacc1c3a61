import type { Delivery } from './delivery.ts'
import {
  type Alarm,
  alarmNotification,
  type Damaged,
  damageNotification,
  dumpNotification,
  type PlayoutFault,
  playoutNotification,
} from './other-notifications.ts'
import type { NotificationsContext } from './ports.ts'
import { insertNotification } from './store.ts'
import type { NewNotification } from './table.ts'

/** Alerts staff that the station needs them. Each is delivered at once: no transaction has to be committed first. */
export function createAlerts({ db, clock }: Pick<NotificationsContext, 'db' | 'clock'>, delivery: Delivery) {
  const now = () => new Date(clock.now())
  async function send(notification: NewNotification): Promise<void> {
    await insertNotification(db, notification, now())
    await delivery.deliver()
  }
  return {
    /** Alerts those who can do something that something is wrong with a broadcast. */
    alert: (alarm: Alarm, broadcast: { id: number; title: string }): Promise<void> =>
      send(alarmNotification(alarm, broadcast)),
    /** Alerts administrators that a stored row cannot be shown: once, on however many instances it is found. */
    notifyDamaged: (row: Damaged): Promise<void> => send(damageNotification(row)),
    /** Alerts administrators that the database cannot be dumped, once an hour at most. */
    alertOfDumps: (): Promise<void> => send(dumpNotification(now())),
    /** Tells administrators of fault with what plays between shows. */
    alertOfPlayout: (fault: PlayoutFault): Promise<void> => send(playoutNotification(fault, now())),
  }
}
