import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { ListenerSocket, MAX_RECONNECT_ATTEMPTS, PING_INTERVAL_MS } from './listener-socket.ts'

/** A websocket in memory: the test is the server. */
class MemorySocket {
  static readonly OPEN = 1
  readyState = 0
  onopen: (() => void) | null = null
  onmessage: ((event: { data: unknown }) => void) | null = null
  onclose: ((event: { code: number }) => void) | null = null
  readonly sent: string[] = []
  closedWith: number | undefined | null = null

  send(text: string): void {
    this.sent.push(text)
  }
  close(code?: number): void {
    this.closedWith = code
  }
  open(): void {
    this.readyState = MemorySocket.OPEN
    this.onopen?.()
  }
}

function createLine() {
  const sockets: MemorySocket[] = []
  const reported: string[] = []
  const network = { isOnline: true }
  const socket = new ListenerSocket({
    url: 'ws://station/ws/listener',
    random: () => 0.5,
    isOnline: () => network.isOnline,
    onStatus: (status) => reported.push(`live ${status.isLive}`),
    onOpen: () => reported.push('open'),
    onLost: () => reported.push('lost'),
    openSocket: () => {
      const opened = new MemorySocket()
      sockets.push(opened)
      return opened as unknown as WebSocket
    },
  })
  socket.connect()
  const last = () => sockets.at(-1) as MemorySocket
  return { socket, sockets, reported, network, last }
}

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('WebSocket', MemorySocket)
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('ListenerSocket', () => {
  test.each([1000, 1001])('[LS24] stays away after a close with %i', (code) => {
    const { sockets, last } = createLine()
    last().open()
    last().onclose?.({ code })
    vi.advanceTimersByTime(120_000)
    expect(sockets).toHaveLength(1)
  })

  test('[LS24] comes back after 1 s doubled, with jitter, capped at 30 s, fifteen times', () => {
    const { sockets, last } = createLine()
    const waits: number[] = []
    for (;;) {
      const before = Date.now()
      const count = sockets.length
      last().onclose?.({ code: 1006 })
      vi.advanceTimersToNextTimer()
      if (sockets.length === count) break
      waits.push(Date.now() - before)
    }
    expect(waits).toHaveLength(MAX_RECONNECT_ATTEMPTS)
    expect(waits.slice(0, 6)).toEqual([1_500, 2_500, 4_500, 8_500, 16_500, 30_000])
  })

  test('[LS24] without a network it looks every 5 s and counts nothing', () => {
    const { sockets, last, network } = createLine()
    network.isOnline = false
    for (let turn = 0; turn < 40; turn += 1) {
      last().onclose?.({ code: 1006 })
      vi.advanceTimersByTime(5_000)
    }
    expect(sockets).toHaveLength(41)
  })

  test('[LS24] the network that returns starts over at once', () => {
    const { socket, sockets, last } = createLine()
    for (let turn = 0; turn <= MAX_RECONNECT_ATTEMPTS; turn += 1) {
      last().onclose?.({ code: 1006 })
      vi.advanceTimersByTime(30_000)
    }
    const count = sockets.length
    socket.networkReturned()
    expect(sockets).toHaveLength(count + 1)
  })

  test('[LS24] a server that answers elsewhere ends the wait, but not a normal close', () => {
    const { socket, sockets, last } = createLine()
    last().onclose?.({ code: 1006 })
    socket.retryNow()
    expect(sockets).toHaveLength(2)
    last().onclose?.({ code: 1000 })
    socket.retryNow()
    expect(sockets).toHaveLength(2)
  })

  test('[LS25] says ping every minute and drops a line that has been silent for one', () => {
    const { sockets, last, reported } = createLine()
    last().open()
    vi.advanceTimersByTime(PING_INTERVAL_MS)
    expect(last().sent).toEqual(['ping'])
    last().onmessage?.({ data: 'pong' })
    vi.advanceTimersByTime(PING_INTERVAL_MS)
    expect(last().sent).toEqual(['ping', 'ping'])
    vi.advanceTimersByTime(PING_INTERVAL_MS)
    expect(reported).toEqual(['open', 'lost'])
    vi.advanceTimersByTime(2_000)
    expect(sockets).toHaveLength(2)
  })

  test.each(['{', '7', '{"type":"OTHER"}', '{"type":"STREAM_STATUS"}', new ArrayBuffer(3)])(
    '[LS27] what is no status is not heard: %j',
    (data) => {
      const { last, reported } = createLine()
      last().open()
      last().onmessage?.({ data })
      expect(reported).toEqual(['open'])
    },
  )
})
