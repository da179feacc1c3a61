// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import {
  type Answer,
  failure,
  ok,
  openStation,
  type ReceivedRequest,
  type Station,
} from '../testing/station.ts'
import { aUser } from '../testing/user.ts'
import { createPreferencesStore } from './preferences-store.ts'
import { createSessionStore } from './session-store.ts'

let station: Station | undefined
let close: (() => void) | undefined
const account = { id: 7, isAway: false }
beforeEach(() => {
  localStorage.clear()
  Object.assign(account, { id: 7, isAway: false })
  vi.spyOn(console, 'error').mockReturnValue()
})
afterEach(async () => {
  close?.()
  vi.restoreAllMocks()
  await station?.close()
})

const saves = () => station?.received.filter(({ method }) => method === 'PUT').map(({ body }) => body) ?? []
const kept = () => JSON.parse(localStorage.getItem('carillon.preferences') ?? 'null')

/** A station that knows one account and takes its preferences, unless `account` says otherwise. */
function answerAs(user: ReturnType<typeof aUser>): (request: ReceivedRequest) => Answer {
  let known = user
  return ({ method, body }) => {
    if (method === 'PUT' && account.isAway) return failure(503, 'DATABASE_AWAY', 'Something went wrong')
    if (method === 'PUT') known = { ...known, ...(body as object) }
    return ok({ ...known, id: account.id })
  }
}

async function open(answer: (request: ReceivedRequest) => Answer | undefined = answerAs(aUser())) {
  station = await openStation(answer, { apiTimeoutMs: 60_000, maxRetries: 0, retryDelayMs: 1 })
  const session = createSessionStore(station.call, 5_000)
  const preferences = createPreferencesStore(station.call, session)
  close = preferences.open()
  await session.actions.refresh()
  return { session, preferences }
}

describe('the preferences of an account', () => {
  test('[SH42] a choice counts at once and is told to the station, that choice alone', async () => {
    const { preferences, session } = await open()
    preferences.choose('newSchedule', true)
    expect(preferences.state.get().values.newSchedule).toBe(true)
    expect(kept()).toMatchObject({ account: 7, unsynced: ['newSchedule'] })
    await expect.poll(() => preferences.state.get().unsynced).toEqual([])
    expect(saves()).toEqual([{ notifyNewSchedule: true }])
    expect(session.state.get()).toMatchObject({ user: { notifyNewSchedule: true } })
    expect(kept()).toMatchObject({ values: { newSchedule: true }, unsynced: [] })
  })

  test('[SH42] a choice that cannot be saved stays, and says that it is not synced', async () => {
    const { preferences } = await open()
    account.isAway = true
    preferences.choose('systemUpdates', false)
    await expect.poll(() => preferences.state.get().hasFailed).toBe(true)
    expect(preferences.state.get()).toMatchObject({
      values: { systemUpdates: false },
      unsynced: ['systemUpdates'],
      isSaving: false,
    })
  })

  test.each([
    ['when asked to', (store: { sync(): unknown }) => store.sync()],
    ['when the network returns', () => dispatchEvent(new Event('online'))],
  ])('[SH42] it is told again %s', async (_, again) => {
    const { preferences } = await open()
    account.isAway = true
    preferences.choose('systemUpdates', false)
    await expect.poll(() => preferences.state.get().hasFailed).toBe(true)
    account.isAway = false
    again(preferences)
    await expect.poll(() => preferences.state.get().hasFailed).toBe(false)
    expect(preferences.state.get()).toMatchObject({ values: { systemUpdates: false }, unsynced: [] })
  })

  test('[SH42] it is told again at the next visit, and what the station says does not undo it', async () => {
    const values = { broadcastStart: false }
    localStorage.setItem(
      'carillon.preferences',
      JSON.stringify({ account: 7, values, unsynced: ['broadcastStart'] }),
    )
    const { preferences } = await open()
    await expect.poll(() => saves()).toEqual([{ notifyBroadcastStart: false }])
    await expect.poll(() => preferences.state.get().unsynced).toEqual([])
    expect(preferences.state.get().values.broadcastStart).toBe(false)
  })

  test('[SH42] what another account chose here is not this one’s', async () => {
    const values = { broadcastStart: false }
    localStorage.setItem(
      'carillon.preferences',
      JSON.stringify({ account: 8, values, unsynced: ['broadcastStart'] }),
    )
    const { preferences } = await open()
    expect(preferences.state.get()).toMatchObject({ values: { broadcastStart: true }, unsynced: [] })
    expect(saves()).toEqual([])
  })

  test('[SH43] choices made while one is being told go after it, and the last one counts', async () => {
    const answer = answerAs(aUser())
    const { preferences } = await open((request) => {
      if (request.method === 'PUT' && saves().length === 1) preferences.choose('newSchedule', false)
      return answer(request)
    })
    preferences.choose('newSchedule', true)
    preferences.choose('systemUpdates', false)
    await expect.poll(() => preferences.state.get().unsynced).toEqual([])
    expect(saves()).toEqual([
      { notifyNewSchedule: true },
      { notifyNewSchedule: false, notifySystemUpdates: false },
    ])
    expect(preferences.state.get().values).toMatchObject({ newSchedule: false, systemUpdates: false })
  })

  test('[SH43] signing out brings the defaults back, and keeps for its owner what was not told', async () => {
    const { preferences, session } = await open()
    account.isAway = true
    preferences.choose('newSchedule', true)
    await expect.poll(() => preferences.state.get().hasFailed).toBe(true)
    await session.actions.logout()
    expect(preferences.state.get()).toMatchObject({ values: { newSchedule: false }, hasFailed: false })
    expect(kept()).toMatchObject({ account: 7, values: { newSchedule: true }, unsynced: ['newSchedule'] })
  })
})
