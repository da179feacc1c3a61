import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, test } from 'vitest'
import '../../testing/native-elements.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { ok, openStation, type ReceivedRequest, type Station } from '../../testing/station.ts'
import { aUser } from '../../testing/user.ts'
import { findEntries, pageEntries } from './palette-entries.ts'
import { PaletteSlot } from './palette-slot.tsx'

let station: Station | undefined
afterEach(async () => {
  cleanup()
  await station?.close()
})

const SHOW = {
  id: 7,
  title: 'Harana Hour',
  status: 'SCHEDULED',
  scheduledStart: '2026-11-27T19:00:00.000',
  createdBy: { id: 2, name: 'Marco Reyes', role: 'DJ' },
}
const BEN = aUser({ id: 5, email: 'ben@campus.example', firstname: 'Ben', lastname: 'Tan', name: 'Ben Tan' })

function answer({ url }: ReceivedRequest) {
  if (url.pathname === '/api/broadcasts/live') return ok([])
  if (url.pathname === '/api/broadcasts/upcoming') return ok([SHOW])
  if (url.pathname === '/api/auth/paged')
    return ok({ content: [BEN], last: true, page: 0, size: 5, totalElements: 1, totalPages: 1 })
  return ok(aUser({ role: 'MODERATOR' }))
}

async function openPalette(role: 'LISTENER' | 'MODERATOR') {
  station = await openStation(answer)
  renderPage(<PaletteSlot role={role} />, { call: station.call, at: '/schedule' })
  const hand = userEvent.setup()
  await hand.keyboard('{Control>}k{/Control}')
  return { hand, field: await screen.findByRole('combobox', { hidden: true }) }
}

const rows = () => screen.queryAllByRole('option', { hidden: true }).map((row) => row.textContent)
const address = () => screen.getByTestId('address').textContent

describe('the palette', () => {
  test('[SH403] opens at Ctrl+K, leads by keys alone to a show, and closes', async () => {
    const { hand, field } = await openPalette('LISTENER')
    await hand.type(field, 'harana')
    await waitFor(() => expect(rows()).toEqual(['Harana HourShow · Marco Reyes · Nov 27, 2026, 7:00 PM']))
    await hand.keyboard('{Enter}')
    expect(address()).toBe('/broadcast/7')
    expect(screen.queryByRole('combobox', { hidden: true })).toBeNull()
  })

  test('[SH403] the Enter that confirms a choice of an input method opens nothing', async () => {
    const { field } = await openPalette('LISTENER')
    fireEvent.keyDown(field, { key: 'Enter', keyCode: 229 })
    expect(address()).toBe('/schedule')
  })

  test('[SH403] names the row that Enter opens, and says when nothing is found', async () => {
    const { hand, field } = await openPalette('LISTENER')
    const chosen = () =>
      document.getElementById(field.getAttribute('aria-activedescendant') ?? '')?.textContent
    expect(chosen()).toBe('ListenPage')
    await hand.keyboard('{ArrowDown}')
    expect(chosen()).toBe('SchedulePage')
    await hand.type(field, 'zzz')
    expect(screen.getByRole('status', { hidden: true }).textContent).toContain('Nothing found')
  })

  test('[SH404] finds people for staff, and asks for none for a listener', async () => {
    const { hand, field } = await openPalette('MODERATOR')
    await hand.type(field, 'ben')
    await waitFor(() => expect(rows()).toEqual(['Ben TanListener · ben@campus.example']))
    await hand.keyboard('{Enter}')
    expect(address()).toBe('/moderator')
    cleanup()
    await station?.close()

    const listener = await openPalette('LISTENER')
    await listener.hand.type(listener.field, 'settings')
    await waitFor(() => expect(rows()).toEqual(['SettingsPage']))
    expect(station?.received.some(({ url }) => url.pathname === '/api/auth/paged')).toBe(false)
  })

  test('[SH404] who was found by other words is not there for the next', async () => {
    const { hand, field } = await openPalette('MODERATOR')
    await hand.type(field, 'ben')
    await screen.findByText('Ben Tan')
    await hand.type(field, 'q')
    expect(screen.queryByText('Ben Tan')).toBeNull()
  })
})

test('[SH404] the pages of the palette are those of the role', () => {
  const pages = (role: 'LISTENER' | 'DJ' | 'ADMIN') => pageEntries(role).map(({ to }) => to)
  expect(pages('LISTENER')).toEqual([
    '/dashboard',
    '/schedule',
    '/announcements',
    '/notifications',
    '/profile',
    '/settings',
  ])
  expect(pages('DJ')).toContain('/announcements/create')
  expect(pages('ADMIN')).toContain('/admin')
  expect(findEntries(pageEntries('DJ'), 'DASH dj').map(({ to }) => to)).toEqual(['/dj-dashboard'])
})
