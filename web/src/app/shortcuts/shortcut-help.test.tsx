import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, test } from 'vitest'
import '../../testing/native-elements.ts'
import { isShortcutHelpOpen } from '../../lib/shortcut-help.ts'
import { turnShortcuts } from '../../lib/single-keys.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { failure, ok, openStation, type Station } from '../../testing/station.ts'
import { aUser } from '../../testing/user.ts'
import { shortcutGroups } from './shortcut-groups.ts'
import { ShortcutHelpSlot } from './shortcut-help-slot.tsx'

let station: Station | undefined
afterEach(async () => {
  cleanup()
  isShortcutHelpOpen.set(false)
  turnShortcuts(true)
  await station?.close()
})

async function openPage(user: ReturnType<typeof aUser> | null) {
  station = await openStation(() => (user ? ok(user) : failure(401, 'UNAUTHENTICATED', 'Sign in first.')))
  const page = (
    <>
      <input aria-label="Search" />
      <ShortcutHelpSlot />
    </>
  )
  renderPage(page, { call: station.call, at: '/schedule' })
}

const press = (element: Element = document.body) => fireEvent.keyDown(element, { key: '?', shiftKey: true })
const titles = (role: Parameters<typeof shortcutGroups>[0]) => shortcutGroups(role).map(({ title }) => title)
const keysEverywhere = (role: Parameters<typeof shortcutGroups>[0]) =>
  shortcutGroups(role)
    .find(({ title }) => title === 'Everywhere')
    ?.rows.map(([keys]) => keys)

describe('the list of shortcuts', () => {
  test('[SH711] opens at ? for a visitor, with the keys that a visitor has, and closes', async () => {
    await openPage(null)
    press()
    const list = await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })
    expect(list.textContent).toContain('Play or pause')
    expect(list.textContent).not.toContain('Ctrl')
    fireEvent.click(screen.getByRole('button', { name: 'Close' }))
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  test('[SH711] has the studio for a DJ', async () => {
    await openPage(aUser({ role: 'DJ' }))
    press()
    await waitFor(() => expect(screen.getByRole('dialog').textContent).toContain('Ask to end the broadcast'))
  })

  test('[SH711] in a text, with single keys off, or over another dialog, ? opens nothing', async () => {
    await openPage(null)
    press(screen.getByLabelText('Search'))
    turnShortcuts(false)
    press()
    turnShortcuts(true)
    const other = document.body.appendChild(document.createElement('dialog'))
    other.setAttribute('open', '')
    press()
    other.remove()
    expect(isShortcutHelpOpen.get()).toBe(false)
  })

  test('[SH711] each role has the keys of its pages', () => {
    expect(titles(null)).toEqual(['Player', 'Chat', 'Everywhere'])
    expect(titles('MODERATOR')).toEqual(['Player', 'Chat', 'Everywhere'])
    expect(titles('ADMIN')).toEqual(['Player', 'Chat', 'Everywhere', 'In the studio'])
    expect(keysEverywhere(null)).toEqual(['?'])
    expect(keysEverywhere('LISTENER')).toEqual(['?', 'Ctrl + K'])
    expect(keysEverywhere('DJ')).toEqual(['?', 'Ctrl + K', '/'])
  })
})
