import { createContext, useContext } from 'react'
import type { Subscriptions } from './subscriptions.ts'

export const RealtimeContext = createContext<Subscriptions | null>(null)

/** The page's one connection, for the hooks of this folder. */
export function useRealtime(): Subscriptions {
  const realtime = useContext(RealtimeContext)
  if (!realtime) throw new Error('useSubscription, useConnection or useSend outside RealtimeProvider')
  return realtime
}
