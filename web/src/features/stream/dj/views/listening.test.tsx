import { act, cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { createStore } from '../../../../lib/store.ts'
import { renderPage } from '../../../../testing/render-page.tsx'
import { failure, ok, openStation, type Station } from '../../../../testing/station.ts'
import { aUser } from '../../../../testing/user.ts'
import { UNKNOWN_STATUS } from '../../listener/live-status.ts'
import { LineContext } from '../../listener/live-status-context.ts'
import { Listening } from './on-air-dashboard.tsx'

let station: Station | undefined
afterEach(async () => {
  cleanup()
  await station?.close()
})

test('[DJ601] the desk shows a number of listeners once the station has said one, and no 0 before', async () => {
  station = await openStation(
    ({ url }) =>
      url.pathname === '/api/auth/me' ? ok(aUser({ role: 'DJ' })) : failure(404, 'NOT_FOUND', ''),
    { apiTimeoutMs: 60_000, maxRetries: 0, retryDelayMs: 1 },
  )
  const status = createStore(UNKNOWN_STATUS)
  renderPage(
    <LineContext.Provider value={{ status, say: () => undefined }}>
      <p>The desk</p>
      <Listening />
    </LineContext.Provider>,
    { call: station.call, at: '/dj-dashboard' },
  )
  await screen.findByText('The desk')
  expect(screen.queryByText(/listening/)).toBeNull()
  act(() => status.set({ ...UNKNOWN_STATUS, station: 'live', broadcastId: 7, listenerCount: 128 }))
  expect((await screen.findByText(/listening, peak 128/)).textContent).toBe('128 listening, peak 128')
})
