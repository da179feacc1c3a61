import { cleanup, fireEvent, screen } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { aPoll } from '../../../features/polls/testing.tsx'
import { setPageWide } from '../../../testing/observers.ts'
import { air, namesPoll, open, push, stubListenStation } from './listen-testing.tsx'

stubListenStation()

describe('the room of a show', () => {
  test('[CV18] on phones the room is tabs under the player, and all of them stay in the page', async () => {
    setPageWide(false)
    open('/')
    const requests = await screen.findByRole('tab', { name: 'Requests' })
    expect(screen.getAllByRole('tab').map(({ textContent }) => textContent)).toEqual([
      'Chat',
      'Requests',
      'Poll',
      'Up next',
    ])
    await screen.findByRole('link', { name: 'Sign in to chat' })
    fireEvent.click(requests)
    expect(screen.getByRole('tabpanel', { name: 'Requests' })).toBeTruthy()
    expect(document.querySelector('#chat')).toBeTruthy()
    setPageWide(true)
  })

  test.each([true, false])(
    '[LS303] the dot of a poll that was answered, %s, is not there',
    async (hasVoted) => {
      setPageWide(false)
      air.polls = [aPoll({ status: 'ACTIVE', hasVoted })]
      open('/')
      const tab = await screen.findByRole('tab', { name: /^Poll/ })
      await screen.findAllByText(aPoll({}).question)
      expect(tab.textContent).toBe(hasVoted ? 'Poll' : 'Poll(new)')
      setPageWide(true)
    },
  )

  test('[LS615] each tab names a panel that is there', async () => {
    setPageWide(false)
    open('/')
    await screen.findByRole('tab', { name: 'Requests' })
    const panels = screen.getAllByRole('tab').map((tab) => tab.getAttribute('aria-controls') ?? '')
    for (const id of panels) expect(document.getElementById(id)?.getAttribute('role')).toBe('tabpanel')
    setPageWide(true)
  })

  test('[LS612] a line under the tabs shows the open poll and leads to it', async () => {
    setPageWide(false)
    air.role = 'LISTENER'
    air.polls = [aPoll({ status: 'ACTIVE', hasVoted: false })]
    open('/')
    const line = await screen.findByRole('button', { name: namesPoll })
    fireEvent.click(line)
    const tab = screen.getByRole('tab', { name: /^Poll/ })
    expect(tab.getAttribute('aria-selected')).toBe('true')
    expect(document.activeElement).toBe(tab)
    expect(screen.queryByRole('button', { name: namesPoll })).toBeNull()
    setPageWide(true)
  })

  test.each([
    ['to visitors', null, false],
    ['once it is answered', 'LISTENER', true],
  ] as const)('[LS612] it is not there %s', async (_when, role, hasVoted) => {
    setPageWide(false)
    air.role = role
    air.polls = [aPoll({ status: 'ACTIVE', hasVoted })]
    open('/')
    await screen.findAllByText(aPoll({}).question)
    expect(screen.queryByRole('button', { name: namesPoll })).toBeNull()
    setPageWide(true)
  })

  test('[CV18] beside the player on desktops, and gone a while after the end', async () => {
    open('/')
    await screen.findByRole('link', { name: 'Sign in to chat' })
    expect(screen.queryAllByRole('tab')).toHaveLength(0)
    air.isLive = false
    push()
    expect(await screen.findByText('The broadcast has ended. The chat is closed.')).toBeTruthy()
    cleanup()
    open('/')
    expect(await screen.findByText('The chat is closed. It opens with the next show.')).toBeTruthy()
  })
})
