import { cleanup, fireEvent, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, test } from 'vitest'
import '../../testing/native-elements.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { ok, openStation, type Station } from '../../testing/station.ts'
import { aUser } from '../../testing/user.ts'
import { UserMenu } from './user-menu.tsx'

let station: Station | undefined
afterEach(async () => {
  cleanup()
  await station?.close()
})

async function openMenu(user = aUser()) {
  station = await openStation(() => ok(user))
  renderPage(<UserMenu user={user} />, { call: station.call, at: '/schedule' })
  const hand = userEvent.setup()
  await hand.click(screen.getByRole('button', { name: /^Account menu for/ }))
  return hand
}

const items = () => screen.getAllByRole('menuitem', { hidden: true })
const labelOf = (element: Element | null) => element?.textContent
const button = (name: string) => screen.getByRole('button', { name, hidden: true })

describe('the account menu', () => {
  test('[SH25] it names who is signed in and leads to profile, settings and the way out', async () => {
    await openMenu(aUser({ role: 'MODERATOR' }))
    const menu = document.querySelector('[popover="auto"]')
    expect(menu?.textContent).toContain('Ana Cruz')
    expect(menu?.textContent).toContain('ana@campus.example')
    expect(menu?.textContent).toContain('Moderator')
    expect(items().map(labelOf)).toEqual([
      'ProfileManage your account',
      'SettingsPreferences & privacy',
      'Logout',
    ])
  })

  test.each([
    ['LISTENER', 'AC', false],
    ['MODERATOR', 'AC', false],
    ['DJ', '', true],
    ['ADMIN', '', true],
  ] as const)('[SH25] %s wears "%s", an icon: %s', async (role, initials, hasIcon) => {
    await openMenu(aUser({ role }))
    const face = screen.getByRole('button', { name: 'Account menu for Ana Cruz' })
    expect(face.textContent).toBe(initials)
    expect(face.querySelector('svg') !== null).toBe(hasIcon)
  })

  test('[SH25] arrows, Home, End and first letters move through it', async () => {
    await openMenu()
    expect(labelOf(document.activeElement)).toMatch(/^Profile/)
    const press = (key: string) => fireEvent.keyDown(document.activeElement ?? document.body, { key })
    press('ArrowUp')
    expect(labelOf(document.activeElement)).toBe('Logout')
    press('ArrowDown')
    expect(labelOf(document.activeElement)).toMatch(/^Profile/)
    press('End')
    press('s')
    expect(labelOf(document.activeElement)).toMatch(/^Settings/)
    press('Home')
    expect(labelOf(document.activeElement)).toMatch(/^Profile/)
  })

  test('[SH26] signing out asks first, in the words of the specification, with the focus on Cancel', async () => {
    const hand = await openMenu()
    await hand.click(screen.getByRole('menuitem', { name: 'Logout', hidden: true }))
    const dialog = screen.getByRole('alertdialog', { name: 'Are you absolutely sure?' })
    expect(document.getElementById(dialog.getAttribute('aria-describedby') ?? '')?.textContent).toBe(
      'This will sign you out of your account. You will need to sign in again to access your dashboard.',
    )
    expect(document.activeElement).toBe(button('Cancel'))
    await hand.click(button('Cancel'))
    expect(screen.getByTestId('address').textContent).toBe('/schedule')
    expect(screen.queryByText('Are you absolutely sure?')).toBeNull()
  })

  test('[SH26] Sign Out leads to /logout', async () => {
    const hand = await openMenu()
    await hand.click(screen.getByRole('menuitem', { name: 'Logout', hidden: true }))
    await hand.click(button('Sign Out'))
    expect(screen.getByTestId('address').textContent).toBe('/logout')
  })
})
