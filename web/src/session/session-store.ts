import { login, logout, me, register } from '@carillon/contract/auth/endpoints'
import type { User } from '@carillon/contract/auth/schemas'
import type { CallOf } from '@carillon/contract/endpoint'
import { z } from 'zod/mini'
import { ApiError } from '../api/api-error.ts'
import { type Call, endWrites } from '../api/client.ts'
import { createStore, type Store } from '../lib/store.ts'
import { type StoredValue, storedValue } from '../lib/stored.ts'

export const STARTUP_FAILURE = 'Failed to verify authentication status.'

/** A sign-out that is not confirmed within this long is said to be open. */
const SIGN_OUT_PATIENCE_MS = 2_000

export type SessionState =
  | { state: 'loading' }
  /** `isSignOutPending`: the station has not been told yet, so the browser's cookie still opens the account. */
  | { state: 'signed-out'; error?: string; isSignOutPending?: true }
  | { state: 'signed-in'; user: User }

export type LoginInput = CallOf<typeof login>['body']
export type RegisterInput = CallOf<typeof register>['body']

export type SessionActions = {
  /** Signs in; the e-mail is trimmed and lowercased. Throws ApiError. */
  login(input: LoginInput): Promise<User>
  /** Signs out here even if the station cannot be told; that is made up for by `refresh`, also after a reload. */
  logout(): Promise<void>
  /** Creates a listener account without signing in. Throws ApiError. */
  register(input: RegisterInput): Promise<User>
  /** Asks the station again who is signed in; where a sign-out is pending, tells it that first. */
  refresh(): Promise<void>
  /** Shows a change of the account that is signed in, or what `change` makes of it; one of another account is ignored. */
  update(change: User | ((user: User) => User)): void
  /** Takes the startup failure away. */
  dismissError(): void
}

export type SessionStore = { state: Store<SessionState>; actions: SessionActions }

/** The session outside React. `loadingTimeoutMs` bounds how long a question, or a sign-out, may take. */
// Long: the actions share the newest act and the pending sign-out; apart, each would have to ask for both.
export function createSessionStore(
  call: Call,
  loadingTimeoutMs: number,
  pendingSignOut: StoredValue<true> = storedValue('pending-sign-out', z.literal(true)),
): SessionStore {
  const state = createStore<SessionState>({ state: 'loading' })
  endWritesOfTheLeft(state)
  // The newest act wins: an answer that was on its way when someone signed in or out is old news.
  let current = new AbortController()
  let signIns = 0
  const begin = () => {
    current.abort()
    current = new AbortController()
    return current.signal
  }

  const limit = (signal: AbortSignal) => AbortSignal.any([signal, AbortSignal.timeout(loadingTimeoutMs)])

  const confirmSignOut = async (signal: AbortSignal, limited: AbortSignal) => {
    const next = await endSession(call, signal, limited)
    if (!next.isSignOutPending) pendingSignOut.forget()
    if (!signal.aborted) state.set(next)
  }

  const actions: SessionActions = {
    async login(input) {
      const signal = begin()
      signIns += 1
      try {
        const { user } = await call(login, { body: { ...input, email: tidy(input.email) } })
        // The cookie of the account that was left is replaced.
        pendingSignOut.forget()
        if (!signal.aborted) state.set({ state: 'signed-in', user })
        return user
      } finally {
        signIns -= 1
        const isOpen = pendingSignOut.read() !== null || isInDoubt(state.get())
        if (signIns === 0 && isOpen) void actions.refresh()
      }
    },
    async logout() {
      const signal = begin()
      pendingSignOut.write(true)
      state.set({ state: 'signed-out' })
      const late = setTimeout(() => !signal.aborted && state.set(unconfirmed()), SIGN_OUT_PATIENCE_MS)
      await confirmSignOut(signal, limit(signal))
      clearTimeout(late)
    },
    register: (input) => call(register, { body: { ...input, email: tidy(input.email) } }),
    async refresh() {
      // It says itself who is signed in, and asks where it fails.
      if (signIns > 0) return
      const signal = begin()
      const limited = limit(signal)
      if (pendingSignOut.read()) return confirmSignOut(signal, limited)
      const next = await whoIsSignedIn(call, limited)
      if (!signal.aborted) state.set(next)
    },
    update(change) {
      const now = state.get()
      if (now.state !== 'signed-in') return
      const user = typeof change === 'function' ? change(now.user) : change
      if (user === now.user || user.id !== now.user.id) return
      begin()
      state.set({ state: 'signed-in', user })
    },
    dismissError: () => state.set({ state: 'signed-out' }),
  }
  return { state, actions }
}

/** Ends what an account still writes once another, or nobody, is signed in. */
function endWritesOfTheLeft(state: Store<SessionState>): void {
  let owner: number | null | undefined
  state.subscribe(() => {
    const next = ownerOf(state.get())
    if (next === undefined || next === owner) return
    if (owner !== undefined) endWrites()
    owner = next
  })
}

/** The account's id, null for a visitor, undefined while nobody knows. */
function ownerOf(session: SessionState): number | null | undefined {
  if (session.state === 'signed-in') return session.user.id
  return session.state === 'loading' || isInDoubt(session) ? undefined : null
}

/** The station did not say who is signed in. */
function isInDoubt(session: SessionState): boolean {
  return session.state === 'signed-out' && session.error !== undefined
}

async function whoIsSignedIn(call: Call, signal: AbortSignal): Promise<SessionState> {
  try {
    // A refusal would stand in the browser's console as an error.
    const user = await call(me, { query: { visitor: 'ok' }, signal })
    return user ? { state: 'signed-in', user } : { state: 'signed-out' }
  } catch (error) {
    const refused = error instanceof ApiError && (error.status === 401 || error.status === 403)
    return refused ? { state: 'signed-out' } : { state: 'signed-out', error: STARTUP_FAILURE }
  }
}

/** Ends the session on the station. `signal` tells if the answer still counts; `limited` ends the call. */
async function endSession(call: Call, signal: AbortSignal, limited: AbortSignal): Promise<SignedOut> {
  try {
    await call(logout, { signal: limited })
    return { state: 'signed-out' }
  } catch (error) {
    if (!signal.aborted) console.error('Signing out was not confirmed:', error)
    return unconfirmed()
  }
}

type SignedOut = Extract<SessionState, { state: 'signed-out' }>

/** A new object each time: the session is told again whenever its state is set. */
function unconfirmed(): SignedOut {
  return { state: 'signed-out', isSignOutPending: true }
}

function tidy(email: string): string {
  return email.trim().toLowerCase()
}
