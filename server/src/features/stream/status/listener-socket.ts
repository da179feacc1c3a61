import { type ListenerMessage, listenerMessageSchema } from '@carillon/contract/stream'
import type { RawData, WebSocket } from 'ws'
import { TokenBucket } from '../../../kernel/token-bucket.ts'

/** A player says a few words a minute. */
export const MESSAGE_RATE = { burst: 30, perSecond: 1 }
/** Messages that make no sense, or come too fast, before the socket is closed. */
export const MAX_BAD_MESSAGES = 20
/** One that has so much status unread has stopped reading. */
export const MAX_UNSENT_BYTES = 64 * 1024
const PING_EVERY_MS = 30_000
export const DEAD_AFTER_MS = 90_000
const CLOSE_TIMEOUT_MS = 1_000
const POLICY_VIOLATION = 1008

export type ListenerSocketOptions = {
  now: () => number
  /** Counts a player in the named broadcast, or in whatever is live; null when that is not on air. */
  join: (message: ListenerMessage) => (() => void) | null
  onClose: (socket: ListenerSocket) => void
}

/** One `/ws/listener` connection: gets the status, says whether its player plays. Owns the socket. */
export class ListenerSocket {
  readonly #socket: WebSocket
  readonly #options: ListenerSocketOptions
  readonly #messages: TokenBucket
  #leave: (() => void) | null = null
  #badMessages = 0
  #lastActivityMs: number
  #lastPingMs: number

  constructor(socket: WebSocket, options: ListenerSocketOptions) {
    this.#socket = socket
    this.#options = options
    this.#messages = new TokenBucket(MESSAGE_RATE, options.now())
    this.#lastActivityMs = options.now()
    this.#lastPingMs = options.now()
    socket.on('message', (message, isBinary) => this.#receive(message, isBinary))
    socket.on('pong', () => this.#noteActivity())
    socket.on('error', () => this.#giveUp())
    socket.on('close', () => this.#gone())
  }

  /** Sends an encoded status; lets go of a peer that does not read. */
  send(status: string): void {
    if (this.#socket.bufferedAmount > MAX_UNSENT_BYTES) {
      this.#socket.terminate()
      return
    }
    if (this.#socket.readyState === this.#socket.OPEN) this.#socket.send(status)
  }

  /** Pings a quiet peer and lets go of a dead one. To be called about once a second. */
  checkAlive(): void {
    const now = this.#options.now()
    if (now - this.#lastActivityMs > DEAD_AFTER_MS) {
      this.#socket.terminate()
      return
    }
    if (now - this.#lastPingMs < PING_EVERY_MS) return
    this.#lastPingMs = now
    if (this.#socket.readyState === this.#socket.OPEN) this.#socket.ping()
  }

  close(code: number, reason: string): void {
    this.#socket.close(code, reason)
    this.#giveUp()
  }

  #giveUp(): void {
    setTimeout(() => this.#socket.terminate(), CLOSE_TIMEOUT_MS).unref()
  }

  #gone(): void {
    this.#stopListening()
    this.#options.onClose(this)
  }

  #noteActivity(): void {
    this.#lastActivityMs = this.#options.now()
  }

  #receive(raw: RawData, isBinary: boolean): void {
    this.#noteActivity()
    if (!this.#messages.consume(1, this.#options.now())) {
      this.#countBad()
      return
    }
    const text = isBinary ? '' : raw.toString()
    if (text === 'ping') {
      this.#socket.send('pong')
      return
    }
    const message = readMessage(text)
    if (!message) {
      this.#countBad()
      return
    }
    this.#stopListening()
    if (message.type === 'START_LISTENING') this.#leave = this.#options.join(message)
  }

  #stopListening(): void {
    this.#leave?.()
    this.#leave = null
  }

  #countBad(): void {
    this.#badMessages++
    if (this.#badMessages === MAX_BAD_MESSAGES) this.close(POLICY_VIOLATION, 'Too many unreadable messages')
  }
}

function readMessage(text: string): ListenerMessage | null {
  try {
    const result = listenerMessageSchema.safeParse(JSON.parse(text))
    return result.success ? result.data : null
  } catch {
    return null // not JSON: counted as a bad message by the caller
  }
}
