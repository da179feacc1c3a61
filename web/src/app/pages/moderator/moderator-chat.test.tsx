import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { pageOf, SHOW } from '../../../testing/dashboard.ts'
import { failure, ok } from '../../../testing/station.ts'
import { toasts } from '../../../ui/toast.ts'
import {
  air,
  aroundEachTest,
  BEA,
  NOW,
  open,
  receive,
  row,
  say,
  sent,
  shown,
  tile,
} from './moderator-testing.tsx'

aroundEachTest()

describe('the live chat', () => {
  test('[MV11] Up and Down move between messages, of which one is a tab stop', async () => {
    const user = await open()
    await user.click(row(/sorry/))
    await user.keyboard('{ArrowUp}{ArrowUp}')
    expect(document.activeElement).toBe(row(/what a/))
    await user.keyboard('{Home}{ArrowUp}')
    expect(document.activeElement).toBe(row(/Good evening/))
    await user.keyboard('{End}')
    expect(document.activeElement).toBe(row(/sorry/))
    expect(shown().length).toBe(4)
    const stops = screen.getAllByRole('button', { name: /Good evening|what a|be nice|sorry/ })
    expect(stops.filter(({ tabIndex }) => tabIndex === 0)).toEqual([row(/sorry/)])
  })

  test('[MV12] Delete removes with an undo, Shift+Delete at once', async () => {
    const user = await open()
    await user.click(row(/be nice/))
    await user.keyboard('{Delete}')
    expect(toasts.get().map(({ text, action }) => [text, action?.label])).toEqual([
      ['Removed a message by Bea Santos', 'Undo'],
    ])
    expect(sent('DELETE', '/api/chats/messages/13')).toHaveLength(0)
    await user.click(screen.getByRole('button', { name: 'Undo: keep the message by Bea Santos' }))
    expect(toasts.get()).toEqual([])
    await user.click(row(/be nice/))
    await user.keyboard('{Shift>}{Delete}{/Shift}')
    await waitFor(() => expect(sent('DELETE', '/api/chats/messages/13')).toHaveLength(1))
    await waitFor(() => expect(shown()[2]).toContain('Message removed by a moderator'))
  })

  test('[MV12] B bans, also whose message is gone already; S leads to slow mode', async () => {
    const user = await open()
    await user.click(row(/sorry/))
    await user.keyboard('{Shift>}{Delete}{/Shift}b')
    const dialog = await screen.findByRole('dialog', { name: 'Ban Ana Cruz' })
    expect(document.activeElement).toBe(within(dialog).getByRole('textbox', { name: /^Reason/ }))
    await user.keyboard('Rude')
    await user.click(within(dialog).getByRole('radio', { name: '1 day' }))
    await user.click(within(dialog).getByRole('button', { name: 'Ban Ana' }))
    await waitFor(() =>
      expect(sent('POST', '/api/auth/7/ban')[0]?.body).toEqual({ unit: 'DAYS', amount: 1, reason: 'Rude' }),
    )
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Ban Ana Cruz' })).toBeNull())
    await user.click(row(/be nice/))
    await user.keyboard('s')
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Slow mode' }))
  })

  test.each([
    ['the same show, which is over', {}, true],
    ['another one', { id: 2, title: 'Kundiman' }, false],
  ])('[MV960] a ban that is being written outlives the end: then %s', async (_, change, isKept) => {
    const user = await open()
    const before = screen.getByRole('list', { name: 'Messages, newest last' })
    const around = await screen.findByRole('heading', { name: 'To review' })
    await user.click(row(/sorry/))
    await user.keyboard('b')
    await screen.findByRole('dialog', { name: 'Ban Ana Cruz' })
    await user.keyboard('Rude')
    const over = { ...SHOW, status: 'ENDED', actualEnd: NOW, ...change }
    air.answers['GET /api/broadcasts/history'] = ok(pageOf([over]))
    air.answers['GET /api/chats/2'] = ok([])
    air.isLive = false
    // Another way to learn of it than the push, which this station does not send.
    act(() => void dispatchEvent(new Event('online')))
    await waitFor(() => expect(tile('Station')).toContain(`Not Live${over.title}ended`))
    expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: /^Reason/ }).value).toBe('Rude')
    expect([before.isConnected, around.isConnected]).toEqual([isKept, true])
  })

  test('[MV14] actions name the author, and what may not be done says why', async () => {
    const user = await open()
    expect(screen.getAllByRole('button', { name: 'Delete message by Ana Cruz' })).toHaveLength(2)
    expect(screen.getAllByRole('button', { name: 'Ban Ana Cruz' })).toHaveLength(2)
    const refused = screen.getByRole('button', { name: 'Moderators can ban only listeners.' })
    expect(refused.getAttribute('aria-disabled')).toBe('true')
    await user.click(row(/Good evening/))
    await user.keyboard('b')
    expect(screen.queryByRole('dialog', { name: /^Ban/ })).toBeNull()
  })

  test('[MV3] a message that the station does not remove is back, with why', async () => {
    air.answers['DELETE /api/chats/messages/13'] = failure(
      403,
      'FORBIDDEN',
      'You are not allowed to do this.',
    )
    const user = await open()
    await user.click(row(/be nice/))
    await user.keyboard('{Shift>}{Delete}{/Shift}')
    await waitFor(() =>
      expect(toasts.get().map(({ text }) => text)).toEqual([
        'The message by Bea Santos could not be removed. You are not allowed to do this.',
      ]),
    )
    expect(shown()[2]).toContain('be nice')
  })

  test('[MV13] it stands still while a message has the focus, and says how many are new', async () => {
    const user = await open()
    await user.click(row(/sorry/))
    await receive({ type: 'CHAT_MESSAGE', message: say(15, BEA, 'one more') })
    await user.click(await screen.findByRole('button', { name: '1 new message' }))
    expect(shown()[4]).toContain('one more')
    expect(screen.queryByRole('button', { name: /new message/ })).toBeNull()
    await receive({ type: 'CHAT_MESSAGE', message: say(16, BEA, 'and another') })
    await waitFor(() => expect(shown()).toHaveLength(6))
  })

  test('[MV13] what colleagues remove is marked also while it stands still', async () => {
    const user = await open()
    await user.click(row(/sorry/))
    await receive({ type: 'MESSAGE_DELETED', id: 12 })
    await waitFor(() => expect(shown()[1]).toContain('Message removed by a moderator'))
  })

  test('[MV6] the filter Masked leaves the masked ones', async () => {
    const user = await open()
    await user.click(screen.getByRole('radio', { name: 'Masked' }))
    expect(shown()).toHaveLength(1)
    expect(screen.getByText('****').tagName).toBe('MARK')
  })

  test('[MV15] slow mode is one chip: its seconds to choose, and Off', async () => {
    const user = await open()
    await user.click(screen.getByRole('button', { name: 'Slow mode' }))
    await user.click(screen.getByRole('button', { name: '30 s', hidden: true }))
    await screen.findByRole('button', { name: 'Slow mode · 30 s' })
    expect(sent('PUT', '/api/broadcasts/3/slowmode')[0]?.body).toEqual({ enabled: true, seconds: 30 })
    await receive({ type: 'SLOW_MODE', enabled: true, seconds: 60 })
    await screen.findByRole('button', { name: 'Slow mode · 60 s' })
    await user.click(screen.getByRole('button', { name: 'Turn slow mode off' }))
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Turn slow mode off' })).toBeNull())
    expect(sent('PUT', '/api/broadcasts/3/slowmode')[1]?.body).toEqual({ enabled: false, seconds: 60 })
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Slow mode' }))
  })

  test('[MV15] a slow mode that cannot be set says why', async () => {
    air.answers['PUT /api/broadcasts/3/slowmode'] = failure(409, 'WRONG_STATE', 'The broadcast has ended.')
    const user = await open()
    await user.click(screen.getByRole('button', { name: 'Slow mode' }))
    await user.click(screen.getByRole('button', { name: '5 s', hidden: true }))
    expect((await screen.findByRole('alert')).textContent).toBe('The broadcast has ended.')
  })
})
