import type { User } from '@carillon/contract/auth'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { call } from '../../api/client.ts'
import { LiveStatusProvider } from '../../features/stream/listener/live-status-provider.tsx'
import '../../testing/native-elements.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { type Answer, failure, ok } from '../../testing/station.ts'
import { aUser } from '../../testing/user.ts'
import { dismissToast, toasts } from '../../ui/toast.ts'
import { AdminPage } from './admin-page.tsx'

const TERESA = aUser({ id: 1, name: 'Teresa Villanueva', firstname: 'Teresa', role: 'ADMIN' })
const DJ = { id: 8, name: 'Mikael Reyes', role: 'DJ' }
const SHOW = {
  id: 3,
  title: 'Harana Hour',
  description: '',
  status: 'LIVE',
  scheduledStart: '2026-11-20T14:00:00.000',
  scheduledEnd: '2026-11-20T16:00:00.000',
  actualStart: '2026-11-20T06:00:00.000Z',
  actualEnd: null,
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

type Heard = { method: string; path: string; query: URLSearchParams }
/** The station of a test. What it refuses it refuses until that is taken out; what hangs never answers. */
type Air = {
  isLive: boolean
  isRunning: boolean
  feedHeld: boolean
  drafts: number
  updatedAt: Date
  people: User[]
  refuse: Record<string, Answer>
  hang: Set<string>
}
let air: Air
let heard: Heard[]

class SilentSocket {
  static readonly OPEN = 1
  readyState = SilentSocket.OPEN
  send(): void {}
  close(): void {}
}

const pageOf = (content: object[], totalElements = content.length) => ({
  content,
  page: 0,
  size: 15,
  totalElements,
  totalPages: 1,
  last: true,
})
const radio = () => ({
  running: air.isRunning,
  startedAt: air.isRunning ? '2026-11-20T01:00:00.000Z' : null,
  feedHeld: air.feedHeld,
})
const status = () => ({
  isLive: air.isLive,
  listenerCount: 128,
  peakListenerCount: 143,
  broadcastId: air.isLive ? 3 : null,
  recovering: false,
})
const health = () => ({
  healthy: air.isRunning,
  recovering: false,
  broadcastLive: air.isLive,
  broadcastId: air.isLive ? 3 : null,
  listenerCount: air.isLive ? 128 : 0,
  bitrate: 96_000,
  lastCheckedAt: new Date().toISOString(),
  errorMessage: air.feedHeld ? 'The feed is held: listeners hear silence.' : null,
  icecastServer: air.isRunning ? 'UP' : 'DOWN',
})
const activity = (id: number, description: string, user: object | null) => ({
  id,
  activityType: 'LOGIN',
  description,
  timestamp: new Date().toISOString(),
  user,
})

/** Calls that change the station, and what they answer. */
const ACTS: Record<string, () => unknown> = {
  'POST /api/stream/stop': () => {
    air.feedHeld = true
    return status()
  },
  'POST /api/stream/start': () => {
    air.feedHeld = false
    return status()
  },
  'POST /api/radio/stop': () => {
    air.isRunning = false
    return radio()
  },
  'POST /api/radio/start': () => {
    air.isRunning = true
    return radio()
  },
  'POST /api/broadcasts/3/end': () => {
    air.isLive = false
    return { ...SHOW, status: 'ENDED' }
  },
  'POST /api/notifications/test/broadcast': () => ({
    id: 1,
    message: 'Doors open',
    type: 'INFO',
    timestamp: new Date().toISOString(),
    read: false,
    link: null,
    announcementId: null,
  }),
}

const READ: Record<string, () => unknown> = {
  '/api/auth/me': () => TERESA,
  '/api/auth/paged': () => pageOf(air.people),
  '/api/broadcasts/live': () => (air.isLive ? [SHOW] : []),
  '/api/broadcasts/live/health': health,
  '/api/broadcasts/upcoming': () => [{ ...SHOW, id: 4, title: 'Late Jazz', status: 'SCHEDULED' }],
  '/api/stream/health': health,
  '/api/radio/status': radio,
  '/api/announcements/by-status/DRAFT': () => pageOf([], air.drafts),
  '/api/analytics/health': () => ({
    healthy: true,
    databaseMs: 2.6,
    lastSampleAt: null,
    lastUpdated: new Date().toISOString(),
  }),
  '/api/analytics/realtime': () => ({
    currentListeners: air.isLive ? 128 : 0,
    streamLive: air.isLive,
    serverStatus: air.isRunning ? 'UP' : 'DOWN',
    lastUpdated: air.updatedAt.toISOString(),
  }),
  '/api/analytics/users': () => ({
    totalUsers: 1204,
    listeners: 1190,
    djs: 10,
    admins: 2,
    moderators: 2,
    newUsersThisMonth: 31,
  }),
  '/api/analytics/broadcasts': () => ({
    totalBroadcasts: 212,
    liveBroadcasts: 1,
    upcomingBroadcasts: 6,
    completedBroadcasts: 211,
    averageDuration: 85,
  }),
  '/api/analytics/engagement': () => ({
    totalSongRequests: 961,
    averageRequestsPerBroadcast: 4.55,
    totalChatMessages: 9_120,
    averageMessagesPerBroadcast: 43,
  }),
  '/api/analytics/activity': () => ({
    recentActivities: [
      activity(1, 'Ana Cruz signed in', { email: 'ana@campus.example', name: 'Ana Cruz' }),
      activity(2, 'Somebody left', null),
      activity(3, 'Lea Ramos signed in', { email: null, name: 'Lea Ramos' }),
    ],
    todayActivities: 3,
    weekActivities: 3,
    monthActivities: 3,
  }),
}

function answer({ method, path }: Heard): Answer {
  const refusal = air.refuse[`${method} ${path}`]
  if (refusal) return refusal
  const read = method === 'GET' ? READ[path] : ACTS[`${method} ${path}`]
  return read ? ok(read()) : failure(404, 'NOT_FOUND', 'This does not exist.')
}

beforeEach(() => {
  localStorage.clear()
  heard = []
  air = {
    isLive: true,
    isRunning: true,
    feedHeld: false,
    drafts: 3,
    updatedAt: new Date(),
    people: [TERESA, aUser()],
    refuse: {},
    hang: new Set(),
  }
  vi.stubGlobal('fetch', async (address: string, init: RequestInit) => {
    const { pathname: path, searchParams: query } = new URL(address, location.origin)
    const request = { method: init.method ?? 'GET', path, query }
    heard.push(request)
    if (air.hang.has(path)) return new Promise(() => undefined)
    const { status: code, body, headers = {} } = answer(request)
    return new Response(JSON.stringify(body), {
      status: code,
      headers: { 'content-type': 'application/json', ...headers },
    })
  })
  vi.stubGlobal('WebSocket', SilentSocket)
})
afterEach(() => {
  cleanup()
  for (const { id } of toasts.get()) dismissToast(id)
  vi.unstubAllGlobals()
})

/** Opens the page, on a screen with room for all or on a phone. */
async function open({ isWide = true, at = '/admin' } = {}) {
  vi.stubGlobal('matchMedia', () => ({
    matches: isWide,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }))
  renderPage(
    <LiveStatusProvider>
      <AdminPage />
    </LiveStatusProvider>,
    { call, at },
  )
  await screen.findByText('Live broadcast')
  return userEvent.setup()
}

// The card of the system has a Stream as well; the tiles stand before it.
const tile = (label: string) => screen.getAllByText(label, { selector: 'dt' })[0]?.parentElement?.textContent
const system = () => within(screen.getByRole('region', { name: 'System' }))
const fact = (name: string) => system().getByText(name).parentElement?.textContent
const sent = (request: string) => heard.filter(({ method, path }) => `${method} ${path}` === request)
const toastTexts = () => toasts.get().map(({ text }) => text)
const refused = (request: string) => {
  air.refuse[request] = failure(400, 'INVALID_INPUT', 'Not now.')
}

describe('the tiles', () => {
  test('[WC1] tell stream, listeners, live broadcast, people, broadcasts and requests', async () => {
    await open()
    await waitFor(() => expect(tile('Live broadcast')).toContain('LIVE'))
    expect(tile('Live broadcast')).toContain('Harana Hour · since 2:00 PM, with Mikael Reyes')
    expect(tile('Stream')).toBe('StreamUPon air')
    expect(tile('Listeners now')).toBe('Listeners now128right now')
    expect(tile('People')).toBe('People1,20431 new this month')
    expect(tile('Broadcasts')).toBe('Broadcasts2126 planned · 1 h 25 min on average')
    expect(tile('Song requests')).toBe('Song requests9614.6 per broadcast')
  })

  test('[WC1] off air the next show is named', async () => {
    air.isLive = false
    await open()
    await waitFor(() => expect(tile('Live broadcast')).toContain('next: Late Jazz'))
    expect(tile('Live broadcast')).toContain('Off air')
    expect(tile('Stream')).toBe('StreamUPoff air')
  })

  test('[WC1] before anything is known the stream is Checking…, never DOWN; a stopped one is DOWN', async () => {
    air.hang.add('/api/analytics/realtime')
    await open()
    await waitFor(() => expect(tile('People')).toContain('1,204'))
    expect(tile('Stream')).toBe('StreamChecking…')
    cleanup()
    air.hang.clear()
    air.isRunning = false
    air.isLive = false
    await open()
    await waitFor(() => expect(tile('Stream')).toContain('DOWN'))
  })

  test('[WC2] one that could not be had is a dash with Retry, and the others stand', async () => {
    refused('GET /api/analytics/users')
    const user = await open()
    await waitFor(() => expect(tile('People')).toBe('People—Retry'))
    expect(tile('Broadcasts')).toContain('212')
    delete air.refuse['GET /api/analytics/users']
    await user.click(screen.getByRole('button', { name: 'Retry: People' }))
    await waitFor(() => expect(tile('People')).toContain('1,204'))
  })

  test('[WC2] each of them', async () => {
    for (const path of ['realtime', 'users', 'broadcasts', 'engagement'])
      refused(`GET /api/analytics/${path}`)
    refused('GET /api/broadcasts/live')
    await open()
    const labels = ['Stream', 'Listeners now', 'Live broadcast', 'People', 'Broadcasts', 'Song requests']
    for (const label of labels) await screen.findByRole('button', { name: `Retry: ${label}` })
    expect(screen.getByRole('heading', { name: 'People' })).toBeTruthy()
  })

  test('[WC3] what is older than a minute says of when it is', async () => {
    air.updatedAt = new Date(Date.now() - 61_000)
    await open()
    await waitFor(() => expect(tile('Stream')).toMatch(/UPas of \d/))
    expect(tile('Listeners now')).toMatch(/128as of \d/)
  })
})

describe('the system', () => {
  test('[WC4] says how its parts are and when that was checked', async () => {
    await open()
    await waitFor(() => expect(fact('Media server')).toContain('UPSince Nov 20, 2026, 9:00 AM'))
    expect(fact('Stream')).toContain('On air96 kbps')
    expect(fact('API and database')).toContain('UPAnswered in 3 ms')
    expect(fact('Sockets')).toContain('Checking…')
    expect(system().getByText(/^Last checked \d/)).toBeTruthy()
  })

  test('[WC4] a part that does not answer says so until it does; the others stand', async () => {
    refused('GET /api/analytics/health')
    const user = await open()
    await waitFor(() => expect(fact('API and database')).toContain('No answer'))
    expect(fact('Media server')).toContain('UP')
    delete air.refuse['GET /api/analytics/health']
    await user.click(system().getByRole('button', { name: 'Check again' }))
    await waitFor(() => expect(fact('API and database')).toContain('UP'))
  })

  test('[WC5] the stream is stopped and started again, each after its question', async () => {
    const user = await open()
    await user.click(await system().findByRole('button', { name: 'Stop stream…' }))
    const question = within(screen.getByRole('alertdialog', { name: 'Stop the stream of “Harana Hour”?' }))
    expect(question.getByText(/128 people are listening. They hear silence/)).toBeTruthy()
    expect(document.activeElement).toBe(question.getByRole('button', { name: 'Cancel' }))
    expect(sent('POST /api/stream/stop')).toHaveLength(0)
    await user.click(question.getByRole('button', { name: 'Stop stream' }))
    await waitFor(() => expect(toastTexts()).toEqual(['The stream is stopped: listeners hear silence']))
    expect(fact('Stream')).toContain('The feed is held: listeners hear silence.')
    await user.click(await system().findByRole('button', { name: 'Start stream…' }))
    await user.click(screen.getByRole('button', { name: 'Start stream' }))
    await system().findByRole('button', { name: 'Stop stream…' })
    expect(sent('POST /api/stream/start')).toHaveLength(1)
  })

  test('[WC5] a broadcast is ended from here, and who asked may leave it', async () => {
    const user = await open()
    await user.click(await system().findByRole('button', { name: 'End broadcast…' }))
    await user.click(screen.getByRole('button', { name: 'Cancel' }))
    expect(screen.queryByRole('alertdialog')).toBeNull()
    await user.click(system().getByRole('button', { name: 'End broadcast…' }))
    await user.click(screen.getByRole('button', { name: 'End broadcast' }))
    await waitFor(() => expect(sent('POST /api/broadcasts/3/end')).toHaveLength(1))
  })

  test('[WC5] the media service is stopped and started off air only', async () => {
    const user = await open()
    const stop = await system().findByRole('button', { name: 'Stop media service…' })
    expect(stop.getAttribute('aria-disabled')).toBe('true')
    expect(system().getByText('End the broadcast first.')).toBeTruthy()
    cleanup()
    air.isLive = false
    await open()
    await waitFor(() => expect(system().getByText('Nothing is on air.')).toBeTruthy())
    await user.click(system().getByRole('button', { name: 'Stop media service…' }))
    expect(screen.getByText(/nothing can go on air: DJs are told/)).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Stop media service' }))
    await user.click(await system().findByRole('button', { name: 'Start media service…' }))
    await user.click(screen.getByRole('button', { name: 'Start media service' }))
    await system().findByRole('button', { name: 'Stop media service…' })
    expect([sent('POST /api/radio/stop').length, sent('POST /api/radio/start').length]).toEqual([1, 1])
  })

  test('[WC5] what the station refuses stays in the question, with its words', async () => {
    air.refuse['POST /api/stream/stop'] = failure(409, 'WRONG_STATE', 'Nothing is on air.')
    const user = await open()
    await user.click(await system().findByRole('button', { name: 'Stop stream…' }))
    await user.click(screen.getByRole('button', { name: 'Stop stream' }))
    expect((await screen.findByRole('alert')).textContent).toBe('Nothing is on air.')
    expect(screen.getByRole('alertdialog')).toBeTruthy()
    expect(toastTexts()).toEqual([])
  })
})

describe('who needs attention', () => {
  test('[WC6] everything that people did, with who is unknown and whose e-mail is missing', async () => {
    await open()
    const list = within(await screen.findByRole('list', { name: 'Recent actions, newest first' }))
    const [first, second, third] = list.getAllByRole('listitem').map(({ textContent }) => textContent)
    expect(first).toContain('by Ana Cruz · ana@campus.example')
    expect(second).toContain('by Unknown user')
    expect(third).toContain('by Lea Ramos · no email')
    expect(sent('GET /api/analytics/activity')[0]?.query.get('types')).toBeNull()
  })

  test('[WC8] announcements that await review are counted, with the way there', async () => {
    await open()
    const link = await screen.findByRole('link', { name: '3 announcements await review' })
    expect(link.getAttribute('href')).toBe('/announcements?show=drafts')
  })

  test('[WC8] none is said; what could not be counted can be tried again', async () => {
    air.drafts = 0
    refused('GET /api/announcements/by-status/DRAFT')
    const user = await open()
    const banner = (await screen.findByText("Couldn't load the announcements")).closest('[role="status"]')
    delete air.refuse['GET /api/announcements/by-status/DRAFT']
    await user.click(within(banner as HTMLElement).getByRole('button', { name: 'Retry' }))
    await screen.findByRole('link', { name: 'No announcement awaits review' })
  })
})

describe('telling everybody', () => {
  const opener = () => screen.getByRole('button', { name: 'Send a notification…' })

  test('[WC7] says whom it reaches, sends, and says when again', async () => {
    const user = await open()
    await waitFor(() => expect(tile('People')).toContain('1,204'))
    await user.click(opener())
    const dialog = within(screen.getByRole('dialog', { name: 'Tell everybody' }))
    expect(dialog.getByText(/Each of the 1,204 people .* cannot be taken back/)).toBeTruthy()
    await user.click(dialog.getByRole('button', { name: 'Send to everybody' }))
    expect(dialog.getByText('Please enter a message')).toBeTruthy()
    expect(document.activeElement).toBe(dialog.getByRole('textbox', { name: 'Message' }))
    await user.keyboard('Doors open')
    await user.click(dialog.getByRole('radio', { name: 'Information' }))
    await user.click(dialog.getByRole('button', { name: 'Send to everybody' }))
    await waitFor(() => expect(toastTexts()).toEqual(['Everybody is told']))
    const [{ query } = { query: new URLSearchParams() }] = sent('POST /api/notifications/test/broadcast')
    expect([query.get('message'), query.get('type')]).toEqual(['Doors open', 'INFO'])
    expect(screen.getByText(/^again in (60|59) s$/)).toBeTruthy()
    expect(opener().getAttribute('aria-disabled')).toBe('true')
  })

  test('[WC7] too soon after another, the station says for how long, and the words stay', async () => {
    const words = 'Please wait 34 seconds before you send another.'
    air.refuse['POST /api/notifications/test/broadcast'] = {
      ...failure(429, 'TOO_MANY_REQUESTS', words),
      headers: { 'retry-after': '34' },
    }
    const user = await open()
    await user.click(opener())
    await user.type(screen.getByRole('textbox', { name: 'Message' }), 'Doors open')
    await user.click(screen.getByRole('button', { name: 'Send to everybody' }))
    expect((await screen.findByRole('alert')).textContent).toBe(words)
    expect(screen.getByRole('button', { name: /^Again in (34|33) s$/ })).toBeTruthy()
    expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Message' }).value).toBe('Doors open')
  })
})

test('[WC9] on narrow screens people, activity and station are tabs below the tiles', async () => {
  const user = await open({ isWide: false })
  expect(screen.getAllByRole('tab').map(({ textContent }) => textContent)).toEqual([
    'People',
    'Activity',
    'Station',
  ])
  await screen.findByRole('list', { name: 'People, 1–2 of 2' })
  await user.click(screen.getByRole('tab', { name: 'Activity' }))
  await screen.findByRole('list', { name: 'Recent actions, newest first' })
  await user.keyboard('{ArrowRight}')
  expect(system().getByText('Media server')).toBeTruthy()
  expect(screen.queryByRole('list', { name: 'Recent actions, newest first' })).toBeNull()
})
