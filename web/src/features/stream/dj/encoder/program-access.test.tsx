import { act, cleanup, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import '../../../../testing/native-elements.ts'
import { renderPage } from '../../../../testing/render-page.tsx'
import { ok, openStation, type Station } from '../../../../testing/station.ts'
import { madePassword } from './made-password.ts'
import { ProgramAccess } from './program-access.tsx'

let station: Station
afterEach(async () => {
  cleanup()
  madePassword.set(null)
  await station.close()
})

test('[EN30] a password is shown only until another one replaces it, wherever that is made', async () => {
  let passwordSince: string | null = null
  const encoder = () => ({
    host: 'radio.example.edu',
    port: 8080,
    mount: '/studio.ogg',
    user: 'source',
    passwordSince,
    source: null,
    note: null,
  })
  station = await openStation(({ method }) => {
    if (method === 'GET') return ok(encoder())
    passwordSince = '2026-11-20T07:00:00.000Z'
    return ok({ ...encoder(), password: 'harana-hour' })
  })
  renderPage(<ProgramAccess broadcastId={3} />, { call: station.call, at: '/dj-dashboard' })
  await userEvent
    .setup({ delay: null })
    .click(await screen.findByRole('button', { name: 'Create a password' }))
  expect(await screen.findByText('harana-hour')).toBeTruthy()
  passwordSince = '2026-11-20T07:01:00.000Z'
  act(() => void dispatchEvent(new Event('visibilitychange')))
  expect(await screen.findByText(/^A password was created at 3:01 PM/)).toBeTruthy()
  expect(screen.queryByText('harana-hour')).toBeNull()
})
