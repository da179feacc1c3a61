import { DESTINATIONS, sessionEndedSchema } from '@carillon/contract/destination'
import type { Subscriptions } from './subscriptions.ts'

/** Calls `onEnded` with why, for the person to read, when the station says that a session is over or not what it was, until the returned function is called. */
export function watchSession(realtime: Subscriptions, onEnded: (why: string) => void): () => void {
  return realtime.add(DESTINATIONS.notifications.pattern, {
    onMessage: (body) => {
      const parsed = sessionEndedSchema.safeParse(body)
      if (parsed.success) onEnded(parsed.data.message ?? WORDS[parsed.data.reason] ?? OTHER)
    },
  })
}

const OTHER = 'You’ve been signed out.'
/** By the reason that the station gives. */
const WORDS: Readonly<Record<string, string>> = {
  'Signed out': 'You signed out in another tab.',
  'Session expired': 'Your session has expired. Please sign in again.',
  'Password changed': 'Your password was changed. Please sign in again.',
  'Role changed': 'Your role has changed.',
}
