import { DESTINATIONS, destinationFor } from '@carillon/contract/destination'
import type { NotificationsContext } from './ports.ts'
import { presentNotification } from './present.ts'
import { claimUndelivered, findNotification, recipientsOf } from './store.ts'
import type { NotificationRow } from './table.ts'

export type Delivery = ReturnType<typeof createDelivery>

const QUEUE = destinationFor(DESTINATIONS.notifications)
/** This many people's unread counts are asked for at once; between two of these others have their turn at the database. */
const PEOPLE_AT_ONCE = 100
/** This many notifications are taken at once: what was not taken yet is sent by others when this instance is killed. */
export const TAKEN_AT_ONCE = 20

/**
 * Tells connected people what was written. One instance takes each notification, tells the others its number, and each
 * tells its own connections: what it costs grows with who is connected, not with who has an account.
 */
export function createDelivery(context: NotificationsContext, onTaken: (taken: NotificationRow) => void) {
  const { db, clock, connected, bus, onError } = context
  let running: Promise<void> | null = null
  let isRequested = false
  let isClosed = false

  async function deliverHere(row: NotificationRow): Promise<void> {
    const people = connected.connectedUsers(QUEUE).filter((id) => row.user_id === null || row.user_id === id)
    for (let at = 0; at < people.length; at += PEOPLE_AT_ONCE) {
      const some = people.slice(at, at + PEOPLE_AT_ONCE)
      const notification = presentNotification({ ...row, is_read: false })
      for (const { user_id, unread_count: unreadCount } of await recipientsOf(db, row.id, some))
        connected.publishToUserHere(user_id, QUEUE, { type: 'NOTIFICATION', notification, unreadCount })
    }
  }

  async function deliverAll(): Promise<void> {
    while (isRequested && !isClosed) {
      isRequested = false
      const claimed = await claimUndelivered(db, new Date(clock.now()), TAKEN_AT_ONCE)
      // More may wait behind these.
      isRequested ||= claimed.length === TAKEN_AT_ONCE
      // Nobody else sends what was taken: whatever fails here, other instances and browsers are told first.
      for (const taken of claimed) {
        bus.send('notified', { id: taken.id })
        onTaken(taken)
      }
      for (const taken of claimed) await deliverHere(taken).catch(onError)
    }
  }

  bus.on('notified', ({ id }) => {
    if (isClosed) return
    findNotification(db, id)
      .then((found) => found && deliverHere(found))
      .catch(onError)
  })

  return {
    /** Tells what has been written and committed; resolves when it is told here. */
    deliver(): Promise<void> {
      isRequested = true
      running ??= deliverAll().finally(() => {
        running = null
      })
      return running
    },
    /** Waits for what is being told. Idempotent. */
    async close(): Promise<void> {
      isClosed = true
      await running?.catch(onError)
    },
  }
}
