import type { ChatMessage } from '@carillon/contract/chat'
import type { Person } from '@carillon/contract/roles'
import { DEAD_AIR_MESSAGE, FEED_HELD_MESSAGE } from '@carillon/contract/stream'
import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { call } from '../../api/client.ts'
import { anAnnouncement } from '../../features/announcements/testing.tsx'
import { LiveStatusProvider } from '../../features/stream/listener/live-status-provider.tsx'
import { assertiveAnnouncement } from '../../lib/announce.ts'
import '../../testing/native-elements.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { type Answer, failure, ok } from '../../testing/station.ts'
import { StompStation } from '../../testing/stomp-station.ts'
import { aUser } from '../../testing/user.ts'
import { dismissToast, toasts } from '../../ui/toast.ts'
import { ModeratorPage } from './moderator-page.tsx'

const PAOLO = aUser({ id: 2, name: 'Paolo Torres', firstname: 'Paolo', role: 'MODERATOR' })
const DJ: Person = { id: 8, name: 'Mikael Reyes', role: 'DJ' }
const ANA: Person = { id: 7, name: 'Ana Cruz', role: 'LISTENER' }
const BEA: Person = { id: 9, name: 'Bea Santos', role: 'LISTENER' }
const NOW = new Date().toISOString()
const TOPIC = '/topic/broadcast/3/chat'

const SHOW = {
  id: 3,
  title: 'Harana Hour',
  description: '',
  status: 'LIVE',
  scheduledStart: '2026-11-20T14:00:00.000',
  scheduledEnd: '2026-11-20T16:00:00.000',
  actualStart: '2026-11-20T06:00:00.000Z',
  actualEnd: null as string | null,
  endReason: null,
  createdBy: DJ,
  startedBy: DJ,
  slowModeEnabled: false,
  slowModeSeconds: 0,
  listenerCount: 128,
  peakListeners: 143,
  totalInteractions: 0,
  streamUrl: null,
  recordingUrl: null,
}

/** Said just now: the pace of the chat is that of the last minute. */
const say = (id: number, sender: Person, content: string): ChatMessage => ({
  id,
  broadcastId: 3,
  content,
  timestamp: new Date().toISOString(),
  sender,
})
const whatWasSaid = () => [
  say(11, DJ, 'Good evening'),
  say(12, ANA, 'what a **** song'),
  say(13, BEA, 'be nice'),
  say(14, ANA, 'sorry'),
]

const DRAFT = anAnnouncement({ status: 'DRAFT', publishedAt: null })

type Heard = { method: string; path: string; body: unknown }
/** What the station of a test does and hears. */
let air: { isLive: boolean; messages: ChatMessage[]; answers: Record<string, Answer>; problem: string | null }
let heard: Heard[]
let news: StompStation

class SilentSocket {
  static readonly OPEN = 1
  readyState = SilentSocket.OPEN
  send(): void {}
  close(): void {}
}

const health = () => ({
  healthy: true,
  recovering: false,
  broadcastLive: air.isLive,
  broadcastId: air.isLive ? 3 : null,
  listenerCount: air.isLive ? 128 : 0,
  bitrate: 96_000,
  lastCheckedAt: new Date().toISOString(),
  errorMessage: air.problem,
  icecastServer: 'UP',
})
const pageOf = (content: object[]) => ({
  content,
  page: 0,
  size: 50,
  totalElements: content.length,
  totalPages: 1,
  last: true,
})

function answer({ method, path, body }: Heard): Answer {
  const special = air.answers[`${method} ${path}`]
  if (special) return special
  if (method === 'DELETE') return { status: 204 }
  if (path === '/api/auth/me') return ok(PAOLO)
  if (path === '/api/broadcasts/live/health') return ok(health())
  if (path === '/api/broadcasts/live') return ok([SHOW])
  if (path === '/api/broadcasts/history')
    return ok(
      pageOf([
        { ...SHOW, id: 4, status: 'SCHEDULED' },
        { ...SHOW, status: 'ENDED', actualEnd: NOW },
      ]),
    )
  if (path === '/api/broadcasts/3/slowmode') {
    const { enabled, seconds } = body as { enabled: boolean; seconds: number }
    return ok({ ...SHOW, slowModeEnabled: enabled, slowModeSeconds: seconds })
  }
  if (path === '/api/chats/3') return ok(air.messages)
  if (path === '/api/profanity/words') return ok([])
  if (path === '/api/analytics/activity')
    return ok({ recentActivities: [], todayActivities: 0, weekActivities: 0, monthActivities: 0 })
  if (path === '/api/auth/paged') return ok(pageOf([]))
  const person = { id: 7, name: 'Ana Cruz', email: 'ana@campus.example' }
  if (path === '/api/auth/7/ban') return ok(aUser({ ...person, banned: true }))
  if (path.startsWith('/api/auth/')) return ok(aUser(person))
  return failure(404, 'NOT_FOUND', 'This does not exist.')
}

beforeEach(() => {
  localStorage.clear()
  air = { isLive: true, messages: whatWasSaid(), answers: {}, problem: null }
  heard = []
  news = new StompStation()
  vi.stubGlobal('fetch', async (address: string, init: RequestInit) => {
    const path = new URL(address, location.origin).pathname
    const sent = typeof init.body === 'string' ? JSON.parse(init.body) : undefined
    const request = { method: init.method ?? 'GET', path, body: sent }
    heard.push(request)
    const { status, body } = answer(request)
    return new Response(status === 204 ? null : JSON.stringify(body), {
      status,
      headers: { 'content-type': 'application/json' },
    })
  })
  vi.stubGlobal('WebSocket', SilentSocket)
})
afterEach(() => {
  cleanup()
  for (const { id } of toasts.get()) dismissToast(id)
  vi.unstubAllGlobals()
})

/** Opens the page, on a screen with room for all or on a phone, and waits for the chat. */
async function open({ isWide = true }: { isWide?: boolean } = {}) {
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: query.startsWith('(min-width') ? isWide : !isWide,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }))
  renderPage(
    <LiveStatusProvider>
      <ModeratorPage />
    </LiveStatusProvider>,
    { call, at: '/moderator', realtime: news.load },
  )
  await screen.findByRole('list', { name: 'Messages, newest last' })
  return userEvent.setup()
}

const row = (words: string | RegExp) => screen.getByRole('button', { name: words })
const shown = () =>
  within(screen.getByRole('list', { name: 'Messages, newest last' }))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent ?? '')
const tile = (label: string) => screen.getByText(label, { selector: 'dt' }).parentElement?.textContent
const sent = (method: string, path: string) =>
  heard.filter((request) => request.method === method && request.path === path)
const hear = async (event: object) => {
  await waitFor(() => expect(news.commands()).toContain(`SUBSCRIBE ${TOPIC}`))
  act(() => news.publish(TOPIC, event))
}

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
    await user.click(within(dialog).getByRole('radio', { name: '1 day' }))
    await user.type(within(dialog).getByRole('textbox', { name: /^Reason/ }), 'Rude')
    await user.click(within(dialog).getByRole('button', { name: 'Ban Ana' }))
    await waitFor(() =>
      expect(sent('POST', '/api/auth/7/ban')[0]?.body).toEqual({ unit: 'DAYS', amount: 1, reason: 'Rude' }),
    )
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Ban Ana Cruz' })).toBeNull())
    await user.click(row(/be nice/))
    await user.keyboard('s')
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Slow mode' }))
  })

  test('[MV14] actions name the author, and what may not be done says why', async () => {
    const user = await open()
    expect(screen.getAllByRole('button', { name: 'Delete message by Ana Cruz' })).toHaveLength(2)
    expect(screen.getAllByRole('button', { name: 'Ban Ana Cruz' })).toHaveLength(2)
    const refused = screen.getByRole('button', { name: 'Moderators ban listeners only.' })
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
    await hear({ type: 'CHAT_MESSAGE', message: say(15, BEA, 'one more') })
    await user.click(await screen.findByRole('button', { name: '1 new message' }))
    expect(shown()[4]).toContain('one more')
    expect(screen.queryByRole('button', { name: /new message/ })).toBeNull()
    await hear({ type: 'CHAT_MESSAGE', message: say(16, BEA, 'and another') })
    await waitFor(() => expect(shown()).toHaveLength(6))
  })

  test('[MV13] what colleagues remove is marked also while it stands still', async () => {
    const user = await open()
    await user.click(row(/sorry/))
    await hear({ type: 'MESSAGE_DELETED', id: 12 })
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
    await hear({ type: 'SLOW_MODE', enabled: true, seconds: 60 })
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

describe('around the chat', () => {
  test('[MV16] the tiles tell on air or not, listeners, pace and masked messages', async () => {
    await open()
    expect(tile('Station')).toContain('LIVEHarana Hour · since 2:00 PM')
    expect(tile('Listeners')).toContain('128')
    expect(tile('Messages a minute')).toContain('4')
    expect(tile('Masked messages')).toContain('1')
  })

  test('[MV20] a tile tells what listeners hear, and silence is said aloud', async () => {
    await open()
    expect(tile('They hear')).toContain('Sound')
    cleanup()
    air.problem = DEAD_AIR_MESSAGE
    await open()
    expect(tile('They hear')).toContain('Silencefor 20 seconds or more')
    expect(assertiveAnnouncement.get().text).toBe('Listeners hear silence')
    cleanup()
    air.problem = FEED_HELD_MESSAGE
    await open()
    expect(tile('They hear')).toContain('Silencethe stream is stopped')
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
    const question = within(screen.getByRole('alertdialog', { name: 'End “Harana Hour”?' }))
    expect(document.activeElement).toBe(question.getByRole('button', { name: 'Cancel' }))
    expect(question.getByText(/^128 people are listening\. The stream stops for everybody/)).toBeTruthy()
    await user.click(question.getByRole('button', { name: 'End broadcast' }))
    await waitFor(() => expect(sent('POST', '/api/broadcasts/3/end')).toHaveLength(1))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    air.isLive = false
    // Another way to learn of it than the push, which this station does not send.
    act(() => void dispatchEvent(new Event('online')))
    await waitFor(() => expect(screen.queryByRole('button', { name: 'End broadcast…' })).toBeNull())
    expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }))
  })

  test('[MV22] an end that the station refuses says why, and the question stays', async () => {
    air.answers['POST /api/broadcasts/3/end'] = failure(409, 'WRONG_STATE', 'The broadcast has ended.')
    const user = await open()
    await user.click(screen.getByRole('button', { name: 'End broadcast…' }))
    await user.click(screen.getByRole('button', { name: 'End broadcast' }))
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
    expect(question.getByText(/there for everybody at once/)).toBeTruthy()
    air.answers['GET /api/announcements/by-status/DRAFT'] = ok(pageOf([]))
    await user.click(question.getByRole('button', { name: 'Publish' }))
    await screen.findByText('No announcement waits for a review.')
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
    const buttons = await screen.findAllByRole('button', { name: /^Lift the ban of/ })
    expect(buttons.map((button) => button.getAttribute('aria-label'))).toEqual(['Lift the ban of Ana Cruz…'])
    await user.click(screen.getByRole('button', { name: 'Lift the ban of Ana Cruz…' }))
    const question = within(screen.getByRole('alertdialog', { name: 'Lift the ban of Ana Cruz?' }))
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
    expect(card.getByText('2 messages')).toBeTruthy()
    await user.click(card.getByRole('button', { name: 'Ban…' }))
    expect(await screen.findByRole('dialog', { name: 'Ban Ana Cruz' })).toBeTruthy()
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
    expect(screen.getByRole('heading', { name: /Masked words/ })).toBeTruthy()
    await hear({ type: 'CHAT_MESSAGE', message: say(15, BEA, 'one more') })
    expect(await screen.findByRole('tab', { name: /Chat\s*\(new\)/ })).toBeTruthy()
  })
})
