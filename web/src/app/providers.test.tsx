import { me } from '@carillon/contract/auth/endpoints'
import { broadcastHistory } from '@carillon/contract/broadcasts/endpoints'
import { useQuery } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import type { Call } from '../api/client.ts'
import { heldRecording, holdRecording } from '../features/recordings/held-recording.ts'
import type { RecordingPlayer } from '../features/recordings/recording-player.ts'
import { createStore } from '../lib/store.ts'
import { useSession } from '../session/session.ts'
import { SessionProvider } from '../session/session-provider.tsx'
import {
  type Answer,
  failure,
  ok,
  openStation,
  type ReceivedRequest,
  type Station,
} from '../testing/station.ts'
import { aUser } from '../testing/user.ts'
import { toast, toasts } from '../ui/toast.ts'
import { Queries } from './providers.tsx'

let station: Station | undefined
afterEach(async () => {
  cleanup()
  localStorage.clear()
  await station?.close()
})

const refused = failure(401, 'NOT_SIGNED_IN', 'Please sign in first.')

function Past({ call }: { call: Call }) {
  const { state, logout } = useSession()
  const past = useQuery({ queryKey: ['past'], queryFn: () => call(broadcastHistory) })
  return (
    <>
      <p data-testid="session">{state}</p>
      <p data-testid="past">{JSON.stringify(past.data ?? past.status)}</p>
      <button type="button" onClick={() => void logout()}>
        Out
      </button>
    </>
  )
}

async function open(answer: (request: ReceivedRequest) => Answer) {
  station = await openStation(answer, { apiTimeoutMs: 60_000, maxRetries: 0, retryDelayMs: 1 })
  const { call } = station
  render(
    <SessionProvider call={call}>
      <Queries>
        <Past call={call} />
      </Queries>
    </SessionProvider>,
  )
}

const shows = (id: string, text: string) =>
  waitFor(() => expect(screen.getByTestId(id).textContent).toBe(text))

test('[SH38] signing out forgets what the account had been answered', async () => {
  let isSignedIn = true
  await open(({ url }) => {
    if (url.pathname === '/api/auth/logout') return ok({ signedOut: true })
    if (url.pathname === me.path) return ok(aUser())
    return isSignedIn ? ok('the past') : refused
  })
  await shows('past', '"the past"')
  await shows('session', 'signed-in')
  isSignedIn = false
  fireEvent.click(screen.getByText('Out'))
  await shows('session', 'signed-out')
  await shows('past', '"error"')
})

test('[SH38] a 401 asks anew who is signed in', async () => {
  let asked = 0
  await open(({ url }) => {
    if (url.pathname !== me.path) return refused
    asked += 1
    return asked === 1 ? ok(aUser()) : refused
  })
  await shows('session', 'signed-out')
  expect(asked).toBeGreaterThan(1)
})

test.each([true, false])(
  '[SH962] what a person could still do goes with the account; a recording stays if it is public: %s',
  async (isPublic) => {
    await open(({ url }) => {
      if (url.pathname === '/api/auth/logout') return ok({ signedOut: true })
      return url.pathname === me.path ? ok(aUser()) : ok('the past')
    })
    await shows('session', 'signed-in')
    const close = vi.fn()
    const player = {} as RecordingPlayer
    const visibility = createStore(isPublic)
    holdRecording({ broadcastId: 5, title: 'Harana Hour', isPublic: visibility, player, close })
    toast('Ana Cruz is in a timeout until 3:30 PM', { action: { label: 'Lift', onClick: () => undefined } })
    toast('Your role has changed.', { stays: true })
    fireEvent.click(screen.getByText('Out'))
    await waitFor(() => expect(toasts.get().map(({ text }) => text)).toEqual(['Your role has changed.']))
    expect(heldRecording.get()?.title).toBe(isPublic ? 'Harana Hour' : undefined)
    expect(close).toHaveBeenCalledTimes(isPublic ? 0 : 1)
    holdRecording(null)
    toasts.set([])
    await waitFor(() => expect(localStorage.getItem('carillon.pending-sign-out')).toBeNull())
  },
)
