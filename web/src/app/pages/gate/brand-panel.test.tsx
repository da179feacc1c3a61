import { cleanup, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { LiveStatusProvider } from '../../../features/stream/listener/live-status-provider.tsx'
import { PlayerProvider } from '../../../features/stream/listener/player-provider.tsx'
import { toStationTime } from '../../../lib/station-time.ts'
import { renderPage } from '../../../testing/render-page.tsx'
import { failure, ok, openStation, type Station } from '../../../testing/station.ts'
import { BrandPanel } from './brand-panel.tsx'

let station: Station | undefined
// The station does not answer about its health here, which is logged.
beforeEach(() => void vi.spyOn(console, 'error').mockReturnValue())
afterEach(async () => {
  cleanup()
  vi.restoreAllMocks()
  await station?.close()
})

const aShow = (title: string, minutes: number) => ({
  id: minutes,
  title,
  scheduledStart: `${toStationTime(new Date(Date.now() + minutes * 60_000))}:00.000`,
})

test.each([
  [60, 'Next on air', 'Harana Hour'],
  [-5, 'Starting any moment', 'Harana Hour'],
  [-20, 'Running late', 'Harana Hour'],
  [-83, 'Next on air', 'Campus Desk'],
])('[LS42] beside the sign-in form, %i min from its start: %s', async (minutes, words, title) => {
  const shows = [aShow('Harana Hour', minutes), aShow('Campus Desk', 120)]
  station = await openStation(
    ({ url }) =>
      url.pathname.startsWith('/api/broadcasts/upcoming') ? ok(shows) : failure(401, 'NOT_SIGNED_IN', 'No.'),
    { apiTimeoutMs: 60_000, maxRetries: 0, retryDelayMs: 1 },
  )
  renderPage(
    <LiveStatusProvider>
      <PlayerProvider nowPlaying={null}>
        <BrandPanel />
      </PlayerProvider>
    </LiveStatusProvider>,
    { call: station.call, at: '/login' },
  )
  expect(await screen.findByText(title)).toBeTruthy()
  expect(screen.getByText(words)).toBeTruthy()
})
