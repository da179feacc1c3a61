import { type ReactNode, useEffect, useState } from 'react'
import { onStationReached, stationReached } from '../lib/station-reached.ts'
import { type Session, useSession } from '../session/session.ts'
import type { SessionState } from '../session/session-store.ts'
import { toast } from '../ui/toast.ts'
import { RealtimeContext } from './realtime-context.ts'
import { type LoadConnection, Subscriptions } from './subscriptions.ts'

type RealtimeProviderProps = { load?: LoadConnection; patienceMs?: number; children: ReactNode }

/** One connection for the app, of anyone who is signed in. `load` is the page's own unless a test brings another, `patienceMs` how long it waits for the first word. */
export function RealtimeProvider({ load = loadConnection, patienceMs, children }: RealtimeProviderProps) {
  const session = useSession()
  const [realtime] = useState(() => new Subscriptions(load, patienceMs))
  const owner = ownerOf(session)
  useEffect(() => {
    if (owner !== undefined) realtime.identify(owner)
  }, [realtime, owner])
  useSessionWatch(realtime, session)
  useEffect(() => {
    const onOnline = () => realtime.networkReturned()
    addEventListener('online', onOnline)
    const stopWaiting = onStationReached(() => realtime.stationReached())
    const stopTelling = realtime.view.subscribe(() => {
      if (realtime.view.get().state === 'open') stationReached()
    })
    return () => {
      stopWaiting()
      stopTelling()
      removeEventListener('online', onOnline)
      realtime.close()
    }
  }, [realtime])
  return <RealtimeContext value={realtime}>{children}</RealtimeContext>
}

/** The station says when a session is over or not what it was: then why is shown, and who is signed in is asked again. */
function useSessionWatch(realtime: Subscriptions, { state, refresh }: Session): void {
  const isSignedIn = state === 'signed-in'
  useEffect(() => {
    if (!isSignedIn) return
    // Visitors have no session to lose: they never fetch this.
    const watching = import('./watch-session.ts').then(({ watchSession }) =>
      watchSession(realtime, (why) => {
        toast(why, { stays: true })
        void refresh()
      }),
    )
    watching.catch((error) => console.error('The session is not watched:', error))
    return () => void watching.then((stop) => stop()).catch(() => undefined)
  }, [realtime, isSignedIn, refresh])
}

/** Account and role, null for a visitor, undefined while nobody knows. */
function ownerOf(session: SessionState): string | null | undefined {
  if (session.state === 'loading') return undefined
  return session.state === 'signed-in' ? `${session.user.id} ${session.user.role}` : null
}

async function loadConnection(options: Parameters<LoadConnection>[0]): ReturnType<LoadConnection> {
  const { createConnection } = await import('./create-connection.ts')
  return createConnection(options)
}
