import type { User } from '@carillon/contract/auth/schemas'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach } from 'vitest'
import { call } from '../../../api/client.ts'
import { LiveStatusProvider } from '../../../features/stream/listener/live-status-provider.tsx'
import { toStationTime } from '../../../lib/station-time.ts'
import '../../../testing/native-elements.ts'
import {
  healthOf,
  leaveDashboard,
  pageOf,
  type ReceivedRequest,
  SHOW,
  stubStation,
} from '../../../testing/dashboard.ts'
import { stubPageWidth } from '../../../testing/page-width.ts'
import { renderPage } from '../../../testing/render-page.tsx'
import { type Answer, failure, ok } from '../../../testing/station.ts'
import { aUser } from '../../../testing/user.ts'
import { toasts } from '../../../ui/toast.ts'
import { AdminPage } from './admin-page.tsx'

const TERESA = aUser({ id: 1, name: 'Teresa Villanueva', firstname: 'Teresa', role: 'ADMIN' })

/** The station of a test. What it refuses it refuses until that is taken out; what hangs never answers. */
type Air = {
  isLive: boolean
  isRunning: boolean
  feedHeld: boolean
  drafts: number
  updatedAt: Date
  people: User[]
  nextStart: string
  refuse: Record<string, Answer>
  hang: Set<string>
  /** Nothing was ever broadcast. */
  isNew: boolean
}
const NEW_STATION = {
  totalBroadcasts: 0,
  liveBroadcasts: 0,
  upcomingBroadcasts: 0,
  completedBroadcasts: 0,
  averageDuration: 0,
}
export let air: Air
let received: ReceivedRequest[]

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
const health = () =>
  healthOf({ ...air, problem: air.feedHeld ? 'The stream is stopped: listeners hear silence.' : null })
const activity = (id: number, description: string, user: object | null) => ({
  id,
  activityType: 'LOGIN',
  description,
  timestamp: new Date().toISOString(),
  user,
})

/** A planned start, as far from now. */
const inMinutes = (minutes: number) => `${toStationTime(new Date(Date.now() + minutes * 60_000))}:00.000`

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
  '/api/broadcasts/upcoming': () => [
    { ...SHOW, id: 5, title: 'Nobody Came', status: 'SCHEDULED', scheduledStart: inMinutes(-31) },
    { ...SHOW, id: 4, title: 'Late Jazz', status: 'SCHEDULED', scheduledStart: air.nextStart },
  ],
  '/api/stream/health': health,
  '/api/radio/status': radio,
  '/api/playout': () => ({
    settings: {
      betweenShows: 'OFF',
      replayWeight: 1,
      jingleEvery: 4,
      stationIdHourly: true,
      artistGapMinutes: 60,
      trackGapMinutes: 240,
      rewindHours: 2,
    },
    playable: { tracks: 0, replays: 12, jingles: 0, stationIds: 0, hasBed: false },
  }),
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
  '/api/analytics/broadcasts': () =>
    air.isNew
      ? NEW_STATION
      : {
          totalBroadcasts: 212,
          liveBroadcasts: 1,
          upcomingBroadcasts: 6,
          completedBroadcasts: 211,
          averageDuration: 85,
        },
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

function answer({ method, path }: ReceivedRequest): Answer | null {
  if (air.hang.has(path)) return null
  const refusal = air.refuse[`${method} ${path}`]
  if (refusal) return refusal
  const read = method === 'GET' ? READ[path] : ACTS[`${method} ${path}`]
  return read ? ok(read()) : failure(404, 'NOT_FOUND', 'Not found.')
}

/** Registers what each test of the page needs around it. */
export function aroundEachTest(): void {
  beforeEach(() => {
    localStorage.clear()
    air = {
      isLive: true,
      isRunning: true,
      feedHeld: false,
      drafts: 3,
      updatedAt: new Date(),
      people: [TERESA, aUser()],
      nextStart: inMinutes(90),
      refuse: {},
      hang: new Set(),
      isNew: false,
    }
    received = stubStation(answer)
  })
  afterEach(leaveDashboard)
}

/** Makes the window of the open page another width. */
export let setWidth: (width: number) => void

/** Opens the page, on a screen with room for all or on a phone. */
export async function open({ isWide = true, at = '/admin' } = {}) {
  setWidth = stubPageWidth(isWide ? 1280 : 360)
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
export const tile = (label: string) =>
  screen.getAllByText(label, { selector: 'dt' })[0]?.parentElement?.textContent
export const system = () => within(screen.getByRole('region', { name: 'System' }))
export const fact = (name: string) => system().getByText(name).parentElement?.textContent
export const sent = (request: string) =>
  received.filter(({ method, path }) => `${method} ${path}` === request)
export const toastTexts = () => toasts.get().map(({ text }) => text)
export const refused = (request: string) => {
  air.refuse[request] = failure(400, 'INVALID_INPUT', 'Not now.')
}
