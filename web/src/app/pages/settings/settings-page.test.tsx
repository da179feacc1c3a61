import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import '../../../testing/native-elements.ts'
import { LiveStatusProvider } from '../../../features/stream/listener/live-status-provider.tsx'
import { PlayerProvider } from '../../../features/stream/listener/player-provider.tsx'
import { keepInstallOffer } from '../../../lib/install.ts'
import { onAirShow } from '../../../session/on-air-state.ts'
import { renderPage } from '../../../testing/render-page.tsx'
import {
  type Answer,
  failure,
  ok,
  openStation,
  type ReceivedRequest,
  type Station,
} from '../../../testing/station.ts'
import { aUser } from '../../../testing/user.ts'
import { SettingsPage } from './settings-page.tsx'

/** No station answers on it: what the page hears of the air is not this test's. */
class SilentSocket {
  static readonly OPEN = 1
  send(): void {}
  close(): void {}
}

let station: Station | undefined
beforeEach(() => {
  localStorage.clear()
  vi.stubGlobal('WebSocket', SilentSocket)
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }))
  vi.spyOn(console, 'error').mockReturnValue()
})
afterEach(async () => {
  cleanup()
  onAirShow.set(null)
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  await station?.close()
})

/** The page of `user`, with the player around it; saved preferences are answered by `save`. */
async function openSettings(user = aUser(), save: (request: ReceivedRequest) => Answer = () => ok(user)) {
  station = await openStation(
    (request) => {
      if (request.url.pathname === '/api/auth/me') return ok(user)
      return request.method === 'PUT' ? save(request) : failure(404, 'NOT_FOUND', 'No.')
    },
    { apiTimeoutMs: 60_000, maxRetries: 0, retryDelayMs: 1 },
  )
  renderPage(
    <LiveStatusProvider>
      <PlayerProvider nowPlaying={null}>
        <main>
          <SettingsPage />
        </main>
      </PlayerProvider>
    </LiveStatusProvider>,
    { call: station.call, at: '/settings' },
  )
  await screen.findByRole('heading', { name: 'Notifications' })
  return userEvent.setup({ delay: null })
}

const saves = () => station?.received.filter(({ method }) => method === 'PUT').map(({ body }) => body) ?? []
const sw = (name: RegExp | string) => screen.getByRole<HTMLInputElement>('switch', { name })
const part = (name: string) => within(screen.getByRole('region', { name }))

describe('what to be told of', () => {
  test.each([
    ['Broadcast started', true, 'When a broadcast goes live.'],
    ['Starting soon reminders', true, '15 minutes before a broadcast begins.'],
    ['New schedules', false, 'When a broadcast is scheduled or newly posted.'],
    ['System updates', true, 'New members, general news, alerts, information and reminders.'],
  ])('[SH41] %s is %s by default, and says what it does', async (label, isOn, effect) => {
    await openSettings()
    expect(sw(new RegExp(label)).checked).toBe(isOn)
    expect(sw(new RegExp(label)).closest('label')?.textContent).toContain(effect)
  })

  test('[SH42] a switch counts at once and is saved without a word', async () => {
    const hand = await openSettings(aUser(), ({ body }) => ok(aUser(body as object)))
    await hand.click(sw(/New schedules/))
    expect(sw(/New schedules/).checked).toBe(true)
    await waitFor(() => expect(saves()).toEqual([{ notifyNewSchedule: true }]))
    expect(screen.queryByText('Not synced')).toBeNull()
  })

  test('[SH42] a switch that is not saved stays, is marked, and Retry saves it', async () => {
    let isAway = true
    const hand = await openSettings(aUser(), ({ body }) =>
      isAway ? failure(503, 'DATABASE_AWAY', 'Something went wrong') : ok(aUser(body as object)),
    )
    await hand.click(sw(/System updates/))
    await screen.findByText('Not synced')
    expect(sw(/System updates/).checked).toBe(false)
    expect(sw(/System updates/).closest('label')?.textContent).toContain('Not synced')
    isAway = false
    await hand.click(screen.getByRole('button', { name: 'Retry' }))
    await waitFor(() => expect(screen.queryByText('Not synced')).toBeNull())
    expect(sw(/System updates/).checked).toBe(false)
    expect(saves()).toEqual([{ notifySystemUpdates: false }, { notifySystemUpdates: false }])
  })
})

describe('this device', () => {
  test('[NV21] the app is installed from here where the browser offers it', async () => {
    keepInstallOffer()
    const hand = await openSettings()
    expect(screen.queryByRole('button', { name: 'Install app' })).toBeNull()
    const prompt = vi.fn(async () => undefined)
    const offer = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), { prompt })
    act(() => void dispatchEvent(offer))
    expect(offer.defaultPrevented).toBe(true)
    await hand.click(await screen.findByRole('button', { name: 'Install app' }))
    expect(prompt).toHaveBeenCalledOnce()
    expect(screen.queryByRole('button', { name: 'Install app' })).toBeNull()
  })

  test('[SH51] a theme is shown and kept at once', async () => {
    const hand = await openSettings()
    await hand.click(screen.getByRole('radio', { name: 'Dark' }))
    expect(document.documentElement.dataset.theme).toBe('dark')
    await hand.click(screen.getByRole('radio', { name: 'Light' }))
    expect(document.documentElement.dataset.theme).toBe('light')
    expect(localStorage.getItem('carillon.theme')).toBe('"light"')
  })

  test('[SH51] motion is reduced at once, kept, and allowed again', async () => {
    const hand = await openSettings()
    await hand.click(sw(/Reduce motion/))
    expect(document.documentElement.dataset.motion).toBe('reduce')
    expect(localStorage.getItem('carillon.motion')).toBe('"reduce"')
    await hand.click(sw(/Reduce motion/))
    expect(document.documentElement.dataset.motion).toBeUndefined()
    expect(localStorage.getItem('carillon.motion')).toBeNull()
  })

  test('[SH51] the volume is the player’s, and the next visit begins with it', async () => {
    await openSettings()
    const slider = screen.getByRole<HTMLInputElement>('slider', { name: 'Volume' })
    expect(slider.value).toBe('80')
    fireEvent.change(slider, { target: { value: '35' } })
    expect(slider.value).toBe('35')
    expect(localStorage.getItem('carillon.volume')).toBe('35')
  })

  test('[SH51] single keys do nothing once they are turned off, and are listed', async () => {
    const hand = await openSettings()
    const muted = () => screen.queryByRole('button', { name: 'Unmute' }) !== null
    fireEvent.keyDown(document.body, { key: 'm' })
    expect(muted()).toBe(true)
    await hand.click(sw(/Single-key shortcuts/))
    fireEvent.keyDown(document.body, { key: 'm' })
    expect(muted()).toBe(true)
    await hand.click(sw(/Single-key shortcuts/))
    fireEvent.keyDown(document.body, { key: 'm' })
    expect(muted()).toBe(false)
    expect(part('Keyboard shortcuts').getByText('Play or pause')).toBeTruthy()
    expect(part('Keyboard shortcuts').queryByText('Ask to end the broadcast')).toBeNull()
  })

  test.each(['DJ', 'ADMIN'] as const)('[SH51] a %s also sees the keys of the studio', async (role) => {
    await openSettings(aUser({ role }))
    expect(part('Keyboard shortcuts').getByText('Ask to end the broadcast')).toBeTruthy()
  })

  test('[SH52] what this browser keeps is listed and forgotten', async () => {
    localStorage.setItem('carillon.theme', '"dark"')
    const hand = await openSettings()
    expect(part('Privacy').getByText('Theme')).toBeTruthy()
    expect(part('Privacy').queryByText('Pinned menu')).toBeNull()
    await hand.click(screen.getByRole('button', { name: 'Clear' }))
    expect(localStorage.getItem('carillon.theme')).toBeNull()
    expect(part('Privacy').queryByText('Theme')).toBeNull()
    expect(part('Privacy').getByRole('status').textContent).toBe(
      'Cleared. Your next visit here starts with the defaults.',
    )
  })

  test('[SH52] what brings a broadcast back after a reload stays while it is on air', async () => {
    localStorage.setItem('carillon.dj-state', '{}')
    onAirShow.set({ broadcastId: 7, title: 'Harana Hour', startedAt: 0 })
    const hand = await openSettings(aUser({ role: 'DJ' }))
    await hand.click(screen.getByRole('button', { name: 'Clear' }))
    expect(localStorage.getItem('carillon.dj-state')).toBe('{}')
  })
})

describe('the session', () => {
  test('[SH53] Sign Out asks first', async () => {
    const hand = await openSettings()
    await hand.click(screen.getByRole('button', { name: 'Sign Out' }))
    const dialog = within(screen.getByRole('alertdialog', { hidden: true }))
    expect(dialog.getByText('Are you absolutely sure?')).toBeTruthy()
    expect(screen.getByTestId('address').textContent).toBe('/settings')
    await hand.click(dialog.getByRole('button', { name: 'Sign Out', hidden: true }))
    expect(screen.getByTestId('address').textContent).toBe('/logout')
  })
})

describe('the list of parts', () => {
  test('[SH54] it leads to each part and marks it', async () => {
    const wentTo: string[] = []
    Element.prototype.scrollIntoView = function scrollIntoView() {
      wentTo.push(this.querySelector('h2')?.id ?? '')
    }
    const hand = await openSettings()
    const list = within(screen.getByRole('navigation', { name: 'Settings' }))
    expect(list.getByRole('link', { current: 'location' }).textContent).toBe('Notifications')
    await hand.click(list.getByRole('link', { name: 'Session' }))
    expect(list.getByRole('link', { current: 'location' }).textContent).toBe('Session')
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Session' }))
    expect(wentTo).toEqual(['session'])
  })
})

describe('two-step sign-in', () => {
  const OFF = { on: false, since: null, recoveryCodesLeft: 0 }
  const list = () => within(screen.getByRole('navigation', { name: 'Settings' }))

  test.each([
    ['LISTENER', false, false],
    ['LISTENER', true, true],
    ['DJ', false, true],
    ['MODERATOR', false, true],
    ['ADMIN', true, true],
  ] as const)('[TF22] a %s whose own is on (%s) has the section: %s', async (role, totp, isThere) => {
    await openSettings(aUser({ role, totp }), () => ok(OFF))
    expect(list().queryByRole('link', { name: 'Two-step sign-in' }) !== null).toBe(isThere)
    expect(screen.queryByRole('region', { name: 'Two-step sign-in' }) !== null).toBe(isThere)
  })
})
