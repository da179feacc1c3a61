import { login, logout, me, register, type User } from '@carillon/contract/auth'
import type { CallOf } from '@carillon/contract/endpoint'
import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo, useState } from 'react'
import { ApiError } from '../api/api-error.ts'
import { type Call, call as pageCall } from '../api/client.ts'
import { settings } from '../api/settings.ts'

export const STARTUP_FAILURE = 'Failed to verify authentication status.'

export type SessionState =
  | { state: 'loading' }
  | { state: 'signed-out'; error?: string }
  | { state: 'signed-in'; user: User }

export type LoginInput = CallOf<typeof login>['body']
export type RegisterInput = CallOf<typeof register>['body']

export type SessionActions = {
  /** Signs in; the e-mail is trimmed and lowercased. Throws ApiError. */
  login(input: LoginInput): Promise<User>
  /** Signs out here even if the station cannot be told. */
  logout(): Promise<void>
  /** Creates a listener account without signing in. Throws ApiError. */
  register(input: RegisterInput): Promise<User>
  /** Asks the station again who is signed in. */
  refresh(): Promise<void>
  /** Takes the startup failure away. */
  dismissError(): void
}

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
  const [state, setState] = useState<SessionState>({ state: 'loading' })

  const check = useCallback(
    async (signal?: AbortSignal) => {
      const next = await whoIsSignedIn(call, signal)
      if (!signal?.aborted) setState(next)
    },
    [call],
  )

  useEffect(() => {
    const leaving = new AbortController()
    void check(leaving.signal)
    return () => leaving.abort()
  }, [check])

  const session = useMemo(() => ({ ...state, ...actionsOf(call, setState, check) }), [state, call, check])
  return <SessionContext value={session}>{children}</SessionContext>
}

async function whoIsSignedIn(call: Call, leaving: AbortSignal | undefined): Promise<SessionState> {
  const limit = AbortSignal.timeout(settings.loadingTimeoutMs)
  try {
    const user = await call(me, { signal: leaving ? AbortSignal.any([leaving, limit]) : limit })
    return { state: 'signed-in', user }
  } catch (error) {
    const refused = error instanceof ApiError && (error.status === 401 || error.status === 403)
    return refused ? { state: 'signed-out' } : { state: 'signed-out', error: STARTUP_FAILURE }
  }
}

function actionsOf(
  call: Call,
  setState: (state: SessionState) => void,
  check: () => Promise<void>,
): SessionActions {
  return {
    async login(input) {
      const body = { ...input, email: input.email.trim().toLowerCase() }
      const { user } = await call(login, { body })
      setState({ state: 'signed-in', user })
      return user
    },
    async logout() {
      // The person wants out: a station that cannot be told is no reason to keep them in.
      setState({ state: 'signed-out' })
      await call(logout).catch((error) => console.error('Signing out was not confirmed:', error))
    },
    register: (input) => call(register, { body: { ...input, email: input.email.trim().toLowerCase() } }),
    refresh: () => check(),
    dismissError: () => setState({ state: 'signed-out' }),
  }
}
