import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from 'react'
import { type Call, call as pageCall } from '../api/client.ts'
import { settings } from '../api/settings.ts'
import { useStore } from '../lib/store.ts'
import { createSessionStore, type SessionActions, type SessionState } from './session-store.ts'

export type Session = SessionState & SessionActions

const SessionContext = createContext<Session | null>(null)

/** Who is signed in, and the ways to change it. */
export function useSession(): Session {
  const session = useContext(SessionContext)
  if (!session) throw new Error('useSession outside SessionProvider')
  return session
}

/** Asks once at start who is signed in and holds the answer. `call` is the page's client unless a test brings its own. */
export function SessionProvider({ call = pageCall, children }: { call?: Call; children: ReactNode }) {
  const [store] = useState(() => createSessionStore(call, settings.loadingTimeoutMs))
  const state = useStore(store.state)
  useEffect(() => {
    void store.actions.refresh()
  }, [store])
  const session = useMemo(() => ({ ...state, ...store.actions }), [state, store])
  return <SessionContext value={session}>{children}</SessionContext>
}
