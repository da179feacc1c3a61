import { type ReactNode, useDeferredValue, useEffect, useMemo, useState } from 'react'
import { type Call, call as pageCall } from '../api/client.ts'
import { settings } from '../api/settings.ts'
import { onceBack } from '../lib/reconnect-delay.ts'
import { useStore } from '../lib/store.ts'
import { createPreferencesStore } from './preferences-store.ts'
import { type Held, HeldContext, SessionContext } from './session.ts'
import { createSessionStore, type SessionState } from './session-store.ts'

/** Asks once at start who is signed in and holds the answer. `call` is the page's client unless a test brings its own. */
export function SessionProvider({ call = pageCall, children }: { call?: Call; children: ReactNode }) {
  const [held] = useState(() => holdSession(call))
  const state = useFirstAnswerAtLeisure(useStore(held.session.state))
  useEffect(() => {
    const close = held.preferences.open()
    void held.session.actions.refresh()
    return close
  }, [held])
  useEffect(() => askAgain(state, held.session.actions.refresh), [state, held])
  const session = useMemo(() => ({ ...state, ...held.session.actions }), [state, held])
  return (
    <HeldContext value={held}>
      <SessionContext value={session}>{children}</SessionContext>
    </HeldContext>
  )
}

/**
 * Asks again who is signed in, where the station did not say, and tells it again who signed out: after 5 s, or when the
 * network is back.
 */
function askAgain(state: SessionState, refresh: () => Promise<void>): (() => void) | undefined {
  if (state.state !== 'signed-out' || !(state.error || state.isSignOutPending)) return undefined
  return onceBack(() => void refresh())
}

/** The first answer brings the whole page at once: it is drawn in slices, so that a slow phone stays responsive. */
function useFirstAnswerAtLeisure(state: SessionState): SessionState {
  const drawn = useDeferredValue(state)
  return drawn.state === 'loading' ? drawn : state
}

function holdSession(call: Call): Held {
  const session = createSessionStore(call, settings.loadingTimeoutMs)
  return { call, session, preferences: createPreferencesStore(call, session) }
}
