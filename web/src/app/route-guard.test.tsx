import { cleanup, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, test } from 'vitest'
import { Route, Routes } from '../lib/router/routes.tsx'
import { renderPage } from '../testing/render-page.tsx'
import { failure, ok, openStation, type Station } from '../testing/station.ts'
import { aUser } from '../testing/user.ts'
import { toasts } from '../ui/toast.ts'
import { NotFound } from './pages/errors/not-found.tsx'
import { LogoutPage } from './pages/gate/logout-page.tsx'
import { RouteGuard } from './route-guard.tsx'

let station: Station | undefined
afterEach(async () => {
  cleanup()
  toasts.set([])
  await station?.close()
})

async function visit(at: string, answer: Parameters<typeof openStation>[0]) {
  station = await openStation(answer, { apiTimeoutMs: 60_000, maxRetries: 0, retryDelayMs: 1 })
  renderPage(
    <Routes>
      <Route element={<RouteGuard admit={['ADMIN']} />}>
        <Route path="/admin" element={<h1>Secrets</h1>} />
      </Route>
      <Route path="/logout" element={<LogoutPage />} />
      <Route path="/login" element={<h1>Sign in</h1>} />
      <Route path="/dj-dashboard" element={<h1>Desk</h1>} />
      <Route path="/" element={<h1>Listen</h1>} />
      <Route path="*" element={<NotFound />} />
    </Routes>,
    { call: station.call, at },
  )
}

const visitor = () => failure(401, 'NOT_SIGNED_IN', 'Please sign in first.')

describe('routes', () => {
  test('[SH3] while the station is asked, a status says Loading dashboard...', async () => {
    await visit('/admin', () => undefined)
    expect(screen.getByRole('status').textContent).toBe('Loading dashboard...')
    expect(screen.queryByText('Secrets')).toBeNull()
  })

  test('[SH3] a visitor lands on sign-in', async () => {
    await visit('/admin', visitor)
    expect(await screen.findByText('Sign in')).toBeTruthy()
  })

  test('[SH17] /logout signs out also while the station cannot say who is signed in', async () => {
    await visit('/logout', ({ url }) => (url.pathname === '/api/auth/me' ? null : ok({ signedOut: true })))
    expect(await screen.findByText('Sign in')).toBeTruthy()
    await waitFor(() =>
      expect(station?.received.map(({ url }) => url.pathname)).toContain('/api/auth/logout'),
    )
  })

  test('[SH4] the wrong role lands at home and never sees the page', async () => {
    await visit('/admin', () => ok(aUser({ role: 'DJ' })))
    expect(await screen.findByText('Desk')).toBeTruthy()
    expect(screen.queryByText('Secrets')).toBeNull()
  })

  test('[SH4] the right role sees it', async () => {
    await visit('/admin', () => ok(aUser({ role: 'ADMIN' })))
    expect(await screen.findByText('Secrets')).toBeTruthy()
  })

  test('[SH21] an unknown path shows / and says so politely', async () => {
    await visit('/nonsense', visitor)
    expect(await screen.findByText('Listen')).toBeTruthy()
    expect(toasts.get().map((item) => item.text)).toEqual(['Page not found, showing Listen'])
  })

  test('[SH17] /logout signs out and goes to sign-in, even if the call fails', async () => {
    await visit('/logout', ({ url }) => (url.pathname === '/api/auth/logout' ? null : ok(aUser())))
    expect(await screen.findByText('Sign in')).toBeTruthy()
    await waitFor(() =>
      expect(station?.received.some(({ url }) => url.pathname === '/api/auth/logout')).toBe(true),
    )
  })
})
