import {
  type ListenerMessage,
  type StreamStatusMessage,
  streamStatusMessageSchema,
} from '@carillon/contract/stream/topics'
import { letGo } from '../../../lib/let-go.ts'
import { parseJson } from '../../../lib/parse-json.ts'
import { OFFLINE_RETRY_MS, reconnectDelayMs } from '../../../lib/reconnect-delay.ts'

export const PING_INTERVAL_MS = 60_000
export const MAX_RECONNECT_ATTEMPTS = 15
const NORMAL = 1000
const GOING_AWAY = 1001

type Timer = ReturnType<typeof setTimeout>

export type ListenerSocketOptions = {
  url: string
  /** 0 to 1. */
  random: () => number
  isOnline: () => boolean
  onStatus: (status: StreamStatusMessage) => void
  onOpen: () => void
  /** Closed against our will, whether or not it will be tried again. */
  onLost: () => void
  openSocket?: (url: string) => WebSocket
}

/** The listener's connection to /ws/listener: status pushes in, START_LISTENING and STOP_LISTENING out. */
export class ListenerSocket {
  readonly #options: ListenerSocketOptions
  #socket: WebSocket | null = null
  #attempts = 0
  #retry: Timer | undefined
  #ping: Timer | undefined
  #hasReceived = false

  constructor(options: ListenerSocketOptions) {
    this.#options = options
  }

  /** Opens it now; it comes back by itself until `close`, 15 attempts at most. */
  connect(): void {
    this.#forgetRetry()
    if (this.#socket) return
    const open = this.#options.openSocket ?? ((url) => new WebSocket(url))
    const socket = open(this.#options.url)
    this.#socket = socket
    socket.onopen = () => this.#onOpen(socket)
    socket.onmessage = (event: MessageEvent<unknown>) => this.#onMessage(event.data)
    socket.onclose = (event) => this.#onClose(event.code)
  }

  /** The server answers elsewhere: an attempt that waits need not wait longer. */
  retryNow(): void {
    if (this.#retry !== undefined) this.networkReturned()
  }

  /** The network has returned: attempts start over, and at once when it is closed. */
  networkReturned(): void {
    this.#attempts = 0
    this.connect()
  }

  /** Says it now or not at all: what is said on a closed socket is said again by its owner at `onOpen`. */
  send(message: ListenerMessage): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message))
  }

  close(): void {
    this.#release()?.close(NORMAL)
  }

  #onOpen(socket: WebSocket): void {
    this.#attempts = 0
    this.#hasReceived = true
    this.#ping = setInterval(() => this.#checkLife(socket), PING_INTERVAL_MS)
    this.#options.onOpen()
  }

  /** The server speaks every 15 s: a minute of silence is a dead connection that nobody told us about. */
  #checkLife(socket: WebSocket): void {
    if (!this.#hasReceived) {
      this.#lose()
      return
    }
    this.#hasReceived = false
    socket.send('ping')
  }

  #onMessage(body: unknown): void {
    this.#hasReceived = true
    if (typeof body !== 'string' || body === 'pong') return
    const message = streamStatusMessageSchema.safeParse(parseJson(body))
    if (message.success) this.#options.onStatus(message.data)
  }

  #onClose(code: number): void {
    if (code !== NORMAL && code !== GOING_AWAY) {
      this.#lose()
      return
    }
    this.#release()
    this.#options.onLost()
  }

  #lose(): void {
    this.#release()?.close()
    this.#options.onLost()
    const isOnline = this.#options.isOnline()
    if (isOnline) this.#attempts += 1
    if (this.#attempts > MAX_RECONNECT_ATTEMPTS) return
    const delayMs = isOnline ? reconnectDelayMs(this.#attempts, this.#options.random) : OFFLINE_RETRY_MS
    this.#retry = setTimeout(() => this.connect(), delayMs)
  }

  #forgetRetry(): void {
    clearTimeout(this.#retry)
    this.#retry = undefined
  }

  #release(): WebSocket | null {
    this.#forgetRetry()
    clearInterval(this.#ping)
    const socket = this.#socket
    this.#socket = null
    if (socket) letGo(socket)
    return socket
  }
}
