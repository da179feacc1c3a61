import { cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { ForgotPasswordForm } from '../../../features/auth/sign-in/forgot-password-form.tsx'
import { LiveStatusProvider } from '../../../features/stream/listener/live-status-provider.tsx'
import { PlayerProvider } from '../../../features/stream/listener/player-provider.tsx'
import { Link } from '../../../lib/router/link.tsx'
import '../../../testing/native-elements.ts'
import { renderPage } from '../../../testing/render-page.tsx'
import { type Answer, failure, ok, openStation, type Station } from '../../../testing/station.ts'
import { ForgotPasswordPage } from './forgot-password-page.tsx'
import { ResetPasswordPage } from './reset-password-page.tsx'

let station: Station | undefined
// The station does not answer about its health here, which is logged.
beforeEach(() => void vi.spyOn(console, 'error').mockReturnValue())
afterEach(async () => {
  cleanup()
  vi.restoreAllMocks()
  await station?.close()
})

async function open(page: ReactNode, posted: Answer, at = '/') {
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

describe('asking for a link', () => {
  test('[SH76] says the same for every address, and that it may be sent again', async () => {
    const user = await open(<ForgotPasswordForm />, ok({ accepted: true }))
    await user.type(screen.getByLabelText('Email'), ' ana@campus.example{Enter}')
    expect(await screen.findByText(/^If ana@campus\.example has an account here/)).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Send again' })).toBeTruthy()
  })

  test('[SH76] a refusal is said, and what was typed stays', async () => {
    const words = 'Too many requests. Please wait and try again.'
    const user = await open(<ForgotPasswordForm />, failure(429, 'TOO_MANY_REQUESTS', words))
    await user.type(screen.getByLabelText('Email'), 'ana@campus.example{Enter}')
    expect(await screen.findByText(words)).toBeTruthy()
    expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('ana@campus.example')
  })

  test('[SH76] where the station sends no mail it says whom to ask', async () => {
    await open(<ForgotPasswordPage />, ok({}))
    expect(screen.getByText('This station sends no email.')).toBeTruthy()
    const link = screen.getByRole('link', { name: 'Contact the station' })
    expect(link.getAttribute('href')).toBe('/contact')
  })
})

describe('the page of the link', () => {
  async function choose(posted: Answer, second = 'a fresh tune') {
    const page = (
      <>
        <ResetPasswordPage />
        <Link to="#token-of-another">Another link</Link>
      </>
    )
    const user = await open(page, posted, '/reset-password#token-of-the-mail')
    await user.type(screen.getByLabelText('New password'), 'a fresh tune')
    await user.type(screen.getByLabelText('Confirm new password'), second)
    await user.click(screen.getByRole('button', { name: 'Change password' }))
    return user
  }

  test('[SH77] a new password leads to the sign-in', async () => {
    await choose(ok({ changed: true }))
    expect(await screen.findByText('Your password is changed. Sign in with the new one.')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Sign in' }).getAttribute('href')).toBe('/login')
  })

  test('[SH77] two passwords that differ are not sent', async () => {
    await choose(ok({ changed: true }), 'another tune')
    expect(await screen.findByText('Passwords do not match')).toBeTruthy()
  })

  test('[SH77] another link that is opened in the same tab is used', async () => {
    const user = await choose(failure(400, 'RESET_REFUSED', 'No.'))
    await screen.findByText('This link was already used or no longer works.')
    await user.click(screen.getByRole('link', { name: 'Another link' }))
    await user.type(screen.getByLabelText('New password'), 'a fresh tune')
    await user.type(screen.getByLabelText('Confirm new password'), 'a fresh tune')
    await user.click(screen.getByRole('button', { name: 'Change password' }))
    const sent = () =>
      station?.received.flatMap(({ body }) => (body ? [(body as { token: string }).token] : []))
    await waitFor(() => expect(sent()).toEqual(['token-of-the-mail', 'token-of-another']))
  })

  test.each(['used', 'missing'])('[SH77] a link that is %s leads to a new one', async (which) => {
    if (which === 'used') await choose(failure(400, 'RESET_REFUSED', 'No.'))
    else await open(<ResetPasswordPage />, ok({}))
    expect(await screen.findByText('This link was already used or no longer works.')).toBeTruthy()
    await waitFor(() =>
      expect(screen.getByRole('link', { name: 'Ask for a new link' }).getAttribute('href')).toBe(
        '/forgot-password',
      ),
    )
    expect(screen.queryByLabelText('New password')).toBeNull()
  })
})
