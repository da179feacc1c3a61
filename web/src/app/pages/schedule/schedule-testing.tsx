import type { Broadcast } from '@carillon/contract/broadcasts/schemas'
import type { PlannedReplay } from '@carillon/contract/playout/replays'
import type { StreamStatusMessage } from '@carillon/contract/stream/topics'
import { act, cleanup, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, vi } from 'vitest'
import '../../../testing/native-elements.ts'
import { LiveStatusProvider } from '../../../features/stream/listener/live-status-provider.tsx'
import { renderPage } from '../../../testing/render-page.tsx'
import {
  type Answer,
  failure,
  ok,
  openStation,
  type ReceivedRequest,
  type Station,
} from '../../../testing/station.ts'
import { aUser } from '../../../testing/user.ts'
import { SchedulePage } from './schedule-page.tsx'

/** Friday, 20 November 2026, 3 PM in Manila. */
const NOW = new Date('2026-11-20T07:00:00.000Z')
export const MIKAEL = aUser({ id: 3, name: 'Mikael Reyes', role: 'DJ' })

let playsBetweenShows = false

/** Off air; of a station that plays between shows it says so, of another nothing at all. */
class QuietSocket {
  static readonly OPEN = 1
  onmessage: ((event: { data: string }) => void) | null = null
  constructor() {
    if (playsBetweenShows)
      queueMicrotask(() => act(() => this.onmessage?.({ data: JSON.stringify(offAir()) })))
  }
  send(): void {}
  close(): void {}
}

function offAir(): StreamStatusMessage {
  // The clock of the pages is read off it.
  const timestamp = new Date().toISOString()
  return {
    type: 'STREAM_STATUS',
    isLive: false,
    listenerCount: 0,
    peakListenerCount: 0,
    broadcastId: null,
    isStreaming: false,
    onAir: null,
    playsBetweenShows: true,
    timestamp,
    health: {
      healthy: true,
      recovering: false,
      broadcastLive: false,
      broadcastId: null,
      listenerCount: 0,
      bitrate: null,
      lastCheckedAt: timestamp,
      errorMessage: null,
      icecastServer: 'UP',
    },
  }
}

/** A show of 2026, its times as `11-20T14:00`. */
export const show = (
  id: number,
  title: string,
  start: string,
  end: string,
  more: Partial<Broadcast> = {},
): Broadcast => ({
  id,
  title,
  description: '',
  status: 'SCHEDULED',
  scheduledStart: `2026-${start}:00.000`,
  scheduledEnd: `2026-${end}:00.000`,
  actualStart: null,
  actualEnd: null,
  endReason: null,
  createdBy: { id: 3, name: 'Mikael Reyes', role: 'DJ' },
  startedBy: null,
  slowModeEnabled: false,
  slowModeSeconds: 0,
  listenerCount: 0,
  peakListeners: 0,
  totalInteractions: 0,
  streamUrl: null,
  recordingUrl: null,
  ...more,
})
const JANA = { id: 4, name: 'Jana Ramos', role: 'DJ' } as const
/** Two of today, one over midnight, one of another week. */
export const SHOWS = [
  show(2, 'Harana Hour', '11-20T14:00', '11-20T16:00'),
  show(3, 'Tambayan', '11-20T17:30', '11-20T18:30', { createdBy: JANA }),
  show(4, 'Late Night Review', '11-22T22:00', '11-23T01:00'),
  show(5, 'Umagang Kampus', '12-07T07:00', '12-07T09:00'),
]
const MORNING = show(1, 'Monday Morning', '11-16T07:00', '11-16T09:00', {
  status: 'ENDED',
  recordingUrl: 'https://station.test/recordings/1.ogg',
})
const LONG_AGO = show(6, 'Welcome Show', '06-08T07:00', '06-08T09:00', { status: 'ENDED' })

/** Whether a show begins in the window that a question names. */
const isIn = (asked: URLSearchParams) => (one: Broadcast) => {
  const start = new Date(`${one.scheduledStart}+08:00`)
  return start >= new Date(asked.get('from') ?? '') && start < new Date(asked.get('until') ?? '')
}
const pageOf = (content: Broadcast[]) => {
  const counts = { totalElements: content.length, totalPages: 1 }
  return { content, last: true, page: 0, size: 100, ...counts }
}

let station: Station | undefined
let isWide = false

/** Registers what each test of the page needs around it. */
export function aroundEachTest(): void {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['Date'], now: NOW })
    vi.stubGlobal('WebSocket', QuietSocket)
    vi.stubGlobal('matchMedia', () => ({
      matches: isWide,
      addEventListener: () => undefined,
      removeEventListener: () => undefined,
    }))
    vi.spyOn(console, 'error').mockReturnValue()
  })
  afterEach(async () => {
    await leave()
    vi.useRealTimers()
    vi.unstubAllGlobals()
    vi.restoreAllMocks()
  })
}

/** Leaves the page and closes its station, for another to be opened. */
export async function leave(): Promise<void> {
  cleanup()
  await station?.close()
}

export type ScheduleOptions = {
  /** There is room for the grid. */
  wide?: boolean
  user?: typeof MIKAEL | null
  at?: string
  shows?: Broadcast[] | (() => Broadcast[])
  /** Of a station that plays between shows. */
  replays?: PlannedReplay[]
  /** Answers of the station beside the schedule's own. */
  read?: (request: ReceivedRequest) => Answer | undefined
  write?: (request: ReceivedRequest) => Answer
}

/** Opens the page before a station that has these shows; nobody is signed in unless said. */
export async function openSchedule(options: ScheduleOptions = {}) {
  const { user = null, at = '/schedule', shows = SHOWS, replays, read, write, wide = false } = options
  isWide = wide
  playsBetweenShows = replays !== undefined
  station = await openStation(
    (request) => {
      const { pathname } = request.url
      const planned = typeof shows === 'function' ? shows() : shows
      if (request.method !== 'GET') return write?.(request) ?? failure(500, 'INTERNAL', 'No.')
      if (pathname === '/api/auth/me') return user ? ok(user) : failure(401, 'NOT_SIGNED_IN', 'No.')
      if (pathname === '/api/broadcasts/upcoming') return ok(planned)
      if (pathname === '/api/playout/replays') return ok(replays ?? [])
      if (pathname !== '/api/broadcasts') return read?.(request) ?? failure(404, 'NOT_FOUND', 'No.')
      return ok(pageOf([MORNING, LONG_AGO, ...planned].filter(isIn(request.url.searchParams))))
    },
    { apiTimeoutMs: 60_000, maxRetries: 0, retryDelayMs: 1 },
  )
  renderPage(
    <LiveStatusProvider>
      <SchedulePage />
    </LiveStatusProvider>,
    { call: station.call, at },
  )
  await screen.findByRole('heading', { name: /, 2026/, level: 2 })
  return userEvent.setup({ delay: null })
}

/** Calls by which the page wrote to the station. */
export const writes = () => station?.received.filter(({ method }) => method !== 'GET') ?? []

/** Finds the agenda's entry for a show. */
export const article = async (title: string) =>
  within((await screen.findByRole('link', { name: title })).closest('article') ?? document.body)
