import {
  type ListenerMessage,
  type ListeningMessage,
  listenerMessageSchema,
} from '@carillon/contract/stream/topics'
import type { WebSocket } from 'ws'
import { WebsocketPeer } from '../../../http/websocket-peer.ts'

/** A player says a few words a minute. */
export const MESSAGE_RATE = { burst: 30, perSecond: 1 }
/** Messages that make no sense, or come too fast, before the socket is closed. */
export const MAX_BAD_MESSAGES = 20
/** With more status unsent a peer has stopped reading. */
export const MAX_UNSENT_BYTES = 64 * 1024
const PING_EVERY_MS = 30_000
export const DEAD_AFTER_MS = 90_000

export type ListenerSocketOptions = {
  now: () => number
  /** Counts a player in the named broadcast, or in whatever is live; null when that is not on air. */
  join: (message: ListeningMessage) => (() => void) | null
  onClose: (socket: ListenerSocket) => void
}

/** One `/ws/listener` connection: gets the status, says whether its player plays. Owns the socket. */
export class ListenerSocket {
  readonly #peer: WebsocketPeer
  readonly #options: ListenerSocketOptions
  #leave: (() => void) | null = null
  #delayMs: number | null = null

  constructor(socket: WebSocket, options: ListenerSocketOptions) {
    this.#options = options
    this.#peer = new WebsocketPeer(socket, {
      now: options.now,
      pingEveryMs: PING_EVERY_MS,
      deadAfterMs: DEAD_AFTER_MS,
      maxUnsentBytes: MAX_UNSENT_BYTES,
      messageRate: MESSAGE_RATE,
      maxBadMessages: MAX_BAD_MESSAGES,
      onMessage: (message, isBinary) => this.#receive(message, isBinary),
      onClose: () => this.#gone(),
    })
  }

  /** Delay behind the studio that its player reports; null while it does not listen, or has not reported. */
  get delayMs(): number | null {
    return this.#leave ? this.#delayMs : null
  }

  /** Sends an encoded status; cuts a peer that does not read. */
  send(status: string): void {
    this.#peer.sendOrCut(status)
  }

  /** Pings a quiet peer and cuts a dead one. To be called about once a second. */
  checkAlive(): void {
    this.#peer.checkAlive()
  }

  close(code: number, reason: string): void {
    this.#peer.close(code, reason)
  }

  #gone(): void {
    this.#stopListening()
    this.#options.onClose(this)
  }

  #receive(bytes: Buffer, isBinary: boolean): void {
    const text = this.#peer.isWithinRate() && !isBinary ? bytes.toString() : ''
    if (text === 'ping') {
      this.#peer.send('pong')
      return
    }
    const message = readMessage(text)
    if (!message) {
      this.#peer.countBad('Too many unreadable messages')
      return
    }
    if (message.type === 'PLAYER_DELAY') {
      this.#delayMs = message.delayMs
      return
    }
    this.#stopListening()
    if (message.type === 'START_LISTENING') this.#leave = this.#options.join(message)
  }

  #stopListening(): void {
    this.#leave?.()
    this.#leave = null
    this.#delayMs = null
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
