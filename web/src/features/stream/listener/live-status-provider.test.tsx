import { liveHealth } from '@carillon/contract/broadcasts/endpoints'
import { getStreamStatus } from '@carillon/contract/stream/endpoints'
import { act, cleanup } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Call } from '../../../api/client.ts'
import { renderPage } from '../../../testing/render-page.tsx'
import { HEALTH_POLL_MS } from './live-status.ts'
import { type Line, useLine } from './live-status-context.ts'
import { LiveStatusProvider } from './live-status-provider.tsx'
import { HEALTH, PUSH } from './testing-status.ts'

const LISTENER_ID = '4d1f8a50-3f0c-4f7e-9a55-0b8f6f1d2c3e'
const GONE = 1006
/** A second, and up to one of jitter. */
const LONGEST_FIRST_RETRY_MS = 2_000

/** A websocket in memory: the test is the server. */
class MemorySocket {
  static readonly OPEN = 1
  readyState = 0
  onopen: (() => void) | null = null
  onmessage: ((event: { data: string }) => void) | null = null
  onclose: ((event: { code: number }) => void) | null = null
  readonly sent: unknown[] = []

  constructor() {
    sockets.push(this)
  }
  send(text: string): void {
    this.sent.push(JSON.parse(text))
  }
  close(): void {}
  open(): void {
    this.readyState = MemorySocket.OPEN
    this.onopen?.()
  }
}

let sockets: MemorySocket[]
const lastSocket = () => sockets.at(-1) as MemorySocket

beforeEach(() => {
  sockets = []
  vi.useFakeTimers()
  vi.stubGlobal('WebSocket', MemorySocket)
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

/** Renders the line to a station that answers so. */
function openLine(call: Call): Line {
  let line: Line | undefined
  const Page = () => {
    line = useLine()
    return null
  }
  renderPage(
    <LiveStatusProvider>
      <Page />
    </LiveStatusProvider>,
    { call, at: '/' },
  )
  return line as unknown as Line
}

test('[LS963] what was said is said again on a new connection, about whatever is live then', async () => {
  const line = openLine((() => new Promise(() => undefined)) as unknown as Call)
  lastSocket().open()
  const start = { type: 'START_LISTENING', broadcastId: 7, listenerId: LISTENER_ID } as const
  line.say(start)
  line.say({ type: 'PLAYER_DELAY', delayMs: 640 })
  expect(lastSocket().sent).toEqual([start, { type: 'PLAYER_DELAY', delayMs: 640 }])
  lastSocket().onclose?.({ code: GONE })
  await act(() => vi.advanceTimersByTimeAsync(LONGEST_FIRST_RETRY_MS))
  expect(sockets).toHaveLength(2)
  lastSocket().open()
  expect(lastSocket().sent).toEqual([{ ...start, broadcastId: null }])
})

test('[LS966] where no push gets through the poll asks for what sounds between shows', async () => {
  const item = { kind: 'REPLAY', title: 'Harana Hour', startedAt: '2026-11-20T06:00:00.000Z' }
  const asked: string[] = []
  const health = { ...HEALTH, broadcastLive: true, broadcastId: 7 }
  const line = openLine((async ({ path }: { path: string }) => {
    if (path === liveHealth.path) return { ...health, lastCheckedAt: new Date().toISOString() }
    if (path !== getStreamStatus.path) throw new Error(path)
    asked.push(path)
    return { isLive: false, isStreaming: true, onAir: item }
  }) as unknown as Call)
  const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
  await pass(HEALTH_POLL_MS)
  expect(line.status.get()).toMatchObject({ station: 'live', isStreaming: true, item: null })
  Object.assign(health, HEALTH)
  await pass(HEALTH_POLL_MS)
  expect(line.status.get()).toMatchObject({ station: 'off-air', isStreaming: true, item })
  expect(asked).toHaveLength(1)
  lastSocket().open()
  const push = { ...PUSH, isStreaming: false, timestamp: new Date().toISOString() }
  lastSocket().onmessage?.({ data: JSON.stringify(push) })
  await pass(HEALTH_POLL_MS)
  expect(line.status.get()).toMatchObject({ station: 'off-air', isStreaming: false, item: null })
  expect(asked).toHaveLength(1)
})
