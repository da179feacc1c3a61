import { cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { LiveStatusProvider } from '../../../features/stream/listener/live-status-provider.tsx'
import { PlayerProvider } from '../../../features/stream/listener/player-provider.tsx'
import '../../../testing/native-elements.ts'
import { renderPage } from '../../../testing/render-page.tsx'
import { type Answer, failure, ok, openStation, type Station } from '../../../testing/station.ts'
import { aUser } from '../../../testing/user.ts'
import { LoginPage } from './login-page.tsx'
import { RegisterPage } from './register-page.tsx'

let station: Station | undefined
// The station does not answer about its health here, which is logged.
beforeEach(() => void vi.spyOn(console, 'error').mockReturnValue())
afterEach(async () => {
  cleanup()
  vi.restoreAllMocks()
  await station?.close()
})

async function open(page: ReactNode, at: string, posted: Answer) {
  station = await openStation(
    ({ method }) => (method === 'POST' ? posted : failure(401, 'NOT_SIGNED_IN', 'No.')),
    { apiTimeoutMs: 60_000, maxRetries: 0, retryDelayMs: 1 },
  )
  renderPage(
    <LiveStatusProvider>
      <PlayerProvider nowPlaying={null}>{page}</PlayerProvider>
    </LiveStatusProvider>,
    { call: station.call, at },
  )
  return userEvent.setup({ delay: null })
}

const address = () => screen.getByTestId('address')

test('[SH22] signing in leads to the home of the role', async () => {
  const user = await open(<LoginPage />, '/login', ok({ user: aUser({ role: 'MODERATOR' }), token: 't' }))
  await user.type(screen.getByLabelText('Email'), 'ana@campus.example')
  await user.type(screen.getByLabelText('Password'), 'harana{Enter}')
  await waitFor(() => expect(address().textContent).toBe('/moderator'))
})

test('[SH24] success goes to sign-in and takes the e-mail along', async () => {
  const user = await open(<RegisterPage />, '/register', ok(aUser(), 201))
  await user.type(screen.getByLabelText('First name'), 'Ana')
  await user.type(screen.getByLabelText('Last name'), 'Cruz')
  await user.type(screen.getByLabelText('Email'), 'ana@campus.example')
  await user.type(screen.getByLabelText('Date of birth'), '2004-02-29')
  await user.type(screen.getByLabelText('Password'), 'harana')
  await user.type(screen.getByLabelText('Confirm password'), 'harana')
  await user.click(screen.getByRole('checkbox'))
  await user.click(screen.getByRole('button', { name: 'Create account' }))
  await waitFor(() => expect(address().textContent).toBe('/login'))
  expect(address().dataset.state).toBe('{"registered":"ana@campus.example"}')
})
