// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { type FakeBrowser, openFakeBrowser } from '../../features/stream/dj/testing-browser.ts'
import { useSession } from '../../session/session.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { ok, openStation, type Station } from '../../testing/station.ts'
import { aUser } from '../../testing/user.ts'
import { OnAirSlot, useLeaveAirAtSignOut } from './on-air-slot.tsx'

let station: Station | undefined
let browser: FakeBrowser | undefined

afterEach(async () => {
  cleanup()
  browser?.close()
  await station?.close()
})

function Shell() {
  const { state, logout } = useSession()
  useLeaveAirAtSignOut()
  return (
    <>
      <p>{state}</p>
      <button type="button" onClick={() => void logout()}>
        Out
      </button>
      <OnAirSlot />
    </>
  )
}

test('[DJ38] signing out closes the microphone, although the station cannot be told', async () => {
  browser = openFakeBrowser()
  vi.spyOn(console, 'error').mockReturnValue()
  station = await openStation(
    ({ url }) => (url.pathname === '/api/auth/logout' ? null : ok(aUser({ role: 'DJ' }))),
    {
      apiTimeoutMs: 60_000,
      maxRetries: 0,
      retryDelayMs: 1,
    },
  )
  renderPage(<Shell />, { call: station.call, at: '/schedule' })
  await screen.findByText('signed-in')
  const { djEngine } = await import('../dj-engine.ts')
  await djEngine.sound.choose('microphone')
  expect(browser.microphones.map(({ readyState }) => readyState)).toEqual(['live'])
  fireEvent.click(screen.getByText('Out'))
  await waitFor(() => expect(browser?.microphones.map(({ readyState }) => readyState)).toEqual(['ended']))
})
