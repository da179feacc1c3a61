import type { Socket } from 'node:net'
import type { WebSocket } from 'ws'
import { WebsocketPeer } from '../http/websocket-peer.ts'
import { type Batch, websocketText } from './batch.ts'
import { closeFrame, HEARTBEAT_FRAME } from './sockjs/frames.ts'
import { UnfinishedMessage } from './unfinished-message.ts'
import { type Form, MAX_UNREAD_BYTES, MAX_UNREAD_MS, type Wire } from './wire.ts'

/** Form of messages in a websocket: as they are, or in SockJS frames. */
export type WebsocketForm = Exclude<Form, 'xhr'>

const PING_EVERY_MS = 25_000
/** Browsers answer a ping at once; this long without any answer and nobody is there. */
export const DEAD_AFTER_MS = 60_000
const CLOSED = 1000
const PROTOCOL_ERROR = 1002

export type WebsocketWireOptions = {
  socket: WebSocket
  /** The connection below the websocket: messages that many readers share are written there as ready-made bytes. */
  stream: Socket
  form: WebsocketForm
  /** Monotonic milliseconds. */
  now(): number
  /** Told when a reader was let go because it did not read. */
  onStalled(): void
}

/** A websocket as a way out. Owns the socket. */
export class WebsocketWire implements Wire {
  readonly #options: WebsocketWireOptions
  readonly #unfinished: UnfinishedMessage
  readonly #peer: WebsocketPeer
  #unreadSinceMs: number | null = null
  #isClosed = false

  constructor(options: WebsocketWireOptions) {
    this.#options = options
    this.#unfinished = new UnfinishedMessage(options.stream)
    this.#peer = new WebsocketPeer(options.socket, {
      now: options.now,
      pingEveryMs: PING_EVERY_MS,
      deadAfterMs: DEAD_AFTER_MS,
      onPing: () => this.#sendHeartbeat(),
      onMessage: (message) => this.#unfinished.took(message.length),
    })
  }

  get form(): WebsocketForm {
    return this.#options.form
  }

  write(batch: Batch): void {
    const { stream, form } = this.#options
    if (this.#isClosed) return
    // The websocket library writes its own frames whole and at once, so that these never come between.
    stream.write(batch[form])
    if (stream.writableLength > MAX_UNREAD_BYTES) this.#cut()
  }

  close(code: number, reason: string): void {
    if (this.#isClosed) return
    this.#isClosed = true
    const { stream, form } = this.#options
    if (form === 'sockJsWebsocket' && this.#peer.isOpen) stream.write(websocketText(closeFrame(code, reason)))
    this.#peer.close(form === 'sockJsWebsocket' ? CLOSED : code, reason)
  }

  check(nowMs: number): void {
    if (this.#isClosed) return
    if (this.#isStalled(nowMs)) return void this.#cut()
    if (this.#unfinished.isOverdue(nowMs)) return void this.close(PROTOCOL_ERROR, 'A message did not end')
    this.#peer.checkAlive()
  }

  /** A ping or pong has come, which is life. */
  received(payloadBytes: number): void {
    this.#peer.noteActivity()
    this.#unfinished.took(payloadBytes)
  }

  #sendHeartbeat(): void {
    const { stream, form } = this.#options
    if (form === 'sockJsWebsocket') stream.write(SOCKJS_HEARTBEAT)
  }

  #isStalled(nowMs: number): boolean {
    if (this.#options.stream.writableLength === 0) this.#unreadSinceMs = null
    else this.#unreadSinceMs ??= nowMs
    return this.#unreadSinceMs !== null && nowMs - this.#unreadSinceMs >= MAX_UNREAD_MS
  }

  #cut(): void {
    this.#isClosed = true
    this.#options.onStalled()
    this.#peer.cut()
  }
}

const SOCKJS_HEARTBEAT = websocketText(HEARTBEAT_FRAME)
