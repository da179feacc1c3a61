import { createContext, useContext, useMemo } from 'react'
import type { Call } from '../api/client.ts'
import { useStore } from '../lib/store.ts'
import type { PreferenceName } from './preferences.ts'
import type { PreferencesState, PreferencesStore } from './preferences-store.ts'
import type { SessionActions, SessionState, SessionStore } from './session-store.ts'

export type Session = SessionState & SessionActions

export type PreferencesView = PreferencesState & {
  choose(name: PreferenceName, value: boolean): void
  retry(): void
}

/** Value that SessionProvider holds for the hooks. */
export type Held = { call: Call; session: SessionStore; preferences: PreferencesStore }

/** Session of this page; filled by SessionProvider. */
export const SessionContext = createContext<Session | null>(null)

/** The client and the stores of anyone who is signed in; filled by SessionProvider. */
export const HeldContext = createContext<Held | null>(null)

/** Session of this page, and the ways to change it. */
export function useSession(): Session {
  const session = useContext(SessionContext)
  if (!session) throw new Error('useSession outside SessionProvider')
  return session
}

/** Path at which this person listens: the root leads staff to a dashboard of their own. */
export function useListenPath(): string {
  return useSession().state === 'signed-in' ? '/dashboard' : '/'
}

/** The client that speaks to the station for anyone who is signed in. */
export function useCall(): Call {
  return useHeld().call
}

/** Notification preferences of the signed-in person, and the ways to change them; a visitor has the defaults. */
export function usePreferences(): PreferencesView {
  const { preferences } = useHeld()
  const state = useStore(preferences.state)
  return useMemo(
    () => ({ ...state, choose: preferences.choose, retry: () => void preferences.sync() }),
    [state, preferences],
  )
}

function useHeld(): Held {
  const held = useContext(HeldContext)
  if (!held) throw new Error('useCall or usePreferences outside SessionProvider')
  return held
}
