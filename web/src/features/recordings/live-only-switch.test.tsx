import { cleanup, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { renderPage } from '../../testing/render-page.tsx'
import { failure, ok, openStation, type Station } from '../../testing/station.ts'
import { RecordingVisibilitySwitch } from './recording-visibility.tsx'

let station: Station
afterEach(async () => {
  cleanup()
  await station.close()
})

test('[SP23] a public show is marked as live only, and says what that means', async () => {
  let shown = { broadcastId: 3, isPublic: true, isLiveOnly: false }
  let isAway = false
  station = await openStation(
    ({ method, body }) => {
      if (method === 'PUT' && isAway) return failure(503, 'DATABASE_AWAY', 'Something went wrong')
      if (method === 'PUT') shown = { ...shown, ...(body as object) }
      return ok(shown)
    },
    { apiTimeoutMs: 60_000, maxRetries: 0, retryDelayMs: 1 },
  )
  renderPage(<RecordingVisibilitySwitch broadcastId={3} />, { call: station.call, at: '/' })
  const user = userEvent.setup({ delay: null })
  const control = await screen.findByRole<HTMLInputElement>('switch', { name: /Live only/ })
  expect(control.checked).toBe(false)
  await user.click(control)
  expect(await screen.findByText(/The station never plays it again/)).toBeTruthy()
  expect(station.received.at(-1)?.body).toEqual({ isLiveOnly: true })
  isAway = true
  await user.click(control)
  expect((await screen.findByRole('alert')).textContent).not.toBe('')
  expect(control.checked).toBe(true)
  isAway = false
  await user.click(screen.getByRole('switch', { name: /Public recording/ }))
  await expect.poll(() => screen.queryByRole('switch', { name: /Live only/ })).toBeNull()
})

test('[SH846] both switches keep the focus while a change is saved', async () => {
  station = await openStation(({ method }) =>
    method === 'PUT' ? undefined : ok({ broadcastId: 3, isPublic: true, isLiveOnly: false }),
  )
  renderPage(<RecordingVisibilitySwitch broadcastId={3} />, { call: station.call, at: '/' })
  const user = userEvent.setup({ delay: null })
  for (const name of [/Live only/, /Public recording/]) {
    const control = await screen.findByRole<HTMLInputElement>('switch', { name })
    await user.click(control)
    await expect.poll(() => control.getAttribute('aria-disabled')).toBe('true')
    expect([control.disabled, document.activeElement]).toEqual([false, control])
  }
})
