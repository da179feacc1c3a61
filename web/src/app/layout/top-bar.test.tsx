import { act, cleanup, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import '../../testing/native-elements.ts'
import { setPageWide } from '../../testing/observers.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { failure, openStation, type Station } from '../../testing/station.ts'
import { StreamProviders } from '../slots/stream-providers.tsx'
import { TopBar } from './top-bar.tsx'

let station: Station
beforeEach(async () => {
  vi.stubGlobal(
    'WebSocket',
    class {
      close(): void {}
    },
  )
  station = await openStation(() => failure(401, 'NOT_SIGNED_IN', ''))
})
afterEach(async () => {
  cleanup()
  setPageWide(true)
  vi.unstubAllGlobals()
  await station.close()
})

test.each([true, false])('[SH303] date, time, theme and Sign Up are there, wide: %s', async (isWide) => {
  setPageWide(isWide)
  await act(async () =>
    renderPage(
      <StreamProviders>
        <TopBar drawerOpen={false} onOpenDrawer={() => undefined} />
      </StreamProviders>,
      { call: station.call, at: '/schedule' },
    ),
  )
  const bar = within(screen.getByRole('banner'))
  expect(bar.getByRole('time').textContent).toMatch(/\d{4}(,| ·) \d{1,2}:\d{2} [AP]M/)
  expect(bar.getAllByRole('button', { name: /^Switch to (dark|light) theme$/ })).toHaveLength(1)
  expect(bar.getAllByRole('link', { name: 'Sign Up' })).toHaveLength(1)
  expect(bar.getAllByRole('link', { name: 'Login' })).toHaveLength(1)
})
