import { act, cleanup, fireEvent, renderHook, screen, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { formatTime } from '../../lib/station-time.ts'
import { useClock } from '../../lib/use-clock.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { type Answer, failure, ok, openStation, type Station } from '../../testing/station.ts'
import { aUser } from '../../testing/user.ts'
import { LogoutPage } from '../pages/gate/logout-page.tsx'
import { OfflineBar, SessionBar } from './notices.tsx'
import { ThemeToggle } from './theme-toggle.tsx'

let station: Station | undefined
afterEach(async () => {
  cleanup()
  vi.useRealTimers()
  vi.restoreAllMocks()
  localStorage.clear()
  await station?.close()
})

async function show(element: ReactNode, answer: () => Answer = () => ok(aUser())) {
  station = await openStation(answer, { apiTimeoutMs: 60_000, maxRetries: 0, retryDelayMs: 1 })
  renderPage(element, { call: station.call, at: '/' })
}

const FAILURE = 'Failed to verify authentication status.'

describe('bars', () => {
  test('[SH15] the startup failure stands in a bar with Retry, which asks again', async () => {
    let isAway = true
    await show(<SessionBar />, () => (isAway ? failure(500, 'INTERNAL', 'Oh.') : ok(aUser())))
    expect((await screen.findByRole('status')).textContent).toContain(FAILURE)
    isAway = false
    fireEvent.click(screen.getByRole('button', { name: 'Retry' }))
    await waitFor(() => expect(screen.queryByText(FAILURE)).toBeNull())
  })

  test('[SH15] it can be dismissed', async () => {
    await show(<SessionBar />, () => failure(500, 'INTERNAL', 'Oh.'))
    await screen.findByText(FAILURE)
    fireEvent.click(screen.getByRole('button', { name: 'Dismiss' }))
    expect(screen.queryByText(FAILURE)).toBeNull()
  })

  test('[SH97] a sign-out that was not confirmed stands there until it is, and cannot be dismissed', async () => {
    vi.spyOn(console, 'error').mockReturnValue()
    let isAway = true
    station = await openStation(() => (isAway ? null : ok({ signedOut: true })), {
      apiTimeoutMs: 60_000,
      maxRetries: 0,
      retryDelayMs: 1,
    })
    renderPage(
      <>
        <LogoutPage />
        <SessionBar />
      </>,
      { call: station.call, at: '/logout' },
    )
    expect((await screen.findByText(/hasn't confirmed that you signed out/)).textContent).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Dismiss' })).toBeNull()
    isAway = false
    act(() => void dispatchEvent(new Event('online')))
    await waitFor(() => expect(screen.queryByText(/hasn't confirmed/)).toBeNull())
  })

  test('[SH39] without a network a bar says so, and leaves when it is back', async () => {
    await show(<OfflineBar />)
    expect(screen.queryByText("You're offline")).toBeNull()
    const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    act(() => void dispatchEvent(new Event('offline')))
    expect(screen.getByText("You're offline")).toBeTruthy()
    online.mockReturnValue(true)
    act(() => void dispatchEvent(new Event('online')))
    expect(screen.queryByText("You're offline")).toBeNull()
  })
})

test('[SH40] the clock turns with the minute', () => {
  vi.useFakeTimers({ now: Date.parse('2026-11-20T07:32:40.000Z') })
  const { result } = renderHook(useClock)
  const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms))
  expect(formatTime(result.current)).toBe('3:32 PM')
  pass(19_999)
  expect(formatTime(result.current)).toBe('3:32 PM')
  pass(1)
  expect(formatTime(result.current)).toBe('3:33 PM')
  pass(60_000)
  expect(formatTime(result.current)).toBe('3:34 PM')
})

test('[SH19] the toggle names what pressing does', async () => {
  await show(<ThemeToggle />)
  fireEvent.click(screen.getByRole('button', { name: 'Switch to dark theme' }))
  expect(document.documentElement.dataset.theme).toBe('dark')
  fireEvent.click(screen.getByRole('button', { name: 'Switch to light theme' }))
  expect(document.documentElement.dataset.theme).toBe('light')
})
