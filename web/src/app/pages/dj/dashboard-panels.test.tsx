import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { turnShortcuts } from '../../../lib/single-keys.ts'
import { stubPageWidth } from '../../../testing/page-width.ts'
import { DashboardPanels, useDashboardLayout } from './dashboard-panels.tsx'
import type { PanelId } from './use-panel-keys.ts'

afterEach(() => {
  cleanup()
  turnShortcuts(true)
  vi.unstubAllGlobals()
})

/** A page so wide, with a field in each panel. */
function open(width: number) {
  stubPageWidth(width)
  render(<Dashboard />)
  return userEvent.setup()
}

function Dashboard() {
  const [selected, setSelected] = useState<PanelId>('chat')
  const field = (id: PanelId) => <input aria-label={`In ${id}`} />
  return (
    <DashboardPanels
      layout={useDashboardLayout()}
      selected={selected}
      onSelect={setSelected}
      panels={{
        chat: field('chat'),
        requests: field('requests'),
        polls: field('polls'),
        audio: field('audio'),
      }}
      waiting={{ chat: { count: 3, countWord: 'new' }, requests: { count: 120, countWord: 'waiting' } }}
    />
  )
}

const tabs = () => screen.queryAllByRole('tab').map((tab) => tab.textContent)
const inView = () => screen.getAllByRole('textbox').map((field) => field.getAttribute('aria-label'))
const field = (id: PanelId) => screen.getByLabelText<HTMLInputElement>(`In ${id}`)

describe('the panels of the desk', () => {
  test('[DJ42] are four tabs on phones, with one in view', async () => {
    const user = open(360)
    expect(tabs()).toEqual(['Chat3, 3 new', 'Requests99+, 120 waiting', 'Polls', 'Audio'])
    expect(inView()).toEqual(['In chat'])
    await user.click(screen.getByRole('tab', { name: 'Audio' }))
    expect(inView()).toEqual(['In audio'])
    expect(screen.getByRole('tabpanel', { name: 'Audio' })).toBeTruthy()
  })

  test('[DJ42] are three tabs beside the sound from 1024 px, and no tabs from 1440 px', () => {
    open(1024)
    expect(tabs()).toHaveLength(3)
    expect(inView()).toEqual(['In audio', 'In chat'])
    cleanup()
    open(1440)
    expect(tabs()).toEqual([])
    expect(inView()).toEqual(['In audio', 'In chat', 'In requests', 'In polls'])
  })

  test('[DJ42] keep what was written in them while another is in view', async () => {
    const user = open(360)
    await user.type(field('chat'), 'Hello')
    await user.click(screen.getByRole('tab', { name: 'Polls' }))
    await user.click(screen.getByRole('tab', { name: /^Chat/ }))
    expect(field('chat').value).toBe('Hello')
  })

  test('[SH821] show the one where somebody writes when they become tabs', () => {
    const setWidth = stubPageWidth(1440)
    render(<Dashboard />)
    field('polls').focus()
    setWidth(1024)
    expect(inView()).toEqual(['In audio', 'In polls'])
    expect(document.activeElement).toBe(field('polls'))
    field('audio').focus()
    setWidth(360)
    expect(inView()).toEqual(['In audio'])
  })

  test('[DJ43] tell what waits in them', () => {
    open(360)
    expect(screen.getByRole('tab', { name: 'Chat, 3 new' })).toBeTruthy()
    expect(screen.getByRole('tab', { name: 'Requests, 120 waiting' })).toBeTruthy()
  })
})

describe('the keys of the panels', () => {
  test('[DJ44] 1 to 4 bring a panel into view and the focus to it', async () => {
    const user = open(360)
    for (const [key, name] of ['Chat', 'Requests', 'Polls', 'Audio'].entries()) {
      await user.keyboard(String(key + 1))
      const panel = await screen.findByRole('tabpanel', { name: new RegExp(`^${name}`) })
      await waitFor(() => expect(document.activeElement).toBe(panel))
    }
    await user.keyboard('5')
    expect(inView()).toEqual(['In audio'])
  })

  test('[DJ44] where nothing is a tab they lead to the panel', async () => {
    const user = open(1440)
    await user.keyboard('3')
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('group', { name: 'Polls' })))
  })

  test('[DJ44] do nothing while something is typed, with a modifier, in a dialog, or where single keys are off', async () => {
    const user = open(360)
    await user.type(field('chat'), '2')
    await user.tab()
    await user.keyboard('{Control>}2{/Control}')
    const dialog = document.body.appendChild(document.createElement('dialog'))
    fireEvent.keyDown(dialog, { key: '2' })
    dialog.remove()
    turnShortcuts(false)
    fireEvent.keyDown(document.body, { key: '2' })
    expect(inView()).toEqual(['In chat'])
    turnShortcuts(true)
    fireEvent.keyDown(document.body, { key: '2' })
    expect(inView()).toEqual(['In requests'])
  })
})
