import { login, me } from '@carillon/contract/auth/endpoints'
import { showPoll } from '@carillon/contract/polls/endpoints'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { z } from 'zod/mini'
import { isCancelled } from '../api/api-error.ts'
import type { Call } from '../api/client.ts'
import { storedValue } from '../lib/stored.ts'
import { memoryStorage } from '../testing/memory-storage.ts'
import {
  type Answer,
  failure,
  ok,
  openStation,
  type ReceivedRequest,
  type Station,
} from '../testing/station.ts'
import { aUser } from '../testing/user.ts'
import { createSessionStore, type SessionActions } from './session-store.ts'

let station: Station | undefined
afterEach(() => station?.close())

async function open(
  answer: (request: ReceivedRequest) => Answer | null | undefined,
  loadingTimeoutMs = 5_000,
  maxRetries = 0,
) {
  station = await openStation(answer, { apiTimeoutMs: 60_000, maxRetries, retryDelayMs: 1 })
  const { call } = station
  const memory = memoryStorage()
  /** State after a reload: only what the browser kept. */
  const reload = () =>
    createSessionStore(call, loadingTimeoutMs, storedValue('pending-sign-out', z.literal(true), { memory }))
  return { ...reload(), reload, call }
}

const notSignedIn = failure(401, 'NOT_SIGNED_IN', 'Please sign in first.')
const CREDENTIALS = { email: 'ana@campus.example', password: 'harana' }

describe('the session', () => {
  test('[SH15] it is loading until the station has said who is signed in', async () => {
    const { state, actions } = await open(() => ok(aUser()))
    expect(state.get()).toEqual({ state: 'loading' })
    await actions.refresh()
    expect(state.get()).toEqual({ state: 'signed-in', user: aUser() })
  })

  test.each([401, 403])('[SH15] %i means signed out, silently', async (status) => {
    const { state, actions } = await open(() => failure(status, 'X', 'No.'))
    await actions.refresh()
    expect(state.get()).toEqual({ state: 'signed-out' })
  })

  test('[SH15] nobody is a visitor, and the question is asked as one', async () => {
    const { state, actions } = await open(({ url }) =>
      ok(url.searchParams.get('visitor') === 'ok' ? null : aUser()),
    )
    await actions.refresh()
    expect(state.get()).toEqual({ state: 'signed-out' })
  })

  test('[SH15] any other failure is told, and can be dismissed or tried again', async () => {
    let isAway = true
    const { state, actions } = await open(() => (isAway ? failure(500, 'INTERNAL', 'Oh.') : ok(aUser())))
    await actions.refresh()
    expect(state.get()).toEqual({ state: 'signed-out', error: 'Failed to verify authentication status.' })
    actions.dismissError()
    expect(state.get()).toEqual({ state: 'signed-out' })
    isAway = false
    await actions.refresh()
    expect(state.get()).toMatchObject({ state: 'signed-in' })
  })

  test('[SH15] a station that never answers does not hold the page for ever', async () => {
    const { state, actions } = await open(() => undefined, 40)
    await actions.refresh()
    expect(state.get()).toEqual({ state: 'signed-out', error: 'Failed to verify authentication status.' })
  })

  test('[SH16] the e-mail of a sign-in is trimmed and lowercased', async () => {
    const { state, actions } = await open(() => ok({ user: aUser(), token: 't' }))
    await actions.login({ ...CREDENTIALS, email: '  Ana@Campus.Example ' })
    expect(station?.received[0]?.body).toMatchObject({ email: 'ana@campus.example' })
    expect(state.get()).toEqual({ state: 'signed-in', user: aUser() })
  })

  test('[SH16] a refused sign-in changes nothing and is thrown', async () => {
    const { state, actions } = await open(() => failure(401, 'BAD_CREDENTIALS', 'Invalid email or password.'))
    await expect(actions.login(CREDENTIALS)).rejects.toMatchObject({ code: 'BAD_CREDENTIALS' })
    expect(state.get()).toEqual({ state: 'loading' })
  })

  test('[SH17] signing out clears the account even if the station cannot be told', async () => {
    const logged = vi.spyOn(console, 'error').mockReturnValue()
    const { state, actions } = await open(({ url }) =>
      url.pathname === '/api/auth/logout' ? null : ok({ user: aUser(), token: 't' }),
    )
    await actions.login(CREDENTIALS)
    await actions.logout()
    expect(state.get()).toEqual({ state: 'signed-out', isSignOutPending: true })
    expect(logged).toHaveBeenCalledOnce()
    logged.mockRestore()
  })

  test('[SH97] a sign-out that failed is sent again before anything is asked, also after a reload', async () => {
    vi.spyOn(console, 'error').mockReturnValue()
    let isAway = true
    const before = await open(() => (isAway ? null : ok({ signedOut: true })))
    await before.actions.logout()
    const { state, actions } = before.reload()
    await actions.refresh()
    expect(state.get()).toEqual({ state: 'signed-out', isSignOutPending: true })
    isAway = false
    await actions.refresh()
    expect(state.get()).toEqual({ state: 'signed-out' })
    const asked = new Set(station?.received.map(({ url }) => url.pathname))
    expect([...asked]).toEqual(['/api/auth/logout'])
    vi.restoreAllMocks()
  })

  test('[SH97] a sign-out without an answer is said to be open after two seconds, until it is confirmed', async () => {
    vi.useFakeTimers()
    const answer = Promise.withResolvers<unknown>()
    const memory = memoryStorage()
    const kept = storedValue('pending-sign-out', z.literal(true), { memory })
    const { state, actions } = createSessionStore((() => answer.promise) as Call, 5_000, kept)
    const signedOut = actions.logout()
    vi.advanceTimersByTime(1_999)
    expect(state.get()).toEqual({ state: 'signed-out' })
    vi.advanceTimersByTime(1)
    expect(state.get()).toEqual({ state: 'signed-out', isSignOutPending: true })
    answer.resolve({ signedOut: true })
    await signedOut
    expect(state.get()).toEqual({ state: 'signed-out' })
    expect(vi.getTimerCount()).toBe(0)
    vi.useRealTimers()
  })

  test('[SH97] sending it ends in time to be sent again', async () => {
    vi.spyOn(console, 'error').mockReturnValue()
    const { state, actions } = await open(() => undefined, 40)
    await actions.logout()
    expect(state.get()).toEqual({ state: 'signed-out', isSignOutPending: true })
    const changed = vi.fn()
    state.subscribe(changed)
    await actions.refresh()
    expect(changed).toHaveBeenCalledOnce()
    vi.restoreAllMocks()
  })

  test('[SH97] who signs in again is not signed out by it', async () => {
    vi.spyOn(console, 'error').mockReturnValue()
    const { state, actions } = await open(({ url }) => {
      if (url.pathname === '/api/auth/logout') return null
      return url.pathname === '/api/auth/me' ? ok(aUser()) : ok({ user: aUser(), token: 't' })
    })
    await actions.logout()
    await actions.login(CREDENTIALS)
    await actions.refresh()
    expect(state.get()).toEqual({ state: 'signed-in', user: aUser() })
    vi.restoreAllMocks()
  })

  test('[SH17] an answer that was on its way when somebody signed in is old news', async () => {
    const answers: (() => void)[] = []
    const { state, actions } = await open(({ url }) => {
      if (url.pathname !== '/api/auth/me') return ok({ user: aUser(), token: 't' })
      for (const respond of answers) respond()
      return undefined
    })
    const asked = new Promise<void>((resolve) => answers.push(resolve))
    const old = actions.refresh()
    await asked
    await actions.login(CREDENTIALS)
    await old
    expect(state.get()).toEqual({ state: 'signed-in', user: aUser() })
  })

  describe('a sign-in under way', () => {
    /** Begins one at a station that could not say who is signed in; gives what was asked of it. */
    async function begin() {
      const answer = Promise.withResolvers<{ user: ReturnType<typeof aUser>; token: string }>()
      const asked: string[] = []
      const call = (async ({ path }: { path: string }) => {
        asked.push(path)
        if (path !== login.path) throw new Error('The station is away')
        return answer.promise
      }) as unknown as Call
      const kept = storedValue('pending-sign-out', z.literal(true), { memory: memoryStorage() })
      const { state, actions } = createSessionStore(call, 5_000, kept)
      await actions.refresh()
      const signingIn = actions.login(CREDENTIALS)
      await actions.refresh()
      return { state, asked, answer, signingIn }
    }

    test('[SH964] is not thrown away by asking again who is signed in', async () => {
      const { state, asked, answer, signingIn } = await begin()
      answer.resolve({ user: aUser(), token: 't' })
      await signingIn
      expect(state.get()).toEqual({ state: 'signed-in', user: aUser() })
      expect(asked).toEqual([me.path, login.path])
    })

    test('[SH964] is followed by the question when it fails', async () => {
      const { asked, answer, signingIn } = await begin()
      answer.reject(new Error('The station is away'))
      await expect(signingIn).rejects.toThrow('away')
      expect(asked).toEqual([me.path, login.path, me.path])
    })
  })

  describe('a write that is tried again', () => {
    /** Makes one of Ana's, which the station cannot take; `meanwhile` runs as it says so first. */
    async function write(meanwhile: (actions: SessionActions) => Promise<unknown>) {
      let tries = 0
      let done: Promise<unknown> | undefined
      const { actions, call } = await open(
        ({ url, method }) => {
          if (url.pathname === '/api/auth/login') return ok({ user: aUser({ id: 8 }), token: 't' })
          if (method === 'GET') return tries === 0 ? ok(aUser()) : failure(400, 'X', 'No.')
          if (url.pathname === '/api/auth/logout') return ok({ signedOut: true })
          tries += 1
          if (tries === 1) done = meanwhile(actions)
          return failure(503, 'DATABASE_AWAY', 'Oh.')
        },
        5_000,
        3,
      )
      await actions.refresh()
      const error = await call(showPoll, { params: { id: 1 } }).catch((cause: unknown) => cause)
      await done
      return { error, tries }
    }

    test.each([
      ['nobody', (actions: SessionActions) => actions.logout()],
      ['another account', (actions: SessionActions) => actions.login(CREDENTIALS)],
    ])('[SH960] is cancelled when %s is signed in', async (_, meanwhile) => {
      const { error, tries } = await write(meanwhile)
      expect(isCancelled(error)).toBe(true)
      expect(tries).toBe(1)
    })

    test('[SH960] goes on while the station cannot say who is signed in', async () => {
      const { error, tries } = await write((actions) => actions.refresh())
      expect(error).toMatchObject({ status: 503 })
      expect(tries).toBe(4)
    })
  })

  test('[SH44] a change of the account is shown, one of another account is not', async () => {
    const { state, actions } = await open(() => ok(aUser()))
    await actions.refresh()
    actions.update(aUser({ firstname: 'Anna' }))
    expect(state.get()).toMatchObject({ user: { firstname: 'Anna' } })
    actions.update((user) => ({ ...user, verified: true }))
    expect(state.get()).toMatchObject({ user: { firstname: 'Anna', verified: true } })
    actions.update(aUser({ id: 8, firstname: 'Ben' }))
    expect(state.get()).toMatchObject({ user: { id: 7, firstname: 'Anna' } })
  })

  test('[SH44] nobody is signed in by a change that arrives late', async () => {
    const { state, actions } = await open(() => notSignedIn)
    await actions.refresh()
    actions.update(aUser())
    expect(state.get()).toEqual({ state: 'signed-out' })
  })

  test('[SH16] signing up signs nobody in', async () => {
    const { state, actions } = await open(({ method }) =>
      method === 'POST' ? ok(aUser(), 201) : notSignedIn,
    )
    await actions.refresh()
    const registration = { firstname: 'Ana', lastname: 'Cruz', birthdate: '2004-01-01', password: 'harana' }
    await actions.register({ ...registration, email: ' ANA@campus.example' })
    expect(station?.received.at(-1)?.body).toMatchObject({ email: 'ana@campus.example' })
    expect(state.get()).toEqual({ state: 'signed-out' })
  })
})
