import type { WebSocket } from 'ws'
import { type Rate, TokenBucket } from '../kernel/token-bucket.ts'
import { messageBytes } from './message-bytes.ts'

/** Options in which the sockets of the station differ. */
export type WebsocketPeerOptions = {
  /** Monotonic milliseconds. */
  now(): number
  /** A peer from which nothing came for longer is gone. */
  deadAfterMs?: number
  /** So is one that left this many pings without any answer. */
  maxUnansweredPings?: number
  /** Interval of pings, 0 being at each check; absent: never, as it speaks by itself. */
  pingEveryMs?: number
  /** Called right before a ping. */
  onPing?(): void
  /** With more unsent it has stopped reading. */
  maxUnsentBytes?: number
  /** Rate limit of messages; absent: none. */
  messageRate?: Rate
  /** Rate limit of bytes; absent: none. */
  byteRate?: Rate
  /** This many messages that make no sense, or come too fast, and it is closed with 1008. */
  maxBadMessages?: number
  /** Time it may take to answer a close frame. */
  closeLimitMs?: number
  /** It is cut at an error, instead of being told its close code first. */
  isCutAtError?: true
  /** Not called once it is being closed. */
  onMessage?(message: Buffer, isBinary: boolean): void
  /** Told what `onMessage` threw; the peer is closed with 1011. Absent: it is thrown on. */
  onFault?(error: unknown): void
  /** Told the close code (RFC 6455 s7.4.1); 1006 where the line was lost without one. */
  onClose?(code: number): void
}

const CLOSE_LIMIT_MS = 1_000
/** RFC 6455 s7.4.1: what a browser sends as its page is left. */
export const GOING_AWAY = 1001
const POLICY_VIOLATION = 1008
export const SERVER_FAULT = 1011

/** The other end of a websocket: whether it lives, reads, and keeps to its rates. Owns the socket. */
export class WebsocketPeer {
  readonly #socket: WebSocket
  readonly #options: WebsocketPeerOptions
  readonly #messages: TokenBucket | null
  readonly #bytes: TokenBucket | null
  #lastActivityMs: number
  #lastPingMs: number
  #unansweredPings = 0
  #badMessages = 0
  #isClosing = false

  constructor(socket: WebSocket, options: WebsocketPeerOptions) {
    const { messageRate, byteRate } = options
    const nowMs = options.now()
    this.#socket = socket
    this.#options = options
    this.#messages = messageRate ? new TokenBucket(messageRate, nowMs) : null
    this.#bytes = byteRate ? new TokenBucket(byteRate, nowMs) : null
    this.#lastActivityMs = nowMs
    this.#lastPingMs = nowMs
    socket.on('message', (data, isBinary) => {
      if (this.#isClosing) return
      this.noteActivity()
      this.#hand(messageBytes(data), isBinary)
    })
    socket.on('pong', () => this.noteActivity())
    socket.on('error', () => this.#handleError())
    socket.on('close', (code) => options.onClose?.(code))
  }

  get isOpen(): boolean {
    return this.#socket.readyState === this.#socket.OPEN
  }

  get isClosing(): boolean {
    return this.#isClosing
  }

  /** Whether it has stopped reading. */
  get isBehind(): boolean {
    const { maxUnsentBytes = Number.POSITIVE_INFINITY } = this.#options
    return this.#socket.bufferedAmount > maxUnsentBytes
  }

  /** Sends while the socket is open, whatever is unsent. */
  send(message: string | Uint8Array): void {
    if (this.isOpen) this.#socket.send(message)
  }

  /** The same, but cuts a peer that does not read. */
  sendOrCut(message: string | Uint8Array): void {
    if (this.isBehind) this.cut()
    else this.send(message)
  }

  /** Counts a message that came. False when it is over the rates. */
  isWithinRate(bytes = 0): boolean {
    const nowMs = this.#options.now()
    return (this.#messages?.consume(1, nowMs) ?? true) && (this.#bytes?.consume(bytes, nowMs) ?? true)
  }

  /** Counts a message that makes no sense, or comes too fast. */
  countBad(reason: string): void {
    this.#badMessages += 1
    if (this.#badMessages === this.#options.maxBadMessages) this.close(POLICY_VIOLATION, reason)
  }

  /** Something came that is no message. */
  noteActivity(): void {
    this.#lastActivityMs = this.#options.now()
    this.#unansweredPings = 0
  }

  /** Pings it when it is time, and cuts it when it is dead: then false. */
  checkAlive(): boolean {
    const nowMs = this.#options.now()
    if (this.#isDead(nowMs)) {
      this.cut()
      return false
    }
    const { pingEveryMs, onPing } = this.#options
    if (pingEveryMs === undefined || nowMs - this.#lastPingMs < pingEveryMs) return true
    this.#lastPingMs = nowMs
    this.#unansweredPings += 1
    if (!this.isOpen) return true
    onPing?.()
    this.#socket.ping()
    return true
  }

  /** Says goodbye, and cuts a peer that does not answer. Idempotent. */
  close(code?: number, reason?: string): void {
    if (this.#isClosing) return
    this.#socket.close(code, reason)
    this.#cutSoon()
  }

  /** Ends the connection at once. */
  cut(): void {
    this.#socket.terminate()
  }

  #hand(message: Buffer, isBinary: boolean): void {
    const { onMessage, onFault } = this.#options
    try {
      onMessage?.(message, isBinary)
    } catch (error) {
      if (!onFault) throw error
      onFault(error)
      this.close(SERVER_FAULT, 'Something went wrong')
    }
  }

  #isDead(nowMs: number): boolean {
    const { deadAfterMs = Number.POSITIVE_INFINITY, maxUnansweredPings = Number.POSITIVE_INFINITY } =
      this.#options
    return nowMs - this.#lastActivityMs > deadAfterMs || this.#unansweredPings >= maxUnansweredPings
  }

  /** `ws` says the close code itself, 1009 for a frame over the limit; it may take a moment to leave. */
  #handleError(): void {
    if (this.#options.isCutAtError) this.cut()
    else this.#cutSoon()
  }

  #cutSoon(): void {
    this.#isClosing = true
    setTimeout(() => this.cut(), this.#options.closeLimitMs ?? CLOSE_LIMIT_MS).unref()
  }
}
