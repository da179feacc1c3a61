import { EventEmitter } from 'node:events'
import type { Socket } from 'node:net'
import { captureNamed } from '@carillon/media/fixtures/captures'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { WebSocket } from 'ws'
import { PollSocket } from '../src/features/polls/poll-socket.ts'
import { RelayLine } from '../src/features/stream/cluster/relay-line.ts'
import { BrowserSource } from '../src/features/stream/sources/browser/browser-source.ts'
import { ListenerSocket } from '../src/features/stream/status/listener-socket.ts'
import { WebsocketWire } from '../src/realtime/websocket-wire.ts'

/** A websocket in memory, of which nothing is read. */
class MemorySocket extends EventEmitter {
  readonly OPEN = 1
  readyState = 1
  bufferedAmount = 0
  pings = 0
  /** Ends of the connection, in order. */
  readonly ends: (number | 'cut')[] = []

  send(): void {}

  ping(): void {
    this.pings += 1
  }

  close(code: number): void {
    this.ends.push(code)
    this.readyState = 2
  }

  terminate(): void {
    if (this.readyState === 3) return
    this.ends.push('cut')
    this.readyState = 3
    this.emit('close')
  }
}

const ignore = () => undefined
const SILENT = { info: ignore, warn: ignore, error: ignore }

type Checked = { check(): void; close(): void; send(): void }

/** Makers of each socket; with the functions by which its owner checks it, closes it and sends. */
const SOCKETS: Record<string, (socket: WebSocket, now: () => number) => Checked> = {
  '/ws/polls': (socket, now) => {
    const poll = new PollSocket(socket, { now, onClose: () => undefined })
    poll.open(null)
    return { check: () => poll.checkAlive(), close: () => poll.fail(), send: () => poll.send('event') }
  },
  '/ws/listener': (socket, now) => {
    const listener = new ListenerSocket(socket, { now, join: () => null, onClose: () => undefined })
    const close = () => listener.close(1012, 'The station is restarting')
    return { check: () => listener.checkAlive(), close, send: () => listener.send('status') }
  },
  '/relay': (socket, now) => {
    const onAir = { kind: 'live', audience: { arrivedSince: () => [] }, state: {} } as never
    const line = new RelayLine(socket, { now, onAir, onClaim: ignore, onHold: ignore, onClose: ignore })
    const send = () => line.sendPage(new Uint8Array(1), [])
    return { check: () => line.sendState(1), close: () => line.close(1012), send }
  },
  '/ws/live': (socket, now) => {
    const place = { mount: {}, onClose: () => undefined } as never
    const source = new BrowserSource(
      socket,
      { session: { person: { id: 1 } } as never, now, log: SILENT },
      place,
    )
    return {
      check: () => source.checkAlive(),
      close: () => source.close(1012, 'Restart'),
      send: () => undefined,
    }
  },
  '/api/realtime': (socket, now) => {
    const stream = { bytesRead: 0, writableLength: 0 } as Socket
    const wire = new WebsocketWire({ socket, stream, form: 'websocket', now, onStalled: () => undefined })
    return { check: () => wire.check(now()), close: () => wire.close(1012, 'Restart'), send: () => undefined }
  },
}

type Row = {
  name: string
  everyMs: number
  deadMs: number
  firstPingMs: number | null
  maxUnsent: number | null
}

/** `everyMs` is how often the owner looks; `deadMs` at which look a peer that says nothing is cut. */
const ROWS: Row[] = [
  { name: '/ws/polls', everyMs: 30_000, deadMs: 90_000, firstPingMs: 30_000, maxUnsent: 256 * 1024 },
  { name: '/ws/listener', everyMs: 1_000, deadMs: 91_000, firstPingMs: 30_000, maxUnsent: 64 * 1024 },
  { name: '/ws/live', everyMs: 1_000, deadMs: 46_000, firstPingMs: 15_000, maxUnsent: null },
  { name: '/relay', everyMs: 500, deadMs: 10_500, firstPingMs: null, maxUnsent: 512 * 1024 },
  { name: '/api/realtime', everyMs: 1_000, deadMs: 61_000, firstPingMs: 25_000, maxUnsent: null },
]

let nowMs = 0
beforeEach(() => {
  nowMs = 0
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})
afterEach(() => void vi.useRealTimers())

function create({ name }: Row) {
  const memory = new MemorySocket()
  const make = SOCKETS[name] ?? expect.fail()
  return { memory, ...make(memory as unknown as WebSocket, () => nowMs) }
}

it.each(ROWS)('[PO12] $name: a peer that says nothing is pinged, and cut when it is dead', (row) => {
  const { memory, check } = create(row)
  let firstPingMs: number | null = null
  while (memory.ends.length === 0 && nowMs < 1_000_000) {
    nowMs += row.everyMs
    check()
    if (memory.pings > 0) firstPingMs ??= nowMs
  }
  expect(memory.ends).toEqual(['cut'])
  expect({ deadMs: nowMs, firstPingMs }).toEqual({ deadMs: row.deadMs, firstPingMs: row.firstPingMs })
})

it.each(ROWS)('[PO12] $name: one that does not answer a close is cut after a second', (row) => {
  const { memory, close } = create(row)
  close()
  close()
  expect(memory.ends).toHaveLength(1)
  vi.advanceTimersByTime(999)
  expect(memory.ends).toHaveLength(1)
  vi.advanceTimersByTime(1)
  expect(memory.ends.at(-1)).toBe('cut')
})

it.each(ROWS.filter(({ maxUnsent }) => maxUnsent !== null))(
  '[PO12] $name: one that has too much unsent is cut, and not a byte before',
  (row) => {
    const { memory, send } = create(row)
    memory.bufferedAmount = row.maxUnsent ?? 0
    send()
    expect(memory.ends).toEqual([])
    memory.bufferedAmount += 1
    send()
    expect(memory.ends).toEqual(['cut'])
  },
)

it('[SR16] a fault while a chunk is read closes that source with 1011, and is logged', () => {
  const memory = new MemorySocket()
  const faults: object[] = []
  const log = { ...SILENT, error: (fields: object) => void faults.push(fields) }
  const socket = memory as unknown as WebSocket
  const fault = new Error('no such mount')
  const feed = {
    push() {
      throw fault
    },
  }
  const place = { feed, onClose: ignore } as never
  new BrowserSource(socket, { session: { person: { id: 1 } } as never, now: () => nowMs, log }, place)
  for (const chunk of captureNamed('chromium-desktop').chunks)
    memory.emit('message', Buffer.from(chunk), true)
  expect(memory.ends).toEqual([1011])
  expect(faults).toEqual([{ err: fault }])
})
