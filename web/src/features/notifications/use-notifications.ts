import type { Call } from '../../api/client.ts'
import { useStore } from '../../lib/store.ts'
import { useCall } from '../../session/session.ts'
import type { NotificationsState } from './notification-session.ts'
import { createNotificationStore, type NotificationStore } from './notification-store.ts'

/** One per client of the station: the bell and the inbox show the same. */
const stores = new WeakMap<Call, NotificationStore>()

/** Notifications of anyone who is signed in, and the commands on them. Empty while no feed is in view. */
export function useNotifications(): { store: NotificationStore; state: NotificationsState } {
  const call = useCall()
  const store = stores.get(call) ?? createNotificationStore(call)
  stores.set(call, store)
  return { store, state: useStore(store.state) }
}
