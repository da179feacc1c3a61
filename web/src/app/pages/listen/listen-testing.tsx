import { act, cleanup, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, vi } from 'vitest'
import { call } from '../../../api/client.ts'
import { Route, Routes } from '../../../lib/router/routes.tsx'
import '../../../testing/native-elements.ts'
import '../../../testing/observers.ts'
import { aPoll } from '../../../features/polls/testing.tsx'
import { aRecording } from '../../../features/recordings/testing.ts'
import { LivePill } from '../../../features/stream/listener/live-pill.tsx'
import { MiniPlayer } from '../../../features/stream/listener/mini-player.tsx'
import { renderPage } from '../../../testing/render-page.tsx'
import { failure, ok } from '../../../testing/station.ts'
import { aUser } from '../../../testing/user.ts'
import { StreamProviders } from '../../slots/stream-providers.tsx'
import { ListenPage } from './listen-page.tsx'

const DJ = { id: 2, name: 'DJ Mikael', role: 'DJ' }
export const aBroadcast = (given: object) => ({
  id: 7,
  title: 'Harana Hour',
  description: 'Slow songs.',
  status: 'LIVE',
  scheduledStart: '2026-11-20T14:00:00.000',
  scheduledEnd: '2026-11-20T16:00:00.000',
  actualStart: '2026-11-20T06:00:00.000Z',
  actualEnd: null,
  createdBy: DJ,
  startedBy: DJ,
  peakListeners: 143,
  recordingUrl: null,
  ...given,
})
const TO_COME = { scheduledStart: '2099-11-20T14:00:00.000', scheduledEnd: '2099-11-20T16:00:00.000' }
const SHOWS = [
  aBroadcast({ id: 11, title: 'Lunch Break Requests', status: 'SCHEDULED', actualStart: null, ...TO_COME }),
  aBroadcast({ id: 12, title: 'Campus Desk', status: 'SCHEDULED', actualStart: null, ...TO_COME }),
]
const ENDED = aBroadcast({ id: 5, title: 'Morning', status: 'ENDED', actualEnd: '2026-11-20T07:25:00.000Z' })

/** Status of a test's station. */
const ON_AIR = {
  isLive: true,
  title: 'Harana Hour',
  recovering: false,
  problem: null as string | null,
  item: null as object | null,
  rewindHours: 0,
  nowPlaying: null as { title: string; artist: string; since: string } | null,
  listenerCount: 128,
  role: null as 'LISTENER' | 'DJ' | null,
  endedAt: '2026-11-20T07:25:00.000Z',
  recordingUrl: null as string | null,
  past: [] as unknown[],
  due: [] as unknown[],
  polls: [] as unknown[],
  announcements: [] as unknown[],
}
export const air = { ...ON_AIR }
/** The page's status sockets: a test pushes through the last. */
const sockets: MemorySocket[] = []

class MemorySocket {
  static readonly OPEN = 1
  readyState = MemorySocket.OPEN
  onmessage: ((event: { data: unknown }) => void) | null = null
  constructor() {
    sockets.push(this)
  }
  send(): void {}
  close(): void {}
}

const health = () => ({
  healthy: true,
  recovering: air.recovering,
  broadcastLive: air.isLive,
  broadcastId: air.isLive ? 7 : null,
  listenerCount: air.listenerCount,
  bitrate: 96_000,
  lastCheckedAt: new Date().toISOString(),
  errorMessage: air.problem,
  icecastServer: 'UP',
})

export function push(): void {
  const status = {
    isLive: air.isLive,
    listenerCount: air.listenerCount,
    peakListenerCount: 143,
    isStreaming: air.isLive || air.item !== null,
    onAir: air.item,
    ...(air.rewindHours > 0 && { rewindHours: air.rewindHours }),
    health: health(),
  }
  const identity = {
    type: 'STREAM_STATUS',
    broadcastId: air.isLive ? 7 : null,
    timestamp: new Date().toISOString(),
  }
  act(() => sockets.at(-1)?.onmessage?.({ data: JSON.stringify({ ...identity, ...status }) }))
}

function answer(path: string) {
  if (path === '/api/auth/me')
    return air.role ? ok(aUser({ role: air.role })) : failure(401, 'NOT_SIGNED_IN', '')
  if (path === '/api/broadcasts/live/health') return ok(health())
  if (path === '/api/broadcasts/live')
    return ok(air.isLive ? [aBroadcast({ title: air.title, nowPlaying: air.nowPlaying })] : [])
  if (path === '/api/broadcasts/upcoming') return ok([...air.due, ...SHOWS])
  if (path === '/api/broadcasts') return ok({ content: air.past })
  if (path === '/api/polls/broadcast/7') return ok(air.polls)
  if (path === '/api/announcements') return ok({ content: air.announcements, last: true })
  if (path === '/api/stream/config') return ok({ streams: [] })
  if (path === '/api/broadcasts/7/recording') return ok(aRecording({ broadcastId: 7 }))
  const shown = aBroadcast(
    air.isLive ? {} : { status: 'ENDED', actualEnd: air.endedAt, recordingUrl: air.recordingUrl },
  )
  const found = [ENDED, shown, ...SHOWS].find(({ id }) => path === `/api/broadcasts/${id}`)
  return found ? ok(found) : failure(404, 'NOT_FOUND', 'Not found.')
}

/** Gives each test of a file a station of its own, as `air` says. */
export function stubListenStation(): void {
  beforeEach(() => {
    localStorage.clear()
    Object.assign(air, ON_AIR)
    vi.stubGlobal('fetch', async (path: string) => {
      const { status, body } = answer(new URL(path, location.origin).pathname)
      return new Response(JSON.stringify(body), { status })
    })
    vi.stubGlobal('WebSocket', MemorySocket)
  })
  afterEach(() => {
    cleanup()
    vi.unstubAllGlobals()
    vi.restoreAllMocks()
  })
}

/** The name of the line that shows the open poll. */
export const namesPoll = (name: string) => name.startsWith(aPoll({}).question) && name.endsWith('Vote')

export function open(at: string) {
  renderPage(
    <StreamProviders>
      <LivePill />
      <Routes>
        <Route path="/" element={<ListenPage />} />
        <Route path="/broadcast/:id" element={<ListenPage />} />
        <Route path="/schedule" element={<h1>Schedule</h1>} />
      </Routes>
      <MiniPlayer />
    </StreamProviders>,
    { call, at },
  )
}

export const heading = (name: string) => screen.findByRole('heading', { level: 1, name })
export const player = () => within(screen.getByRole('region', { name: 'Player' }))
