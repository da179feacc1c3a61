// @vitest-environment jsdom
import type { Broadcast } from '@carillon/contract/broadcasts/schemas'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { call } from '../../../api/client.ts'
import { holdRecording } from '../../../features/recordings/held-recording.ts'
import { aRecording } from '../../../features/recordings/testing.ts'
import { Link } from '../../../lib/router/link.tsx'
import { Route, Routes } from '../../../lib/router/routes.tsx'
import '../../../testing/native-elements.ts'
import '../../../testing/observers.ts'
import { renderPage } from '../../../testing/render-page.tsx'
import { failure, ok } from '../../../testing/station.ts'
import { aUser } from '../../../testing/user.ts'
import { RecordingBarSlot } from '../../slots/recording-bar-slot.tsx'
import { RecordingSlot } from '../../slots/recording-slot.tsx'
import { StreamProviders } from '../../slots/stream-providers.tsx'
import { ListenPage } from './listen-page.tsx'

const DJ = { id: 2, name: 'DJ Mikael', role: 'DJ' }
const SHOW = {
  id: 5,
  title: 'Morning',
  description: '',
  status: 'ENDED',
  scheduledStart: '2026-11-20T14:00:00.000',
  scheduledEnd: '2026-11-20T16:00:00.000',
  actualStart: '2026-11-20T06:00:00.000Z',
  actualEnd: '2026-11-20T07:25:00.000Z',
  createdBy: DJ,
  startedBy: DJ,
  peakListeners: 143,
  recordingUrl: 'https://station.test/recordings/5.ogg' as string | null,
}

const HEALTH = {
  healthy: true,
  recovering: false,
  broadcastLive: false,
  broadcastId: null,
  listenerCount: 0,
  bitrate: 0,
  lastCheckedAt: '2026-11-20T08:00:00.000Z',
  errorMessage: null,
  icecastServer: 'UP',
}

type Viewer = { id: number; role: 'LISTENER' | 'DJ' | 'MODERATOR' }

/** State of a test's station, and its record. */
const station = {
  viewer: null as Viewer | null,
  show: SHOW,
  recording: aRecording(),
  isRecordingReachable: true,
  orders: [] as { method: string; body: unknown }[],
}

function answer(path: string, method: string, body: unknown) {
  if (path === '/api/auth/me')
    return station.viewer ? ok(aUser(station.viewer)) : failure(401, 'NOT_SIGNED_IN', '')
  if (path === '/api/broadcasts/5') return ok(station.show)
  if (path === '/api/broadcasts/5/recording') return answerRecording(method, body)
  if (path === '/api/broadcasts/upcoming' || path === '/api/broadcasts/live') return ok([])
  if (path === '/api/broadcasts/live/health') return ok(HEALTH)
  if (path === '/api/stream/config') return ok({ streams: [] })
  return failure(404, 'NOT_FOUND', 'Not found.')
}

function answerRecording(method: string, body: unknown) {
  if (!station.isRecordingReachable) return failure(400, 'INVALID_INPUT', 'Not now.')
  if (method !== 'GET') station.orders.push({ method, body })
  if (method === 'PUT') station.recording = { ...station.recording, ...(body as object) }
  if (station.show.recordingUrl === null) return failure(404, 'NOT_FOUND', 'Not found.')
  if (method === 'DELETE') station.show = { ...station.show, recordingUrl: null }
  return method === 'DELETE' ? { status: 204, body: null } : ok(station.recording)
}

beforeEach(() => {
  localStorage.clear()
  Object.assign(station, {
    viewer: null,
    show: SHOW,
    recording: aRecording(),
    isRecordingReachable: true,
    orders: [],
  })
  vi.stubGlobal('fetch', async (path: string, { method = 'GET', body }: RequestInit = {}) => {
    const sent = typeof body === 'string' ? JSON.parse(body) : undefined
    const reply = answer(new URL(path, location.origin).pathname, method, sent)
    const headers = { 'content-type': 'application/json' }
    const text = reply.body === null ? null : JSON.stringify(reply.body)
    return new Response(text, { status: reply.status, headers })
  })
  vi.stubGlobal(
    'WebSocket',
    class {
      send(): void {}
      close(): void {}
    },
  )
  const sound = HTMLMediaElement.prototype
  vi.spyOn(sound, 'canPlayType').mockReturnValue('probably')
  vi.spyOn(sound, 'load').mockReturnValue()
  vi.spyOn(sound, 'pause').mockReturnValue()
  vi.spyOn(sound, 'play').mockResolvedValue()
})
afterEach(() => {
  cleanup()
  holdRecording(null)
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

function open() {
  renderPage(
    <StreamProviders>
      <Routes>
        <Route path="/broadcast/:id" element={<ListenPage />} />
        <Route
          path="/schedule"
          element={
            <>
              <Link to="/broadcast/5">Back to it</Link>
              <Link to="/dashboard">To the farewell</Link>
            </>
          }
        />
        <Route
          path="/dashboard"
          element={
            <>
              <Link to="/schedule">Full schedule</Link>
              <RecordingSlot broadcast={SHOW as Broadcast} />
            </>
          }
        />
      </Routes>
      <RecordingBarSlot />
    </StreamProviders>,
    { call, at: '/broadcast/5' },
  )
}

const player = async () => within(await screen.findByRole('region', { name: 'Recording' }))
const place = async () => (await player()).getByRole('slider', { name: 'Position in the recording' })
const dashboard = async () => within(await screen.findByRole('region', { name: 'The recording' }))
const question = async (name: string) => within(await screen.findByRole('alertdialog', { name }))
const press = (element: HTMLElement) => fireEvent.click(element)

describe('the page of a show that is over', () => {
  test('[WR4] its recording is gone through by keys and by steps, told in words', async () => {
    open()
    const slider = await place()
    const at = () => slider.getAttribute('aria-valuetext')
    expect(at()).toBe('0 seconds of 2 minutes')
    for (const [key, words] of [
      ['ArrowRight', '5 seconds of 2 minutes'],
      ['PageUp', '35 seconds of 2 minutes'],
      ['ArrowDown', '30 seconds of 2 minutes'],
      ['End', '2 minutes of 2 minutes'],
      ['PageDown', '1 minute 30 seconds of 2 minutes'],
      ['Home', '0 seconds of 2 minutes'],
    ] as const) {
      fireEvent.keyDown(slider, { key })
      expect(at()).toBe(words)
    }
    press((await player()).getByRole('button', { name: 'Forward 30 seconds' }))
    press((await player()).getByRole('button', { name: 'Back 15 seconds' }))
    expect(at()).toBe('15 seconds of 2 minutes')
    expect((await player()).getByText('0:15')).toBeTruthy()
  })

  test('[WR4] a drag shows where it would go, and goes there when it is let go', async () => {
    open()
    const slider = await place()
    slider.setPointerCapture = () => undefined
    slider.getBoundingClientRect = () => ({ left: 100, width: 200 }) as DOMRect
    fireEvent.pointerDown(slider, { button: 0, clientX: 150 })
    fireEvent.pointerMove(slider, { clientX: 200 })
    expect(slider.getAttribute('aria-valuetext')).toBe('1 minute of 2 minutes')
    fireEvent.pointerUp(slider, { clientX: 250 })
    expect(slider.getAttribute('aria-valuetext')).toBe('1 minute 30 seconds of 2 minutes')
    fireEvent.pointerDown(slider, { button: 0, clientX: 110 })
    fireEvent.pointerCancel(slider)
    expect(slider.getAttribute('aria-valuetext')).toBe('1 minute 30 seconds of 2 minutes')
  })

  test('[WR5] P plays and pauses it', async () => {
    open()
    await place()
    fireEvent.keyDown(document.body, { key: 'p' })
    expect(await (await player()).findByRole('button', { name: 'Pause' })).toBeTruthy()
    fireEvent.keyDown(document.body, { key: 'P' })
    expect(await (await player()).findByRole('button', { name: 'Play' })).toBeTruthy()
  })

  test('[WR10] what was begun goes on elsewhere, in a bar that pauses it, leads back and closes it', async () => {
    open()
    press(await (await player()).findByRole('button', { name: 'Play' }))
    press((await player()).getByRole('button', { name: 'Forward 30 seconds' }))
    press(await screen.findByRole('link', { name: 'Full schedule' }))
    const back = await screen.findByRole('link', { name: 'Back to it' })
    const bar = await player()
    expect(bar.getByText('Morning')).toBeTruthy()
    expect(bar.getByText('Recording · 0:30 / 2:00')).toBeTruthy()
    press(bar.getByRole('button', { name: 'Pause' }))
    fireEvent.keyDown(document.body, { key: 'p' })
    await bar.findByRole('button', { name: 'Pause' })
    press(back)
    expect((await place()).getAttribute('aria-valuetext')).toBe('30 seconds of 2 minutes')
    expect((await player()).getByRole('button', { name: 'Pause' })).toBeTruthy()
    press(await screen.findByRole('link', { name: 'Full schedule' }))
    press((await player()).getByRole('button', { name: 'Close the recording' }))
    expect(screen.queryByRole('region', { name: 'Recording' })).toBeNull()
    expect(document.querySelector('audio[src="/recordings/5.ogg"]')).toBeNull()
  })

  test('[WR12] a page with the recording itself has no bar of it, whatever its address', async () => {
    open()
    press(await (await player()).findByRole('button', { name: 'Play' }))
    press(await screen.findByRole('link', { name: 'Full schedule' }))
    expect((await player()).getByRole('button', { name: 'Close the recording' })).toBeTruthy()
    press(await screen.findByRole('link', { name: 'To the farewell' }))
    await place()
    expect(screen.getAllByRole('region', { name: 'Recording' })).toHaveLength(1)
    fireEvent.keyDown(document.body, { key: 'p' })
    expect((await player()).getByRole('button', { name: 'Play' })).toBeTruthy()
    press(screen.getByRole('link', { name: 'Full schedule' }))
    expect(await (await player()).findByRole('button', { name: 'Close the recording' })).toBeTruthy()
  })

  test('[WR10] what was only looked at goes with its page', async () => {
    open()
    await place()
    press(await screen.findByRole('link', { name: 'Full schedule' }))
    await screen.findByRole('link', { name: 'Back to it' })
    expect(screen.queryByRole('region', { name: 'Recording' })).toBeNull()
  })

  test('[WR11] its place is kept over a reload, until it was heard to the end', async () => {
    open()
    press(await (await player()).findByRole('button', { name: 'Play' }))
    press((await player()).getByRole('button', { name: 'Forward 30 seconds' }))
    const reload = () => {
      cleanup()
      holdRecording(null)
      open()
    }
    reload()
    expect((await place()).getAttribute('aria-valuetext')).toBe('30 seconds of 2 minutes')
    press((await player()).getByRole('button', { name: 'Play' }))
    fireEvent.ended(document.querySelector('audio[src="/recordings/5.ogg"]') as Element)
    reload()
    expect((await place()).getAttribute('aria-valuetext')).toBe('0 seconds of 2 minutes')
  })

  test('[WR6] it says how long the recording is kept', async () => {
    open()
    expect(await (await player()).findByText('Kept until Dec 20, 2026')).toBeTruthy()
  })

  test('[WR6] sound that does not come has a Retry', async () => {
    open()
    press(await (await player()).findByRole('button', { name: 'Play' }))
    const audio = document.querySelector('audio[src="/recordings/5.ogg"]')
    fireEvent.error(audio as Element)
    press(await (await player()).findByRole('button', { name: 'Retry' }))
    expect(await (await player()).findByRole('button', { name: 'Pause' })).toBeTruthy()
  })

  test('[WR6] a browser that cannot play it offers the file', async () => {
    vi.spyOn(HTMLMediaElement.prototype, 'canPlayType').mockReturnValue('')
    open()
    const link = await (await player()).findByRole('link', { name: 'Download it' })
    expect(link.getAttribute('href')).toBe('/recordings/5.ogg')
  })

  test('[WR6] what could not be loaded can be tried again', async () => {
    station.isRecordingReachable = false
    open()
    const retry = await screen.findByRole('button', { name: 'Retry' })
    station.isRecordingReachable = true
    press(retry)
    expect(await place()).toBeTruthy()
  })

  test('[WR6] a show that has just ended is being prepared, an old one cannot be heard', async () => {
    station.show = { ...SHOW, recordingUrl: null, actualEnd: new Date().toISOString() }
    open()
    expect(await screen.findByText('The recording is being prepared')).toBeTruthy()
    cleanup()
    station.show = { ...SHOW, recordingUrl: null, actualEnd: '2026-01-20T07:25:00.000Z' }
    open()
    expect(await screen.findByText('There is no recording of this show')).toBeTruthy()
  })
})

describe('what becomes of a recording', () => {
  test.each([null, { id: 9, role: 'LISTENER' }, { id: 9, role: 'DJ' }] as const)(
    '[WR7] is no business of %o',
    async (viewer) => {
      station.viewer = viewer
      open()
      await place()
      expect(screen.queryByRole('region', { name: 'The recording' })).toBeNull()
    },
  )

  test('[WR7] its DJ makes it private after a question', async () => {
    station.viewer = { id: DJ.id, role: 'DJ' }
    open()
    press(await (await dashboard()).findByRole('switch', { name: /^Anyone can listen/ }))
    const asked = await question('Make this recording private?')
    expect(asked.getByText(/Listeners can no longer hear “Morning”/)).toBeTruthy()
    expect(station.orders).toEqual([])
    press(asked.getByRole('button', { name: 'Make private' }))
    expect(await (await player()).findByText('Private · Kept until Dec 20, 2026')).toBeTruthy()
    expect(station.orders).toEqual([{ method: 'PUT', body: { isPublic: false } }])
  })

  test('[WR7] staff keeps it without a question, and lets it go after one', async () => {
    station.viewer = { id: 9, role: 'MODERATOR' }
    open()
    const kept = await (await dashboard()).findByRole('switch', { name: /^Keep permanently/ })
    press(kept)
    await waitFor(() => expect(station.orders).toEqual([{ method: 'PUT', body: { isKept: true } }]))
    await waitFor(() => expect((kept as HTMLInputElement).checked).toBe(true))
    press(kept)
    const asked = await question('No longer keep this recording?')
    press(asked.getByRole('button', { name: 'Cancel' }))
    expect(station.orders).toHaveLength(1)
  })

  test('[WR7] deleting says that it is for good; then nothing offers it, and the focus stays here', async () => {
    station.viewer = { id: 9, role: 'MODERATOR' }
    open()
    press(await (await dashboard()).findByRole('button', { name: 'Delete recording' }))
    const asked = await question('Delete this recording?')
    expect(asked.getByText(/it cannot be restored/)).toBeTruthy()
    press(asked.getByRole('button', { name: 'Delete recording' }))
    const heading = await screen.findByRole('heading', { name: 'The recording was deleted' })
    expect(document.activeElement).toBe(heading)
    expect(await screen.findByText('There is no recording of this show')).toBeTruthy()
    expect(station.orders).toEqual([{ method: 'DELETE', body: undefined }])
  })

  test('[WR7] an order that fails says so in its question', async () => {
    station.viewer = { id: 9, role: 'MODERATOR' }
    open()
    press(await (await dashboard()).findByRole('button', { name: 'Delete recording' }))
    station.isRecordingReachable = false
    const asked = await question('Delete this recording?')
    press(asked.getByRole('button', { name: 'Delete recording' }))
    expect((await asked.findByRole('alert')).textContent).toBe('Not now.')
  })
})
