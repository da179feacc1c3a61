import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { useCallback, useState } from 'react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import '../../testing/native-elements.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { ok, openStation, type Station } from '../../testing/station.ts'
import { aUser } from '../../testing/user.ts'
import { Drawer } from './drawer.tsx'
import { Rail } from './rail.tsx'

let station: Station
beforeEach(async () => {
  localStorage.clear()
  station = await openStation(() => ok(aUser({ role: 'DJ' })))
})
afterEach(async () => {
  cleanup()
  vi.useRealTimers()
  await station.close()
})

const rail = () => screen.getByRole('navigation', { name: 'Main' })
const isOpen = () => rail().classList.contains('rail-open')

async function showRail() {
  renderPage(<Rail />, { call: station.call, at: '/schedule' })
  await screen.findByRole('link', { name: 'DJ Dashboard' })
}

/** jsdom knows no PointerEvent kind: the event carries it by hand. */
function point(name: 'pointerover' | 'pointerleave', pointerType: string) {
  fireEvent(rail(), Object.assign(new Event(name), { pointerType }))
}

describe('the rail', () => {
  test('[SH27] it opens under the mouse and closes behind it, not for a finger', async () => {
    await showRail()
    point('pointerover', 'touch')
    expect(isOpen()).toBe(false)
    point('pointerover', 'mouse')
    expect(isOpen()).toBe(true)
    point('pointerleave', 'mouse')
    expect(isOpen()).toBe(false)
  })

  test('[SH27] Escape folds it', async () => {
    await showRail()
    point('pointerover', 'mouse')
    fireEvent.keyDown(document.body, { key: 'Escape' })
    expect(isOpen()).toBe(false)
  })

  test('[SH27] pinned it stays open, and is remembered', async () => {
    await showRail()
    point('pointerover', 'mouse')
    fireEvent.click(screen.getByRole('button', { name: 'Pin menu' }))
    point('pointerleave', 'mouse')
    fireEvent.keyDown(document.body, { key: 'Escape' })
    expect(isOpen()).toBe(true)
    cleanup()
    await showRail()
    expect(isOpen()).toBe(true)
    expect(screen.getByRole('button', { name: 'Pin menu' }).getAttribute('aria-pressed')).toBe('true')
  })

  test('[SH27] a finger opens it by its last button and closes it by a press elsewhere', async () => {
    await showRail()
    fireEvent.click(screen.getByRole('button', { name: 'About this station' }))
    expect(isOpen()).toBe(true)
    fireEvent(document.body, new Event('pointerdown', { bubbles: true }))
    expect(isOpen()).toBe(false)
  })

  test('[SH27] the current page is marked for everybody', async () => {
    await showRail()
    expect(screen.getByRole('link', { name: 'Schedule' }).getAttribute('aria-current')).toBe('page')
    expect(document.querySelectorAll('[aria-current]')).toHaveLength(1)
  })

  test('[SH28] open, its foot carries the links, the motto, the year and the version', async () => {
    await showRail()
    point('pointerover', 'mouse')
    const links = ['Privacy Policy', 'Terms of Service', 'Contact'].map((name) =>
      screen.getByRole('link', { name }).getAttribute('href'),
    )
    expect(links).toEqual(['/privacy-policy', '/terms-of-service', '/contact'])
    expect(rail().textContent).toContain('Broadcasting Excellence')
    expect(rail().textContent).toMatch(/© 2025 .*v1\.0$/)
  })
})

describe('the drawer', () => {
  function Phone() {
    const [open, setOpen] = useState(false)
    return (
      <>
        <button type="button" onClick={() => setOpen(true)}>
          Open menu
        </button>
        <Drawer open={open} onClose={useCallback(() => setOpen(false), [])} />
      </>
    )
  }

  const drawer = () => screen.queryByRole('dialog', { name: 'Menu' })

  async function openDrawer() {
    renderPage(<Phone />, { call: station.call, at: '/' })
    await act(async () => fireEvent.click(screen.getByText('Open menu')))
    expect(drawer()).toBeTruthy()
    await screen.findByRole('link', { name: 'Schedule' })
  }

  test('[SH29] it closes 100 ms after the route changed', async () => {
    await openDrawer()
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    fireEvent.click(screen.getByRole('link', { name: 'Schedule' }))
    act(() => vi.advanceTimersByTime(99))
    expect(drawer()).toBeTruthy()
    act(() => vi.advanceTimersByTime(1))
    expect(drawer()).toBeNull()
  })

  test('[SH302] it closes when the item of the current page is pressed as well', async () => {
    await openDrawer()
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    fireEvent.click(screen.getByRole('link', { name: 'DJ Dashboard' }))
    act(() => vi.advanceTimersByTime(100))
    await act(async () => fireEvent.click(screen.getByText('Open menu')))
    fireEvent.click(screen.getByRole('link', { name: 'DJ Dashboard' }))
    act(() => vi.advanceTimersByTime(100))
    expect(drawer()).toBeNull()
  })

  test('[SH29] its button, Escape and a press beside it close it', async () => {
    await openDrawer()
    fireEvent.click(screen.getByRole('button', { name: 'Close menu' }))
    expect(drawer()).toBeNull()
    fireEvent.click(screen.getByText('Open menu'))
    fireEvent(screen.getByRole('dialog'), new Event('cancel', { cancelable: true }))
    expect(drawer()).toBeNull()
    fireEvent.click(screen.getByText('Open menu'))
    const beside = Object.assign(new Event('pointerdown', { bubbles: true }), { clientX: 350, clientY: 10 })
    fireEvent(screen.getByRole('dialog'), beside)
    expect(drawer()).toBeNull()
  })
})
