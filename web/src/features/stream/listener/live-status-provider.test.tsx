import { act, cleanup } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Call } from '../../../api/client.ts'
import { renderPage } from '../../../testing/render-page.tsx'
import { type Line, useLine } from './live-status-context.ts'
import { LiveStatusProvider } from './live-status-provider.tsx'

const LISTENER_ID = '4d1f8a50-3f0c-4f7e-9a55-0b8f6f1d2c3e'
const GONE = 1006
/** A second, and up to one of jitter. */
const LONGEST_FIRST_RETRY_MS = 2_000

/** A websocket in memory: the test is the server. */
class MemorySocket {
  static readonly OPEN = 1
  readyState = 0
  onopen: (() => void) | null = null
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

test('[LS963] what was said is said again on a new connection, about whatever is live then', async () => {
  const call = (() => new Promise(() => undefined)) as unknown as Call
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
  lastSocket().open()
  const start = { type: 'START_LISTENING', broadcastId: 7, listenerId: LISTENER_ID } as const
  line?.say(start)
  line?.say({ type: 'PLAYER_DELAY', delayMs: 640 })
  expect(lastSocket().sent).toEqual([start, { type: 'PLAYER_DELAY', delayMs: 640 }])
  lastSocket().onclose?.({ code: GONE })
  await act(() => vi.advanceTimersByTimeAsync(LONGEST_FIRST_RETRY_MS))
  expect(sockets).toHaveLength(2)
  lastSocket().open()
  expect(lastSocket().sent).toEqual([{ ...start, broadcastId: null }])
})
