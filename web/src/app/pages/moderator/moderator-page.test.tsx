import { DEAD_AIR_MESSAGE, FEED_HELD_MESSAGE } from '@carillon/contract/stream/schemas'
import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { anAnnouncement } from '../../../features/announcements/testing.tsx'
import { assertiveAnnouncement } from '../../../lib/announce.ts'
import { pageOf, SHOW } from '../../../testing/dashboard.ts'
import { failure, ok } from '../../../testing/station.ts'
import { aUser } from '../../../testing/user.ts'
import { toasts } from '../../../ui/toast.ts'
import { air, aroundEachTest, BEA, NOW, open, receive, row, say, sent, tile } from './moderator-testing.tsx'

aroundEachTest()

const DRAFT = anAnnouncement({ status: 'DRAFT', publishedAt: null })

describe('around the chat', () => {
  test('[MV16] the tiles tell on air or not, listeners, pace and masked messages', async () => {
    await open()
    expect(tile('Station')).toContain('LIVEHarana Hoursince 2:00 PM')
    expect(tile('Listeners')).toContain('128')
    expect(tile('Messages a minute')).toContain('4')
    expect(tile('Masked messages')).toContain('1')
  })

  test('[MV20] a tile tells what listeners hear, and silence is said aloud', async () => {
    await open()
    expect(tile('Audio')).toBe('AudioOK')
    cleanup()
    air.problem = DEAD_AIR_MESSAGE
    await open()
    expect(tile('Audio')).toContain('Silencefor 20 seconds or more')
    expect(assertiveAnnouncement.get().text).toBe('Listeners hear silence')
    cleanup()
    air.problem = FEED_HELD_MESSAGE
    await open()
    expect(tile('Audio')).toContain('Silencethe stream is stopped')
  })

  test('[MV961] when the station does not answer, the tiles say as of when, and nothing is said to be fine', async () => {
    await open()
    expect(screen.getByText('OK').className).toContain('success')
    air.answers['GET /api/broadcasts/live/health'] = failure(404, 'NOT_FOUND', 'Not found.')
    act(() => void dispatchEvent(new Event('online')))
    const asOf = /as of \d+:\d\d [AP]M$/
    await waitFor(() => expect(tile('Station')).toMatch(asOf))
    expect(tile('Station')).not.toContain('LIVE')
    expect(tile('Listeners')).toMatch(asOf)
    expect(tile('Audio')).toMatch(asOf)
    expect(screen.getByText('OK').className).not.toContain('success')
  })

  test('[MV21] a tile tells whether the media service runs', async () => {
    const radio = { startedAt: '2026-11-20T05:00:00.000Z', feedHeld: false }
    air.answers['GET /api/radio/status'] = ok({ ...radio, running: true })
    await open()
    await waitFor(() => expect(tile('Media service')).toContain('Running'))
    cleanup()
    air.answers['GET /api/radio/status'] = ok({ ...radio, running: false, startedAt: null })
    await open()
    await waitFor(() => expect(tile('Media service')).toContain('Stoppednothing can go on air'))
  })

  test('[MV22] the show on air is ended after a question with its consequences', async () => {
    air.answers['POST /api/broadcasts/3/end'] = ok({ ...SHOW, status: 'ENDED', actualEnd: NOW })
    const user = await open()
    await user.click(screen.getByRole('button', { name: 'End broadcast…' }))
    const question = within(await screen.findByRole('alertdialog', { name: 'End “Harana Hour”?' }))
    expect(document.activeElement).toBe(question.getByRole('button', { name: 'Cancel' }))
    expect(question.getByText(/^128 people are listening\. The stream ends for everyone/)).toBeTruthy()
    await user.click(question.getByRole('button', { name: 'End broadcast' }))
    await waitFor(() => expect(sent('POST', '/api/broadcasts/3/end')).toHaveLength(1))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    air.isLive = false
    // Another way to learn of it than the push, which this station does not send.
    act(() => void dispatchEvent(new Event('online')))
    await waitFor(() => expect(screen.queryByRole('button', { name: 'End broadcast…' })).toBeNull())
    expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }))
  })

  test('[MV202] a reason that was written goes with the end', async () => {
    air.answers['POST /api/broadcasts/3/end'] = ok({ ...SHOW, status: 'ENDED', actualEnd: NOW })
    const user = await open()
    await user.click(screen.getByRole('button', { name: 'End broadcast…' }))
    const question = within(await screen.findByRole('alertdialog', { name: 'End “Harana Hour”?' }))
    await user.type(question.getByRole('textbox', { name: /^Reason/ }), 'The studio closes early')
    await user.click(question.getByRole('button', { name: 'End broadcast' }))
    await waitFor(() => expect(sent('POST', '/api/broadcasts/3/end')).toHaveLength(1))
    expect(sent('POST', '/api/broadcasts/3/end')[0]?.body).toEqual({ reason: 'The studio closes early' })
  })

  test('[MV201] the line to its DJ is beside the show on air', async () => {
    air.answers['GET /api/broadcasts/3/staff-messages'] = ok([
      { id: 1, broadcastId: 3, content: 'Is my voice too loud?', timestamp: NOW, sender: SHOW.createdBy },
    ])
    const user = await open()
    await user.click(await screen.findByRole('button', { name: /^Line to the DJ.*Is my voice too loud\?/ }))
    await screen.findByRole('textbox', { name: 'Message to the DJ' })
  })

  test('[MV22] an end that the station refuses says why, and the question stays', async () => {
    air.answers['POST /api/broadcasts/3/end'] = failure(409, 'WRONG_STATE', 'The broadcast has ended.')
    const user = await open()
    await user.click(screen.getByRole('button', { name: 'End broadcast…' }))
    await user.click(await screen.findByRole('button', { name: 'End broadcast' }))
    expect((await screen.findByRole('alert')).textContent).toBe('The broadcast has ended.')
    expect(screen.getByRole('alertdialog', { name: 'End “Harana Hour”?' })).toBeTruthy()
  })

  test('[MV23] a draft is read, published, and gone; the heading takes the focus', async () => {
    air.answers['GET /api/announcements/by-status/DRAFT'] = ok(pageOf([DRAFT]))
    air.answers['POST /api/announcements/1/publish'] = ok({ ...DRAFT, status: 'PUBLISHED' })
    const user = await open()
    await user.click(await screen.findByRole('button', { name: 'Review Open house…' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Open house' }))
    expect(dialog.getByText('Come and see the studio.')).toBeTruthy()
    await user.click(dialog.getByRole('button', { name: 'Publish…' }))
    const question = within(screen.getByRole('alertdialog', { name: 'Publish now?' }))
    expect(question.getByText(/published right away/)).toBeTruthy()
    air.answers['GET /api/announcements/by-status/DRAFT'] = ok(pageOf([]))
    await user.click(question.getByRole('button', { name: 'Publish' }))
    await screen.findByText('No announcements are waiting for review.')
    expect(screen.queryByRole('dialog', { name: 'Open house' })).toBeNull()
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'To review' }))
  })

  test('[MV23] a draft is sent back with a reason', async () => {
    air.answers['GET /api/announcements/by-status/DRAFT'] = ok(pageOf([DRAFT]))
    air.answers['POST /api/announcements/1/reject'] = ok({ ...DRAFT, status: 'REJECTED' })
    const user = await open()
    await user.click(await screen.findByRole('button', { name: 'Review Open house…' }))
    await user.click(await screen.findByRole('button', { name: 'Reject…' }))
    const dialog = within(screen.getByRole('dialog', { name: 'Reject' }))
    await user.type(dialog.getByRole('textbox', { name: 'Reason' }), 'Say when')
    await user.click(dialog.getByRole('button', { name: 'Reject' }))
    await waitFor(() =>
      expect(sent('POST', '/api/announcements/1/reject')[0]?.body).toEqual({ rejectionReason: 'Say when' }),
    )
  })

  test('[MV24] a ban among the recent actions is lifted there', async () => {
    const ban = { id: 1, activityType: 'USER_BAN', timestamp: NOW, user: null }
    const recentActivities = [
      { ...ban, description: 'ana@campus.example banned: Rude' },
      { ...ban, id: 2, description: 'gone@campus.example banned' },
    ]
    const counts = { todayActivities: 2, weekActivities: 2, monthActivities: 2 }
    air.answers['GET /api/analytics/activity'] = ok({ recentActivities, ...counts })
    const ana = { id: 7, name: 'Ana Cruz', firstname: 'Ana', email: 'ana@campus.example' }
    air.answers['GET /api/auth/paged'] = ok(pageOf([aUser({ ...ana, banned: true, banReason: 'Rude' })]))
    air.answers['POST /api/auth/7/unban'] = ok(aUser(ana))
    const user = await open()
    const buttons = await screen.findAllByRole('button', { name: /^Lift .+'s ban/ })
    expect(buttons.map((button) => button.getAttribute('aria-label'))).toEqual(["Lift Ana Cruz's ban…"])
    await user.click(screen.getByRole('button', { name: "Lift Ana Cruz's ban…" }))
    const question = within(await screen.findByRole('alertdialog', { name: "Lift Ana Cruz's ban?" }))
    expect(question.getByText(/“Rude”/)).toBeTruthy()
    await user.click(question.getByRole('button', { name: 'Lift the ban' }))
    const lifted = await screen.findByText('The ban is lifted')
    expect(document.activeElement).toBe(lifted)
    expect(sent('POST', '/api/auth/7/unban')).toHaveLength(1)
  })

  test('[MV17] the author of the message in focus has a card, with Ban', async () => {
    const user = await open()
    await user.click(row(/sorry/))
    const card = within(await screen.findByRole('region', { name: 'Ana Cruz' }))
    expect(await card.findByText('ana@campus.example')).toBeTruthy()
    expect(card.getByText('Jan 01, 2026')).toBeTruthy()
    expect(await card.findByText('2 messages, 1 removed')).toBeTruthy()
    await user.click(card.getByRole('button', { name: 'Ban…' }))
    expect(await screen.findByRole('dialog', { name: 'Ban Ana Cruz' })).toBeTruthy()
  })

  test('[MV402] the card tells what was done to the author before', async () => {
    const act = { user: { name: 'Paolo Torres', email: 'p@campus.example' }, timestamp: NOW }
    const recentActivities = [1, 2, 3, 4, 5].map((id) => ({
      ...act,
      id,
      activityType: 'CHAT_DELETE',
      description: `Removal ${id}`,
    }))
    const counts = { todayActivities: 5, weekActivities: 5, monthActivities: 5 }
    air.answers['GET /api/analytics/activity'] = ok({ recentActivities, ...counts })
    const user = await open()
    await user.click(row(/sorry/))
    const card = within(await screen.findByRole('region', { name: 'Ana Cruz' }))
    const past = within(await card.findByRole('region', { name: 'Earlier actions' }))
    expect(past.getAllByText(/^Removal \d, by Paolo Torres$/)).toHaveLength(3)
    await user.click(past.getByRole('button', { name: 'Show 2 more' }))
    expect(past.getAllByText(/^Removal/)).toHaveLength(5)
  })

  test('[MV401] T gives the author of a message a timeout, and the card lifts it', async () => {
    const user = await open()
    await user.click(row(/sorry/))
    air.chatter = { ...air.chatter, timeoutUntil: '2026-11-20T07:30:00.000Z' }
    await user.keyboard('t')
    await waitFor(() => expect(sent('PUT', '/api/chats/3/people/7/timeout')).toHaveLength(1))
    await waitFor(() =>
      expect(toasts.get().map(({ text, action }) => [text, action?.label])).toEqual([
        ['Ana Cruz is in a timeout until 3:30 PM', 'Lift'],
      ]),
    )
    const card = within(await screen.findByRole('region', { name: 'Ana Cruz' }))
    expect(await card.findByText('until 3:30 PM')).toBeTruthy()
    await user.click(card.getByRole('button', { name: 'Lift the timeout' }))
    await waitFor(() => expect(sent('DELETE', '/api/chats/3/people/7/timeout')).toHaveLength(1))
  })

  test('[MV401] DJs and staff are given none', async () => {
    const user = await open()
    expect(screen.getAllByRole('button', { name: 'Time out Ana Cruz for 10 minutes' })).toHaveLength(2)
    expect(screen.queryByRole('button', { name: /^Time out Mikael/ })).toBeNull()
    await user.click(row(/Good evening/))
    await user.keyboard('t')
    expect(sent('PUT', '/api/chats/3/people/8/timeout')).toEqual([])
  })

  test('[MV403] beside the chat the words are folded until they are asked for', async () => {
    const user = await open()
    const show = await screen.findByRole('button', { name: 'Show the masked words' })
    expect(screen.queryByRole('textbox', { name: /word/i })).toBeNull()
    await user.click(show)
    expect(await screen.findByText('No words yet. The chat is shown as it is written.')).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Hide the masked words' })).toBeTruthy()
  })

  test('[MV18] off air the chat of the last show is there to read and to export, and no more', async () => {
    air.isLive = false
    await open()
    expect(screen.getByRole('heading', { name: 'Chat of the last show' })).toBeTruthy()
    const link = screen.getByRole('link', { name: 'Export the chat of Harana Hour as CSV' })
    expect(link.getAttribute('href')).toBe('/api/broadcasts/3/chat/export')
    for (const name of [/^Delete/, /^Ban/, /Slow mode/])
      expect(screen.queryByRole('button', { name })).toBeNull()
    expect(screen.queryByRole('textbox', { name: 'Message' })).toBeNull()
  })

  test('[SH404] on a phone an address that names people opens with them', async () => {
    await open({ isWide: false, at: '/moderator?q=ana', until: () => screen.findByRole('searchbox') })
    expect(screen.getByRole('tab', { selected: true }).textContent).toBe('People')
  })

  test('[MV19] on a phone the parts are tabs, and each message has one button for a sheet', async () => {
    const user = await open({ isWide: false })
    expect(screen.getAllByRole('tab').map(({ textContent }) => textContent)).toEqual([
      'Chat',
      'Review',
      'Words',
      'People',
      'Log',
    ])
    await user.click(screen.getByRole('button', { name: 'Actions for the message by Bea Santos' }))
    const sheet = await screen.findByRole('dialog', { name: 'Bea Santos' })
    await user.click(within(sheet).getByRole('button', { name: /^Delete now/ }))
    await waitFor(() => expect(sent('DELETE', '/api/chats/messages/13')).toHaveLength(1))
    await user.click(screen.getByRole('tab', { name: 'Words' }))
    expect(await screen.findByRole('heading', { name: /Masked words/ })).toBeTruthy()
    await receive({ type: 'CHAT_MESSAGE', message: say(15, BEA, 'one more') })
    expect(await screen.findByRole('tab', { name: /Chat\s*\(new\)/ })).toBeTruthy()
  })
})
