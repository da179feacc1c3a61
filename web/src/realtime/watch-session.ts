import { DESTINATIONS, sessionEndedSchema } from '@carillon/contract/destination'
import type { Subscriptions } from './subscriptions.ts'

/** Calls `onEnded` when the station says that a session is over, or not what it was, until the returned function is called. */
export function watchSession(realtime: Subscriptions, onEnded: () => void): () => void {
  return realtime.add(DESTINATIONS.notifications.pattern, {
    onMessage: (body) => {
      if (sessionEndedSchema.safeParse(body).success) onEnded()
    },
  })
}
