import {
  createContext,
  type ReactNode,
  useContext,
  useDeferredValue,
  useEffect,
  useMemo,
  useState,
} from 'react'
import { type Call, call as pageCall } from '../api/client.ts'
import { settings } from '../api/settings.ts'
import { useStore } from '../lib/store.ts'
import type { PreferenceName } from './preferences.ts'
import { createPreferencesStore, type PreferencesState } from './preferences-store.ts'
import { createSessionStore, type SessionActions, type SessionState } from './session-store.ts'

export type Session = SessionState & SessionActions

export type PreferencesView = PreferencesState & {
  choose(name: PreferenceName, value: boolean): void
  retry(): void
}

type Held = ReturnType<typeof holdSession>

const SessionContext = createContext<Session | null>(null)
const HeldContext = createContext<Held | null>(null)

/** Who is signed in, and the ways to change it. */
export function useSession(): Session {
  const session = useContext(SessionContext)
  if (!session) throw new Error('useSession outside SessionProvider')
  return session
}

/** The client that speaks to the station for whoever is signed in. */
export function useCall(): Call {
  return useHeld().call
}

/** What whoever is signed in wants to be told of, and the ways to change it; a visitor's are the defaults. */
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

/** Asks once at start who is signed in and holds the answer. `call` is the page's client unless a test brings its own. */
export function SessionProvider({ call = pageCall, children }: { call?: Call; children: ReactNode }) {
  const [held] = useState(() => holdSession(call))
  const state = useFirstAnswerAtLeisure(useStore(held.session.state))
  useEffect(() => {
    const close = held.preferences.open()
    void held.session.actions.refresh()
    return close
  }, [held])
  const session = useMemo(() => ({ ...state, ...held.session.actions }), [state, held])
  return (
    <HeldContext value={held}>
      <SessionContext value={session}>{children}</SessionContext>
    </HeldContext>
  )
}

/** The first answer brings the whole page at once: it is drawn in slices, so that a slow phone stays responsive. */
function useFirstAnswerAtLeisure(state: SessionState): SessionState {
  const drawn = useDeferredValue(state)
  return drawn.state === 'loading' ? drawn : state
}

function holdSession(call: Call) {
  const session = createSessionStore(call, settings.loadingTimeoutMs)
  return { call, session, preferences: createPreferencesStore(call, session) }
}
