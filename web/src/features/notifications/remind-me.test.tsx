import { cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, test } from 'vitest'
import '../../testing/native-elements.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { failure, ok, openStation, type Station } from '../../testing/station.ts'
import { aUser } from '../../testing/user.ts'
import { RemindMe } from './remind-me.tsx'

let station: Station | undefined
afterEach(async () => {
  cleanup()
  await station?.close()
})

/** A button for show 7; `given` are the settings of who presses it. */
async function open(given: Parameters<typeof aUser>[0] = {}, refuse = false) {
  let isSet = false
  station = await openStation(
    ({ method, url }) => {
      if (url.pathname === '/api/auth/me') return ok(aUser(given))
      if (url.pathname !== '/api/broadcasts/7/reminder') return failure(404, 'NOT_FOUND', 'Not found.')
      if (method === 'PUT' && refuse)
        return failure(409, 'WRONG_STATE', 'This show has begun, or its time has passed.')
      if (method !== 'GET') isSet = method === 'PUT'
      return method === 'DELETE' ? { status: 204 } : ok({ isSet })
    },
    { apiTimeoutMs: 60_000, maxRetries: 0, retryDelayMs: 1 },
  )
  renderPage(<RemindMe on="card" broadcastId={7} waiting={null} />, { call: station.call, at: '/schedule' })
  const user = userEvent.setup()
  const button = await screen.findByRole('button', { name: 'Remind me' })
  const orders = () =>
    station?.received
      .filter(({ method }) => method !== 'GET')
      .map(({ method, url }) => `${method} ${url.pathname}`)
  return { user, button, orders }
}

describe('Remind me', () => {
  test('[NV27] asks for this show alone, and takes it back', async () => {
    const { user, button, orders } = await open()
    await user.click(button)
    await screen.findByText('You get a notification 15 minutes before this show.')
    expect(button.textContent).toBe('Reminder set')
    await user.click(await screen.findByText('Remove reminder'))
    await waitFor(() => expect(button.textContent).toBe('Remind me'))
    expect(orders()).toEqual(['PUT /api/broadcasts/7/reminder', 'DELETE /api/broadcasts/7/reminder'])
  })

  test('[NV27] shows that the settings keep it back', async () => {
    const { user, button } = await open({ notifyBroadcastReminders: false, notifySystemUpdates: false })
    await user.click(button)
    await screen.findByText(/System updates are off/)
  })

  test('[NV27] a refusal is shown, and nothing is set', async () => {
    const { user, button } = await open({}, true)
    await user.click(button)
    await screen.findByText('This show has begun, or its time has passed.')
    expect(button.textContent).toBe('Remind me')
  })
})
