import { type SourceMessage, sourceMessageSchema } from '@carillon/contract/stream/topics'
import { letGo } from '../../../lib/let-go.ts'
import { parseJson } from '../../../lib/parse-json.ts'
import { OFFLINE_RETRY_MS, reconnectDelayMs } from '../../../lib/reconnect-delay.ts'
import { comesBackAfter, MAX_RECONNECT_ATTEMPTS } from './backoff.ts'
import type { TakePlace } from './backup/take-line.ts'
import type { Cancel, Timers } from './timers.ts'
import { judgeChunk, SLOW_BYTES } from './upload-gate.ts'

export const PING_INTERVAL_MS = 30_000
export const LIFE_LIMIT_MS = 60_000
/** A connection that is not open by then is given up and tried again. */
export const CONNECT_LIMIT_MS = 10_000
/** After the network was away a station that is still there answers within this. */
export const PROBE_LIMIT_MS = 5_000

/** The next try: which one it is, and when on the clock of the timers. */
export type Retry = { attempt: number; of: number; at: number; isOffline: boolean }
export type SourceClose = { code: number; reason: string }

/** Events of the socket for its owner. After `onClosed` and `onGaveUp` it stays away until `connect` is called. */
export type SourceSocketEvents = {
  /** Open, for the first time or again: the recorder must begin with a fresh header. */
  onOpen(): void
  onLost(retry: Retry): void
  onGaveUp(): void
  onClosed(close: SourceClose): void
  onMessage(message: SourceMessage): void
  onRoundTrip(ms: number): void
  /** A chunk was too large or the upload has drained after a stall: the recorder must start again. */
  onFreshHeaderNeeded(): void
}

export type SourceSocketOptions = {
  url: string
  timers: Timers
  random: () => number
  isOnline: () => boolean
  events: SourceSocketEvents
  openSocket?: (url: string) => WebSocket
}

/** Counts of the upload since the broadcast began on this page. */
export type UploadCounts = { sentBytes: number; skippedChunks: number; droppedChunks: number }

// Members: the four timers of one line, which every change of its state sets or cancels together.
/**
 * The DJ's connection to `/ws/live`: sends chunks, keeps itself alive, and comes back by itself. Owns its socket;
 * `close` ends it for good.
 */
export class SourceSocket {
  readonly #options: SourceSocketOptions
  #socket: WebSocket | null = null
  #attempt = 0
  #isStalled = false
  /** The take that the station knows this connection to send. */
  #takeId: string | null = null
  /** When anything came last, and when a pong did. */
  #lastLifeAt = 0
  #lastPongAt = 0
  #pingSentAt: number | null = null
  #cancelConnectLimit: Cancel = () => {}
  /** Null while no try waits: the line is open, is being opened, was given up or is over. */
  #cancelRetry: Cancel | null = null
  #cancelProbe: Cancel = () => {}
  #cancelPing: Cancel = () => {}
  readonly counts: UploadCounts = { sentBytes: 0, skippedChunks: 0, droppedChunks: 0 }

  constructor(options: SourceSocketOptions) {
    this.#options = options
  }

  get isOpen(): boolean {
    return this.#socket?.readyState === WebSocket.OPEN
  }

  /** The upload cannot keep up: listeners may hear gaps. */
  get isSlow(): boolean {
    return this.#isStalled || this.unsentBytes > SLOW_BYTES
  }

  get unsentBytes(): number {
    return this.#socket?.bufferedAmount ?? 0
  }

  /** Opens the socket now, forgetting earlier attempts. */
  connect(): void {
    this.#attempt = 0
    this.#open()
  }

  /** The network has come back: attempts start over, and at once if the socket is not open or died with the network. */
  networkReturned(): void {
    this.#attempt = 0
    if (this.#socket === null) this.#open()
    else if (this.isOpen) this.#probe(this.#socket)
  }

  /** Another connection of the page has reached the station: a try that waits begins now, and counts like any other. */
  stationReached(): void {
    if (this.#cancelRetry) this.#open()
  }

  /**
   * Sends a chunk, or counts why not; `take` says where it stands in what is kept. Never blocks and never holds more than
   * the stall limit.
   */
  offer(chunk: Blob, take: TakePlace | null = null): void {
    const socket = this.#socket
    if (socket?.readyState !== WebSocket.OPEN) return
    const verdict = judgeChunk(chunk.size, socket.bufferedAmount, this.#isStalled)
    this.#isStalled = verdict === 'drop' || (verdict === 'skip' && this.#isStalled)
    if (verdict === 'send') this.#send(socket, chunk, take)
    if (verdict === 'skip') this.counts.skippedChunks += 1
    if (verdict === 'drop') this.counts.droppedChunks += 1
    if (verdict === 'skip' || verdict === 'resume') this.#options.events.onFreshHeaderNeeded()
  }

  /** Ends the connection for good, saying 1000. No event follows. */
  close(): void {
    this.#stopWaiting()
    this.#release()?.close(1000)
  }

  #send(socket: WebSocket, chunk: Blob, take: TakePlace | null): void {
    if (take && take.takeId !== this.#takeId) socket.send(JSON.stringify({ type: 'TAKE', ...take }))
    this.#takeId = take?.takeId ?? null
    socket.send(chunk)
    this.counts.sentBytes += chunk.size
  }

  #open(): void {
    this.#stopWaiting()
    this.#release()?.close()
    const { url, timers, openSocket = (address: string) => new WebSocket(address) } = this.#options
    const socket = openSocket(url)
    this.#socket = socket
    this.#takeId = null
    this.#cancelConnectLimit = timers.after(CONNECT_LIMIT_MS, () => this.#lose())
    socket.onopen = () => this.#opened(socket)
    socket.onmessage = (event: MessageEvent<unknown>) => this.#received(event.data)
    socket.onclose = (event) => this.#closed({ code: event.code, reason: event.reason })
  }

  #opened(socket: WebSocket): void {
    const { timers, events } = this.#options
    this.#cancelConnectLimit()
    this.#attempt = 0
    this.#isStalled = false
    this.#lastPongAt = timers.now()
    this.#cancelPing = timers.every(PING_INTERVAL_MS, () => this.#checkLife(socket))
    this.#ping(socket)
    events.onOpen()
  }

  #checkLife(socket: WebSocket): void {
    if (this.#options.timers.now() - this.#lastPongAt > LIFE_LIMIT_MS) this.#lose()
    else this.#ping(socket)
  }

  #probe(socket: WebSocket): void {
    const askedAt = this.#options.timers.now()
    this.#ping(socket)
    this.#cancelProbe()
    this.#cancelProbe = this.#options.timers.after(PROBE_LIMIT_MS, () => {
      if (this.#lastLifeAt < askedAt) this.#lose()
    })
  }

  #ping(socket: WebSocket): void {
    if (socket.readyState !== WebSocket.OPEN) return
    this.#pingSentAt = this.#options.timers.now()
    socket.send('ping')
  }

  #received(body: unknown): void {
    this.#lastLifeAt = this.#options.timers.now()
    if (typeof body !== 'string') return
    if (body === 'pong') this.#ponged()
    else this.#read(body)
  }

  #ponged(): void {
    this.#lastPongAt = this.#lastLifeAt
    if (this.#pingSentAt === null) return
    this.#options.events.onRoundTrip(this.#lastLifeAt - this.#pingSentAt)
    this.#pingSentAt = null
  }

  #read(text: string): void {
    const message = sourceMessageSchema.safeParse(parseJson(text))
    if (message.success) this.#options.events.onMessage(message.data)
  }

  #closed(close: SourceClose): void {
    if (comesBackAfter(close.code)) {
      this.#lose()
      return
    }
    this.#release()
    this.#options.events.onClosed(close)
  }

  /** Lets go of the socket without waiting for its close handshake, which a dead network never answers. */
  #lose(): void {
    this.#release()?.close()
    const { timers, random, isOnline, events } = this.#options
    const isOffline = !isOnline()
    if (!isOffline) this.#attempt += 1
    if (this.#attempt > MAX_RECONNECT_ATTEMPTS) {
      events.onGaveUp()
      return
    }
    const delayMs = isOffline ? OFFLINE_RETRY_MS : reconnectDelayMs(this.#attempt, random)
    this.#cancelRetry = timers.after(delayMs, () => this.#open())
    const attempt = Math.max(1, this.#attempt)
    events.onLost({ attempt, of: MAX_RECONNECT_ATTEMPTS, at: timers.now() + delayMs, isOffline })
  }

  #stopWaiting(): void {
    this.#cancelRetry?.()
    this.#cancelRetry = null
  }

  #release(): WebSocket | null {
    const socket = this.#socket
    this.#cancelConnectLimit()
    this.#cancelPing()
    this.#cancelProbe()
    this.#socket = null
    if (socket) letGo(socket)
    return socket
  }
}
