import { DESTINATIONS } from '@carillon/contract/destination'
import type { Notification } from '@carillon/contract/notifications/schemas'
import { useEffect } from 'react'
import { useSubscription } from '../../realtime/use-subscription.ts'
import { usePreferences, useSession } from '../../session/session.ts'
import { useNotifications } from './use-notifications.ts'

/** Follows the notifications of anyone who is signed in while the caller is in view, and empties them at sign-out. */
export function useNotificationFeed(onArrival: (item: Notification) => void): void {
  const { store } = useNotifications()
  const session = useSession()
  const person = session.state === 'signed-in' ? session.user.id : null
  usePreferredTypes()
  useEffect(() => {
    if (person === null) return
    store.open(person)
    return store.close
  }, [store, person])
  // Before the queue: once that one stands and both are asked for again, nothing is missed of either.
  useSubscription(person === null ? null : DESTINATIONS.announcements.pattern, {
    onMessage: store.receiveAnnouncement,
  })
  useSubscription(person === null ? null : DESTINATIONS.notifications.pattern, {
    onMessage: (body) => {
      const arrived = store.receive(body)
      if (arrived) onArrival(arrived)
    },
    onGap: () => void store.refresh(),
  })
}

/** Another choice takes effect here immediately; once the station knows it, its count is asked for again. */
function usePreferredTypes(): void {
  const { store } = useNotifications()
  const { values, unsynced } = usePreferences()
  const isKnown = unsynced.length === 0
  useEffect(() => {
    store.prefer(values)
    if (isKnown) void store.refresh()
  }, [store, values, isKnown])
}
